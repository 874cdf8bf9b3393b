import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

const invoiceId = 'inv_issued';

/** Provides an issued invoice. */
export const createIssuedInvoiceRecords = (app: TestApp, { id }: TestOrganization) => ({
  ids: async (operation: Operation | undefined): Promise<{ invoiceId?: string }> => {
    if (operation?.operationId !== 'notifyInvoiceContacts') return {};
    await app.database.query(
      `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, number, currency, start_date, end_date,
         finalize_at, issue_date, due_date, subtotal_amount, due_amount, creation_time, last_update_time)
       VALUES ($1, $2, 'ent_none', 'ADDON', 'FINALIZED', 1000001, 'USD', now(), now(), now(), now(), now(), 10, 10, now(), now())
       ON CONFLICT DO NOTHING`,
      [id, invoiceId],
    );
    return { invoiceId };
  },
});
