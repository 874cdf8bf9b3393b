import { rulesOfA } from '../mkA/rules/index.ts';
import { rulesOfB } from '../mkB/rules/index.ts';
import { rulesOfC } from '../mkC/rules/index.ts';
import { rulesOfD } from '../mkD/rules/index.ts';
import { rulesOfE } from '../mkE/rules/index.ts';
import { rulesOfF } from '../mkF/rules/index.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { MarketplaceRules } from './contract.ts';

/** The rules of all marketplaces. */
export const rules: Readonly<Record<MarketplacePartner, MarketplaceRules>> = {
  MKA: rulesOfA,
  MKB: rulesOfB,
  MKC: rulesOfC,
  MKD: rulesOfD,
  MKE: rulesOfE,
  MKF: rulesOfF,
};

export const allRules = Object.entries(rules) as [MarketplacePartner, MarketplaceRules][];

/** Joins a list of every marketplace. */
export const everyMarketplaces = <Item>(
  read: (own: MarketplaceRules) => readonly Item[] | undefined,
): readonly Item[] => allRules.flatMap(([, own]) => read(own) ?? []);
