import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/**
 * Provides a draft invoice, which is replaced if it is issued or deleted, and a second invoice so that lists
 * have two pages.
 */
export function createInvoiceRecords(app: TestApp, { id: organizationId }: TestOrganization) {
  let invoiceId: string | undefined;
  return {
    ids: async () => {
      if (invoiceId === undefined) {
        invoiceId = app.app.newId('inv');
        await app.database.query(
          `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, currency, start_date, end_date,
             finalize_at, subtotal_amount, due_amount, creation_time, last_update_time)
           SELECT $1, invoice, 'ent_none', 'ADDON', 'DRAFT', 'USD', now(), now(), now() + interval '100 years', 10, 10, now(),
             now() FROM unnest(ARRAY[$2, $2 || '_other']) invoice`,
          [organizationId, invoiceId],
        );
        await app.database.query(
          `INSERT INTO invoice_fee (organization_id, invoice_id, position, entitlement_id, kind, fee_key, period_start,
             period_end, billed_until, amount)
           VALUES ($1, $2, 0, 'ent_none', 'ADDON', $2, now(), now(), now(), 10)`,
          [organizationId, invoiceId],
        );
      }
      return { invoiceId };
    },
    used: ({ operationId }: Operation) => {
      if (['issueInvoice', 'voidInvoice'].includes(operationId)) invoiceId = undefined;
    },
  };
}
