import type { BillingPaymentTransaction, WithId } from '@tradepost/sdk';
import { createRefund } from '../../generated/buyers.ts';
import { revertInvoicePayment } from '../../generated/invoices.ts';
import { listPaymentTransactions } from '../../generated/paymentTransactions.ts';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export type Payment = WithId<BillingPaymentTransaction>;

const isByBank = ({ walletID, partner }: Payment) => !walletID && !partner;
const isReverted = ({ info }: Payment) => info?.bankTransfer?.revertedTime !== undefined;
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
  { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} /> },
  {
    name: 'Type',
    width: 'narrow',
    cell: ({ type }) => <Badge>{type === 'REFUND' ? 'Refund' : 'Payment'}</Badge>,
  },
  { name: 'Amount', align: 'end', cell: ({ amount, currency }) => <Money of={amount} in={currency} /> },
  { name: 'Method', cell: method },
  {
    name: 'Status',
    width: 'narrow',
    cell: (payment) => <Status of={isReverted(payment) ? 'REVERTED' : payment.status} />,
  },
  { name: 'Problem', cell: ({ info }) => info?.payAError?.message },
];

export const refund: Action<Payment> = {
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

export const revert: Action<Payment> = {
  operation: revertInvoicePayment,
  label: 'Revert',
  params: ({ id, invoiceID }) => ({ paymentTransactionId: id, invoiceId: invoiceID }),
  question:
    'Revert a payment that was recorded by mistake: its amount is open again. For money that you return, use Refund.',
  isHidden: (payment) => !isPaid(payment) || !isByBank(payment),
  done: 'The payment is reverted.',
};
