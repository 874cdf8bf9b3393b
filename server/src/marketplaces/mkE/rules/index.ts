import type { MarketplaceRules } from '../../rules/contract.ts';

/** The rules of marketplace E. Its offers are in a record without named fields. */
export const rulesOfE: MarketplaceRules = {
  traits: { fieldPrefix: 'mkE' },
  form: {
    steps: { offer: [{ at: '/info/mkEOffer', kind: 'json', advanced: true }] },
    leftOut: {},
  },
  pricedFields: ['mkEOffer'],
  entitlementFields: { mkEAcceptedOffer: 'mkEOffer' },
};
