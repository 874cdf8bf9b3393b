import type { BillingPaymentTransaction, WithId } from '@tradepost/sdk';
import { createRefund } from '../../generated/buyers.ts';
import { revertInvoicePayment } from '../../generated/invoices.ts';
import { listPaymentTransactions } from '../../generated/paymentTransactions.ts';
import { settleSandboxPayment } from '../../generated/sandbox.ts';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export type Payment = WithId<BillingPaymentTransaction>;

const isByBank = ({ walletID, partner }: Payment) => !walletID && !partner;
const isReverted = ({ info }: Payment) => info?.bankTransfer?.revertedTime !== undefined;
const isDisputed = ({ info }: Payment) => (info?.payADisputes ?? []).length > 0;
const isPaid = ({ type, status }: Payment) => type === 'CHARGE' && status === 'SUCCESS';

/** The names of the ways to pay. */
export const walletNames: Readonly<Record<string, string>> = {
  ach_debit: 'ACH debit',
  bacs_debit: 'BACS debit',
  card: 'Card',
  credit: 'Credit',
  sepa_debit: 'SEPA debit',
};

const method = (payment: Payment): string => {
  if (payment.walletType) return walletNames[payment.walletType] ?? payment.walletType;
  const reference = payment.info?.bankTransfer?.reference;
  return reference ? `Bank transfer, ${reference}` : 'Bank transfer';
};

/** The list of payments, of an invoice or of the organization. */
export const paymentList = { operation: listPaymentTransactions, query: { order: 'desc' } } as const;

export const paymentColumns: readonly ResourceColumn<Payment>[] = [
  { name: 'Created', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
  {
    name: 'Type',
    width: 'narrow',
    cell: ({ type }) => <Badge>{type === 'REFUND' ? 'Refund' : 'Payment'}</Badge>,
  },
  {
    name: 'Amount',
    width: 'amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
  },
  { name: 'Method', cell: method },
  {
    name: 'Status',
    width: 'narrow',
    cell: (payment) => <Status of={isReverted(payment) ? 'REVERTED' : payment.status} />,
  },
  {
    name: 'Problem',
    cell: (payment) => payment.info?.payAError?.message ?? (isDisputed(payment) && 'Disputed by the buyer'),
  },
];

const refund: Action<Payment> = {
  operation: createRefund,
  label: 'Refund',
  submit: 'Refund',
  kind: 'danger',
  params: ({ id, buyerID }) => ({ paymentTransactionId: id, buyerId: buyerID }),
  start: ({ amount }) => ({ $query: { amount } }),
  help: 'Credit is returned at once. A payment provider returns the money later. For a bank transfer, return the money by bank: the refund only records it. The invoice stays paid.',
  isHidden: (payment) => !isPaid(payment),
  done: 'The refund is recorded.',
};

const revert: Action<Payment> = {
  operation: revertInvoicePayment,
  label: 'Revert',
  params: ({ id, invoiceID }) => ({ paymentTransactionId: id, invoiceId: invoiceID }),
  question:
    'Revert a payment that was recorded by mistake: its amount is open again. For money that you return, use Refund.',
  isHidden: (payment) => !isPaid(payment) || !isByBank(payment),
  done: 'The payment is reverted.',
};

/** Whether a payment provider charged the buyer; credit and bank transfers have no provider. */
const isCharge = ({ type, partner }: Payment) => type === 'CHARGE' && partner !== undefined;

/** The bank and the buyer of the sandbox. */
const plays: readonly Action<Payment>[] = [
  {
    operation: settleSandboxPayment,
    label: 'Settle as bank',
    params: ({ id }) => ({ paymentTransactionId: id }),
    submit: 'Settle',
    start: { outcome: 'SUCCEED' },
    isTest: true,
    help: '',
    helps: { outcome: 'A disputed payment succeeds first.' },
    isHidden: (payment) => !isCharge(payment) || payment.status !== 'PROCESSING',
    done: 'The bank settled the payment.',
  },
  {
    operation: settleSandboxPayment,
    label: 'Dispute as buyer',
    params: ({ id }) => ({ paymentTransactionId: id }),
    isTest: true,
    preset: { outcome: 'DISPUTE' },
    isHidden: (payment) => !isCharge(payment) || !isPaid(payment) || isDisputed(payment),
    done: 'The buyer disputed the payment.',
  },
];

/** The actions on a payment. */
export const paymentActions: readonly Action<Payment>[] = [refund, revert, ...plays];
