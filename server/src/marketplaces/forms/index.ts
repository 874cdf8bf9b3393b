import type { MarketplacePartner } from '../partners.ts';
import { allRules, rules } from '../rules/table.ts';
import type { MarketplaceForm } from './fields.ts';

export {
  advancedFields,
  type FormField,
  type FormFields,
  type FormStepName,
  formSteps,
  group,
  items,
  type MarketplaceForm,
} from './fields.ts';

/** Returns the marketplace's own part of the offer form. */
export const marketplaceForm = (partner: MarketplacePartner): MarketplaceForm => rules[partner].form;

/** Fields that the forms of all marketplaces omit, with reasons. */
export const leftOutByMarketplaces: Readonly<Record<string, string>> = Object.assign(
  {},
  ...allRules.map(([, { form }]) => form.leftOut),
);
