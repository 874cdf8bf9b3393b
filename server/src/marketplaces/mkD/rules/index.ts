import type { MarketplaceRules } from '../../rules/contract.ts';

/** The rules of marketplace D. Its offers have no fields of their own. */
export const rulesOfD: MarketplaceRules = {
  traits: { fieldPrefix: 'mkD' },
  form: { steps: {}, leftOut: {} },
  productRecords: ['mkDProduct'],
};
