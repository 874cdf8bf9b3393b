import { recordPassages } from '../knowledge/index.ts';

/** Entitlements as search passages. */
export const entitlementPassages = recordPassages({
  type: 'ENTITLEMENT',
  table: 'entitlement',
  shown: `r.status <> 'DELETED'`,
  title: ['name', 'external_id'],
  fields: [
    'meta_info.internalNote',
    'info.sellerNotes',
    'info.vendorName',
    'info.refundCancellationPolicy',
    'info.addons[]',
    'info.commits[]',
    'info.dimensions[]',
    'meta_info.crmAOpportunityId',
    'meta_info.crmAQuoteId',
    'meta_info.crmBDealId',
    'meta_info.crmCOpportunityId',
    'external_buyer_id',
    'external_id',
  ],
});
