import { acquireSharedBuyersLock } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { millisecondsOf } from '../../platform/records/fields.ts';
import { invoiceErrors, paymentErrors } from '../errors.ts';
import { type InvoiceRow, lockInvoice, openAmountOf, recordPayment } from '../invoices/index.ts';
import { encodeTransaction, type TransactionRow } from './columns.ts';
import { BankPaymentParams, BillingPaymentTransaction } from './records.ts';
import { openTransactions } from './states.ts';
import { findTransactions, insertTransaction } from './store.ts';

export const recordTransferRoute = route({
  group: 'Billing',
  access: 'billing:write',
  response: BillingPaymentTransaction,
  method: 'POST',
  path: '/org/{orgId}/invoice/{invoiceId}/payment',
  operationId: 'recordInvoicePayment',
  summary: 'Record a bank transfer',
  description:
    'Records a payment for all or part of the open amount of an issued invoice. The invoice is paid once ' +
    'its open amount is zero. Use `revertInvoicePayment` for a payment recorded by mistake, and `createRefund` for ' +
    'money returned to the buyer.',
  body: BankPaymentParams.optional(),
  example: { amount: 595, receivedDate: '2027-01-15', reference: 'Invoice 1017, Acme GmbH' },
  responseDescription: 'The recorded payment',
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
});

/**
 * Records a bank transfer for all or part of the open amount of an invoice.
 * @throws 404 for an unknown invoice; 400 if the invoice is not issued or has no open amount, a charge is in
 * progress, or the transfer exceeds the open amount
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
      'A charge of the invoice is in progress. Record the payment after the charge has ended.',
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

async function requireIssued(scope: OrgTransaction, invoiceId: string): Promise<InvoiceRow> {
  await acquireSharedBuyersLock(scope);
  const invoice = await lockInvoice(scope, invoiceId);
  if (!invoice || invoice.status === 'DELETED') throw invoiceErrors.invoice_not_found();
  if (invoice.status !== 'FINALIZED' || openAmountOf(invoice).amount.isZero())
    throw invoiceErrors.invoice_state(
      `The invoice is ${invoice.status}; payments can be recorded for FINALIZED invoices with an open amount.`,
    );
  return invoice;
}

/** Parses the amount of the payment. @throws 400 if it exceeds the open amount or has too many decimals */
function amountOf(invoice: InvoiceRow, given: number | undefined): Exact {
  const { amount: open } = openAmountOf(invoice);
  const amount = given === undefined ? open : new Exact(given);
  const problem =
    coinProblem(given, invoice.currency) ??
    (amount.lessThanOrEqualTo(0) ? 'must be more than 0' : undefined) ??
    (amount.greaterThan(open) ? `must be at most the open amount, ${open.toFixed()}` : undefined);
  if (problem) throw invalid([{ pointer: '/amount', message: problem }]);
  return amount;
}
