import { type MarketplacePartner, marketplacePartners } from '../partners.ts';
import type { MarketplaceForm } from './fields.ts';
import { formOfA } from './mkA.ts';
import { formOfB } from './mkB.ts';
import { formOfC } from './mkC.ts';
import { formOfD, formOfE, formOfF } from './others.ts';

export {
  advanced,
  type FormField,
  type FormFields,
  type FormStepName,
  formSteps,
  group,
  items,
  type MarketplaceForm,
} from './fields.ts';

const forms: Readonly<Record<MarketplacePartner, MarketplaceForm>> = {
  MKA: formOfA,
  MKB: formOfB,
  MKC: formOfC,
  MKD: formOfD,
  MKE: formOfE,
  MKF: formOfF,
};

/** Returns the marketplace's own part of the offer form. */
export const marketplaceForm = (partner: MarketplacePartner): MarketplaceForm => forms[partner];

/** Fields that the forms of all marketplaces omit, with reasons. */
export const leftOutByMarketplaces: Readonly<Record<string, string>> = Object.assign(
  {},
  ...marketplacePartners.map((partner) => forms[partner].leftOut),
);
