import { type BuyerReferences, buyerErrors } from '../../buyers/index.ts';
import { recordEvents } from '../../platform/events/record-event.ts';
import { type InvoiceRow, invoiceColumnList, invoiceEvents } from './columns.ts';

/** The references to buyers in invoices. They name no contacts. */
export const invoiceReferences: BuyerReferences = {
  /** What an invoice shows of its buyer stays as it was issued. */
  repointBuyers: async (scope, from, to) => {
    const before = await scope.query<InvoiceRow>({
      name: 'lock_invoices_of_buyers',
      text: `SELECT ${invoiceColumnList} FROM invoice i WHERE i.organization_id = $1 AND i.buyer_id = ANY ($2)
             ORDER BY i.id FOR UPDATE`,
      values: [scope.organizationId, from],
    });
    if (before.length === 0) return;
    const rows = await scope.query<InvoiceRow>({
      name: 'repoint_invoices',
      text: `UPDATE invoice i SET buyer_id = $3, last_update_time = $4, sequence = i.sequence + 1
             WHERE i.organization_id = $1 AND i.id = ANY ($2) RETURNING ${invoiceColumnList}`,
      values: [scope.organizationId, before.map(({ id }) => id), to, scope.now],
    });
    await scope.query(recordEvents(scope, invoiceEvents.facts('UPDATE', rows, before, { audited: false })));
  },
  /** A draft, or an issued invoice that is not paid. */
  holdsBuyer: async (scope, buyerId) => {
    const rows = await scope.query({
      name: 'find_open_invoice_of_buyer',
      text: `SELECT FROM invoice WHERE organization_id = $1 AND buyer_id = $2
               AND (status = 'DRAFT' OR status = 'FINALIZED' AND payment_status <> 'SUCCESS') LIMIT 1`,
      values: [scope.organizationId, buyerId],
    });
    return rows.length > 0;
  },
  held: buyerErrors.buyer_has_invoices,
  dropContact: async () => {},
};
