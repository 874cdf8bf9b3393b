import type { TestApp, TestOrganization } from '../harness.ts';

/** Fields of an invoice’s row, besides the required ones. */
type InvoiceFields = Readonly<Record<string, unknown>>;

/** Writes invoices to the database directly. */
export function invoicesOf(app: TestApp, { id: organizationId, token }: TestOrganization) {
  const call = async (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${organizationId}/${path}`, { token, ...(body === undefined ? {} : { body }) });
  return {
    call,
    write: async (info: object, given: InvoiceFields = {}): Promise<string> => {
      const id = app.app.newId('inv');
      const row: InvoiceFields = {
        organization_id: organizationId,
        id,
        entitlement_id: 'ent_none',
        type: 'USAGE',
        status: 'DRAFT',
        currency: 'USD',
        start_date: '2027-01-01T00:00:00Z',
        end_date: '2027-02-01T00:00:00Z',
        finalize_at: '2090-01-01T00:00:00Z',
        subtotal_amount: '10',
        due_amount: '10',
        info: JSON.stringify(info),
        creation_time: '2027-02-01T00:00:00Z',
        last_update_time: '2027-02-01T00:00:00Z',
        ...given,
      };
      const names = Object.keys(row);
      await app.database.query(
        `INSERT INTO invoice (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
      return id;
    },
  };
}

/** Fields of an issued invoice. */
export const issued = (number: number): InvoiceFields => ({
  status: 'FINALIZED',
  number,
  issue_date: '2027-02-03T00:00:00Z',
  due_date: '2027-03-01T00:00:00Z',
});
