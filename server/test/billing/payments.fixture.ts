import { expect } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { writeInvoice } from './invoices.fixture.ts';

export type PaymentWorld = Awaited<ReturnType<typeof createPaymentWorld>>;

/** Creates an organization with a buyer and its payment methods. */
export async function createPaymentWorld(app: TestApp, org: TestOrganization) {
  let numbers = 0;
  const call = (method: string, path: string, body?: object) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const done = async (method: string, path: string, body?: object) => {
    const reply = await call(method, path, body);
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    return reply.body;
  };
  const { id: buyerId } = await done('POST', 'buyer', { name: 'Acme' });
  return {
    org,
    buyerId: buyerId as string,
    call,
    done,
    credit: async (totalAmount: number, more: object = {}): Promise<string> =>
      (await done('POST', `buyer/${buyerId}/wallet`, { totalAmount, ...more })).id,
    method: async (body: object = {}): Promise<string> =>
      (await done('POST', `sandbox/buyer/${buyerId}/paymentMethod`, body)).id,
    /** An issued invoice that is due now. */
    invoice: (due: number, more: Readonly<Record<string, string | number>> = {}): Promise<string> =>
      writeInvoice(app, org, {
        status: 'FINALIZED',
        number: ++numbers,
        issue_date: '2026-01-01T00:00:00.000Z',
        due_date: '2026-01-01T00:00:00.000Z',
        buyer_id: buyerId,
        due_amount: due,
        ...more,
      }),
    pay: (invoiceId: string) => call('PATCH', `invoice/${invoiceId}/pay`),
    transactions: (invoiceId: string) => done('GET', `paymentTransaction?invoiceId=${invoiceId}`),
    refund: (transactionId: string, amount: number | string) =>
      call('POST', `buyer/${buyerId}/paymentTransaction/${transactionId}/refund?amount=${amount}`),
    advance: async (length: string): Promise<void> => {
      await done('POST', 'sandbox/clock', { advance: length });
      await app.drainJobs();
    },
    /** The charges that the sandbox’s payment provider recorded, one row each. */
    atProvider: async () =>
      (
        await app.database.query(
          'SELECT key, kind, amount::float AS amount, state FROM sandbox_payment WHERE organization_id = $1 ORDER BY creation_time, id',
          [org.id],
        )
      ).rows as { key: string; kind: string; amount: number; state: string }[],
    /** Finds imbalances: invoices and transactions, credit and its use, our and the provider’s charges. */
    faults: async () =>
      (
        await app.database.query(
          `SELECT 'invoice ' || i.id AS what FROM invoice i WHERE i.organization_id = $1 AND (
             i.paid_amount <> coalesce((SELECT sum(amount) FROM payment_transaction t WHERE t.organization_id = $1
               AND t.invoice_id = i.id AND t.type = 'CHARGE' AND t.status = 'SUCCESS'), 0)
             OR i.refunded_amount <> coalesce((SELECT sum(amount) FROM payment_transaction t WHERE t.organization_id = $1
               AND t.invoice_id = i.id AND t.type = 'REFUND' AND t.status = 'SUCCESS'), 0)
             OR (i.payment_status = 'SUCCESS') <> (i.paid_amount = i.due_amount))
           UNION ALL
           SELECT 'wallet ' || w.id FROM wallet w WHERE w.organization_id = $1 AND w.type = 'credit' AND w.used_amount <>
             coalesce((SELECT sum(CASE t.type WHEN 'CHARGE' THEN amount ELSE -amount END) FROM payment_transaction t
               WHERE t.organization_id = $1 AND t.wallet_id = w.id AND t.status = 'SUCCESS'), 0)
           UNION ALL
           SELECT 'provider ' || coalesce(t.id, p.key) FROM (
             SELECT * FROM payment_transaction WHERE organization_id = $1 AND wallet_type <> 'credit' AND status = 'SUCCESS') t
           FULL JOIN (SELECT * FROM sandbox_payment WHERE organization_id = $1 AND state = 'succeeded') p ON p.key = t.id
           WHERE t.amount IS DISTINCT FROM p.amount`,
          [org.id],
        )
      ).rows.map(({ what }) => what),
  };
}
