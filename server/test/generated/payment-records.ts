import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';
import { giveCredit } from './wallet-records.ts';

type Ids = { invoiceId: string; paymentTransactionId: string };
let numbers = 1_000_000_000;

/**
 * Inserts an issued invoice of a buyer, with the credit that pays the invoice and a charge.
 * @param state state of the charge: SUCCESS by credit, or PROCESSING at the sandbox's payment provider;
 * undefined for an unpaid invoice
 */
async function writePaid(
  app: TestApp,
  { id: organizationId }: TestOrganization,
  buyerId: string,
  state: 'SUCCESS' | 'PROCESSING' | 'PENDING' = 'SUCCESS',
): Promise<Ids> {
  const invoiceId = app.app.newId('inv');
  const paymentTransactionId = app.app.newId('ptx');
  const walletId = app.app.newId('wal');
  const values = [organizationId, invoiceId, buyerId, paymentTransactionId, walletId].map(
    (value) => `'${value}'`,
  );
  const [org, invoice, buyer, transaction, wallet] = values;
  const isPaid = state === 'SUCCESS';
  const type = isPaid ? `'credit', NULL` : `'card', 'PAYA'`;
  await app.database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, payment_status, currency, start_date,
       end_date, finalize_at, issue_date, due_date, number, due_amount, paid_amount, creation_time, last_update_time)
     VALUES (${org}, ${invoice}, 'ent_none', ${buyer}, 'ADDON', 'FINALIZED', '${state}', 'USD', now(), now(), now(), now(), now(),
       ${++numbers}, 100000, ${isPaid ? 100000 : 0}, now(), now());
     INSERT INTO wallet (organization_id, id, buyer_id, type, status, currency, total_amount, used_amount, start_time,
       creation_time, last_update_time)
     VALUES (${org}, ${wallet}, ${buyer}, 'credit', 'ACTIVE', 'USD', 100000, ${isPaid ? 100000 : 0}, now(), now(), now())`,
  );
  if (state === 'PENDING') return { invoiceId, paymentTransactionId };
  await app.database.query(
    `INSERT INTO payment_transaction (organization_id, id, invoice_id, entitlement_id, buyer_id, wallet_id, wallet_type, partner,
       type, status, amount, currency, creation_time, last_update_time)
     VALUES (${org}, ${transaction}, ${invoice}, 'ent_none', ${buyer}, ${wallet}, ${type}, 'CHARGE', '${state}', 100000, 'USD',
       now(), now());
     INSERT INTO sandbox_payment (organization_id, id, key, kind, method_id, amount, currency, state, creation_time)
     VALUES (${org}, ${transaction}, ${transaction}, 'CHARGE', 'none', 100000, 'USD', 'processing', now())`,
  );
  return { invoiceId, paymentTransactionId };
}

/** Inserts an invoice that was paid by bank transfer. */
async function writeBankPayment(app: TestApp, org: TestOrganization, buyerId: string): Promise<Ids> {
  const ids = await writePaid(app, org, buyerId);
  await app.database.query(
    `UPDATE payment_transaction SET wallet_id = NULL, wallet_type = NULL WHERE organization_id = $1 AND id = $2`,
    [org.id, ids.paymentTransactionId],
  );
  return ids;
}

/** Provides unpaid, paid and processing invoices, as operations need. */
export function createPaymentRecords(app: TestApp, org: TestOrganization) {
  let paid: (Ids & { buyerId: string }) | undefined;
  return {
    ids: async (buyerId: string, { operationId, path }: Operation): Promise<Partial<Ids>> => {
      if (operationId === 'payInvoice' || operationId === 'recordInvoicePayment')
        return writePaid(app, org, buyerId, 'PENDING');
      if (operationId === 'revertInvoicePayment') return writeBankPayment(app, org, buyerId);
      if (operationId === 'settleSandboxPayment') return writePaid(app, org, buyerId, 'PROCESSING');
      if (!path.includes('{paymentTransactionId}')) return {};
      if (paid?.buyerId !== buyerId) paid = { buyerId, ...(await writePaid(app, org, buyerId)) };
      return { paymentTransactionId: paid.paymentTransactionId };
    },
  };
}

/** Creates credit of a buyer, and an invoice with the charge that paid the invoice. */
export const paidRecords = async (app: TestApp, org: TestOrganization, buyerId: string) => ({
  walletId: await giveCredit(app, org, buyerId),
  ...(await writePaid(app, org, buyerId)),
});
