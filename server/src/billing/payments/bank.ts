import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import {
  type InvoiceRow,
  invoiceErrors,
  lockInvoice,
  payableOf,
  recordPayment,
  revertPayment,
} from '../invoices/index.ts';
import { encodeTransaction, type TransactionRow } from './columns.ts';
import { paymentErrors } from './errors.ts';
import { payJob } from './jobs.ts';
import { BankPaymentParams, BillingPaymentTransaction } from './records.ts';
import { isByBank, openTransactions } from './states.ts';
import { changeTransaction, findTransactions, insertTransaction } from './store.ts';

/** Reads the amount that came. @throws 400 for more than what is open, or finer than the coin */
function amountOf(invoice: InvoiceRow, given: number | undefined): Exact {
  const { amount: open } = payableOf(invoice);
  const amount = given === undefined ? open : new Exact(given);
  const problem =
    coinProblem(given, invoice.currency) ??
    (amount.lessThanOrEqualTo(0) ? 'must be more than 0' : undefined) ??
    (amount.greaterThan(open) ? `must not be more than the ${open.toFixed()} that are open` : undefined);
  if (problem) throw invalid([{ pointer: '/amount', message: problem }]);
  return amount;
}

async function requireIssued(scope: OrgTransaction, invoiceId: string): Promise<InvoiceRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice || invoice.status === 'DELETED') throw invoiceErrors.invoice_not_found();
  if (invoice.status !== 'FINALIZED' || payableOf(invoice).amount.isZero())
    throw invoiceErrors.invoice_state(
      `The invoice is ${invoice.status}; a payment is recorded of a FINALIZED invoice of which something is open.`,
    );
  return invoice;
}

/**
 * Records a payment that came by bank transfer, of all that is open or of a part.
 * @throws 404; 400 unless something is open of an issued invoice, while a charge is under way, or for more than what is open
 */
async function recordBankPayment(
  scope: OrgTransaction,
  invoiceId: string,
  { amount: given, receivedDate, reference }: BankPaymentParams,
): Promise<TransactionRow> {
  const invoice = await requireIssued(scope, invoiceId);
  const charges = await findTransactions(scope, invoiceId);
  if (charges.some(({ type, status }) => type === 'CHARGE' && openTransactions.includes(status)))
    throw paymentErrors.payment_transaction_state(
      'A charge of the invoice is under way: record the payment once its outcome is known.',
    );
  const receivedAt = receivedDate ? (millisecondsOf(receivedDate) as number) : scope.now.getTime();
  if (receivedAt > scope.now.getTime())
    throw invalid([{ pointer: '/receivedDate', message: 'must not be in the future' }]);
  const amount = amountOf(invoice, given);
  const transaction = await insertTransaction(scope, {
    parent_id: null,
    invoice_id: invoiceId,
    entitlement_id: invoice.entitlement_id,
    buyer_id: invoice.buyer_id,
    wallet_id: null,
    wallet_type: null,
    partner: null,
    type: 'CHARGE',
    status: 'SUCCESS',
    amount: amount.toFixed(),
    currency: invoice.currency,
    try: null,
    info: {
      ...(invoice.issue_date === null ? {} : { invoiceDate: invoice.issue_date }),
      bankTransfer: {
        receivedDate: new Date(receivedAt).toISOString(),
        ...(reference ? { reference } : {}),
      },
    },
  });
  await recordPayment(scope, invoiceId, amount);
  return transaction;
}

/**
 * Takes a payment by bank back that was recorded by mistake, or that the bank took back: the invoice is open again by its amount, and is
 * paid by itself as before. The transaction stays, as one that FAILED.
 * @throws 404; 400 for what did not come by bank, was taken back already, or was paid back
 */
async function revertBankPayment(
  scope: OrgTransaction,
  invoiceId: string,
  transactionId: string,
): Promise<TransactionRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  const all = invoice ? await findTransactions(scope, invoiceId) : [];
  const charge = all.find(({ id }) => id === transactionId);
  if (!invoice || !charge) throw paymentErrors.payment_transaction_not_found();
  const problem =
    charge.type === 'CHARGE' && isByBank(charge)
      ? charge.status === 'SUCCESS'
        ? all.some(({ parent_id: parent, status }) => parent === charge.id && status !== 'FAILED')
          ? 'Some of the payment was paid back.'
          : undefined
        : `The transaction is ${charge.status}, not SUCCESS.`
      : 'The transaction is not a payment that came by bank.';
  if (problem) throw paymentErrors.payment_transaction_state(problem);
  const reverted = await changeTransaction(scope, charge, {
    status: 'FAILED',
    info: { bankTransfer: { ...bankTransferOf(charge), revertedTime: scope.now.toISOString() } },
  });
  await revertPayment(scope, invoiceId, new Exact(charge.amount));
  const at = new Date(Math.max(scope.now.getTime(), Date.parse(invoice.due_date ?? '') || 0));
  const tried = all.filter((each) => each.type === 'CHARGE' && each.try !== null).length + 1;
  await scope.query(enqueue(scope, payJob, { invoiceId, try: tried }, { at }));
  return reverted;
}

const bankTransferOf = ({ info }: TransactionRow): object =>
  (JSON.parse(info) as { bankTransfer?: object }).bankTransfer ?? {};

const common = {
  group: 'Billing',
  access: 'billing:write',
  response: BillingPaymentTransaction,
} as const;

/** Payments of direct sales that come by bank, and not through a payment provider. */
export const bankPaymentRoutes = () => [
  route({
    ...common,
    method: 'POST',
    path: '/org/{orgId}/invoice/{invoiceId}/payment',
    operationId: 'recordInvoicePayment',
    summary: 'Record a payment that came by bank transfer',
    description:
      'Of an issued invoice, for all that is open of it or for a part. The invoice is paid once nothing is open. A payment that was ' +
      'recorded by mistake is taken back by `revertInvoicePayment`; money that is sent back to the buyer is recorded by `createRefund`.',
    body: BankPaymentParams,
    example: { amount: 595, receivedDate: '2027-01-15', reference: 'Invoice 1017, Acme GmbH' },
    responseDescription: 'The payment',
    errors: [
      invoiceErrors.invoice_not_found.definition,
      invoiceErrors.invoice_state.definition,
      paymentErrors.payment_transaction_state.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeTransaction(await recordBankPayment(scope, params.invoiceId, body ?? {}))),
      }),
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/org/{orgId}/invoice/{invoiceId}/payment/{paymentTransactionId}',
    operationId: 'revertInvoicePayment',
    summary: 'Take a recorded payment back',
    description:
      'The invoice is open again by the amount. The payment stays in the list as one that FAILED, with the time at which it was taken back.',
    responseDescription: 'The payment as it is now',
    errors: [
      paymentErrors.payment_transaction_not_found.definition,
      paymentErrors.payment_transaction_state.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(
          encodeTransaction(await revertBankPayment(scope, params.invoiceId, params.paymentTransactionId)),
        ),
      }),
    },
  }),
];
