import { recordPassages } from '../knowledge/index.ts';

/** Products as search passages. */
export const productPassages = recordPassages({
  type: 'PRODUCT',
  table: 'product',
  shown: `r.status <> 'DELETED'`,
  title: ['name', 'external_id'],
  fields: [
    'meta_info.internalNote',
    'info.sellerNotes',
    'info.refundCancellationPolicy',
    'info.commits[]',
    'info.dimensions[]',
    'external_id',
  ],
});
