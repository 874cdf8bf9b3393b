import type { TestApp, TestOrganization } from '../harness.ts';

const aiInvoiceId = 'aiv_2020';

/** Inserts the operator's bills for two months of AI features; no operation deletes these bills. */
export function createAiRecords(app: TestApp, { id }: TestOrganization) {
  let written: Promise<unknown> | undefined;
  const write = () =>
    app.database.query(
      `INSERT INTO ai_invoice (organization_id, id, month, calls, used_cents, credit_cents, amount_cents, currency,
         creation_time)
       SELECT $1, $2 || suffix, '2020-01' || suffix, 1, 1.5, 0, 2, 'USD', now() FROM unnest('{"",_other}'::text[]) suffix
       ON CONFLICT DO NOTHING`,
      [id, aiInvoiceId],
    );
  return {
    ids: async (): Promise<{ aiInvoiceId: string }> => {
      written ??= write();
      await written;
      return { aiInvoiceId };
    },
  };
}
