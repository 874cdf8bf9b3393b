import { recordPassages } from '../knowledge/index.ts';
import { searchedTexts } from '../marketplaces/index.ts';

/** Offers as search passages. */
export const offerPassages = recordPassages({
  type: 'OFFER',
  table: 'offer',
  shown: `r.status <> 'DELETED'`,
  title: ['name', 'external_id'],
  fields: [
    'meta_info.internalNote',
    'info.sellerNotes',
    ...searchedTexts.map((field) => `info.${field}`),
    'info.refundCancellationPolicy',
    'info.commits[]',
    'info.dimensions[]',
    'meta_info.crmAOpportunityId',
    'meta_info.crmAQuoteId',
    'meta_info.crmBDealId',
    'meta_info.crmCOpportunityId',
    'external_id',
  ],
});
