import type { MkFOffer } from '../../records/index.ts';
import { refuseNoPercentage } from '../../rules/checks.ts';
import type { MarketplaceRules, OfferDraft } from '../../rules/contract.ts';
import { form } from './form.ts';

/** The rules of marketplace F. */
export const rulesOfF: MarketplaceRules = {
  traits: {
    fieldPrefix: 'mkF',
    buyerAccount: ['mkFBuyer', 'mkFCustomerID'],
  },
  form,
  checkOffer: ({ info: { mkFOffer } }: OfferDraft<{ mkFOffer?: MkFOffer }>, report) =>
    refuseNoPercentage(report, '/info/mkFOffer/discount', mkFOffer?.discount),
  pricedFields: ['mkFOffer'],
  productRecords: ['mkFProduct'],
  entitlementFields: { mkFOffer: 'mkFOffer' },
};
