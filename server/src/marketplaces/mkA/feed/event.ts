import { Decimal } from 'decimal.js';
import { printable } from '../../../platform/printable.ts';
import type { RevenueAmounts, RevenueDates, RevenueLine } from '../../revenue.ts';

/** Reads a cell of a row by column name: empty if the row or the file lacks the column. */
export type Cells = (column: string) => string;

/** Required columns: a file without them is not a feed of billing events. */
export const requiredColumns = ['billing_event_id', 'action', 'transaction_type', 'amount', 'currency'];

/**
 * The category of an amount. `BALANCE`: owed to the seller, or by the seller to the marketplace. `TAX`: the
 * seller's own tax. `INFORMATION`: tax that the marketplace collects and pays. `PAYOUT`: a transfer to the
 * seller's bank.
 */
type Kind = 'BALANCE' | 'TAX' | 'INFORMATION' | 'PAYOUT';

const kinds: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['SELLER_TAX', 'TAX'],
  ['SELLER_', 'BALANCE'],
  ['AWS_REV_', 'BALANCE'],
  ['BALANCE_ADJUSTMENT', 'BALANCE'],
  ['AWS_TAX', 'INFORMATION'],
  ['DISBURSEMENT', 'PAYOUT'],
];

/**
 * Returns the category of an event. An unknown type counts as `BALANCE` if the feed marks the event as a
 * change to the seller's balance.
 */
const kindOf = (type: string, isImpacting: boolean): Kind =>
  kinds.find(([prefix]) => type.startsWith(prefix))?.[1] ?? (isImpacting ? 'BALANCE' : 'INFORMATION');

const isGivenBack = (type: string): boolean => /_(?:REFUND|CREDIT)$/.test(type);

const decimal = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;
const identifier = /^[\w.:/-]{1,128}$/;
const longestText = 256;

/**
 * Converts a row to a revenue line. Invoices are read by agreement but lack the marketplace's fee, so a
 * billing row only adds the fee and the collectable amount. A payout row adds all amounts.
 * @returns undefined for a truncated or unreadable row
 */
export function lineOf(cells: Cells): RevenueLine | undefined {
  const [id, currency, amount] = [cells('billing_event_id'), cells('currency'), cells('amount')];
  const day = dayOf(cells, ['invoice_date', 'usage_period_end_date', 'valid_from', 'insert_date']);
  if (!identifier.test(id) || !/^[A-Z]{3}$/.test(currency) || !decimal.test(amount) || !day) return undefined;
  const isDeleted = cells('delete_date') !== '';
  const event = isDeleted ? deleted : readEvent(cells, id);
  return {
    id,
    version: versionOf(cells, isDeleted),
    versionsAscend: true,
    record: recordOf(cells, isDeleted ? new Decimal(0) : new Decimal(amount)),
    day,
    currency,
    ...event,
  };
}

type Event = Pick<
  RevenueLine,
  'parentId' | 'soldId' | 'amounts' | 'dates' | 'facts' | 'payoutId' | 'failedPayoutId'
>;

const deleted: Event = { amounts: {}, dates: {}, facts: {} };

function readEvent(cells: Cells, id: string): Event {
  const type = cells('transaction_type');
  const kind = kindOf(type, cells('balance_impacting') === '1');
  const parentId = idIn(cells, 'parent_billing_event_id');
  const paidWith = idIn(cells, 'disbursement_billing_event_id');
  const bankTraceId = textIn(cells, 'bank_trace_id');
  const facts = {
    ...(textIn(cells, 'invoice_id') ? { invoiceId: textIn(cells, 'invoice_id') as string } : {}),
    ...(bankTraceId ? { bankTraceId } : {}),
  };
  if (kind === 'PAYOUT') return readPayout(cells, { id, parentId, type, facts });
  const soldId = idIn(cells, 'agreement_id');
  const amount = new Decimal(cells('amount'));
  if (paidWith) {
    const paidOn = dayOf(cells, ['valid_from', 'insert_date', 'update_date']);
    return {
      parentId,
      soldId,
      amounts: kind === 'INFORMATION' ? {} : paidAmounts(type, amount),
      dates: paidOn ? { [isGivenBack(type) ? 'refundDisburseDate' : 'disburseDate']: paidOn } : {},
      facts: { ...facts, disbursementBillingEventId: paidWith },
      payoutId: paidWith,
    };
  }
  // A refund has the date of its credit memo. The parent event is used only if no other field identifies the
  // sale.
  return {
    ...(soldId ? { soldId } : { parentId }),
    amounts: billedAmounts(cells, kind, amount),
    dates: billedDates(cells, type),
    facts,
  };
}

/** Reads the row of a whole transfer. A returned transfer refers to the original transfer. */
function readPayout(
  cells: Cells,
  { id, parentId, type, facts }: Pick<Event, 'parentId' | 'facts'> & { id: string; type: string },
): Event {
  const day = dayOf(cells, ['invoice_date', 'valid_from', 'insert_date']);
  const isFailure = type !== 'DISBURSEMENT' || cells('action') !== 'DISBURSED';
  const failed = parentId ?? idIn(cells, 'disbursement_billing_event_id');
  if (isFailure) return { amounts: {}, dates: {}, facts, failedPayoutId: failed };
  return {
    amounts: {},
    dates: day ? { disburseDate: day } : {},
    facts: { ...facts, disbursementBillingEventId: id },
    payoutId: id,
  };
}

/**
 * Returns the paid-out amounts of a row. In the feed, their sign is opposite to the sign of billed amounts.
 */
const paidAmounts = (type: string, amount: Decimal): RevenueAmounts =>
  isGivenBack(type)
    ? { refundDisbursed: amount.toFixed() }
    : { disbursed: amount.isZero() ? '0' : amount.negated().toFixed() };

function billedAmounts(cells: Cells, kind: Kind, amount: Decimal): RevenueAmounts {
  const isBilled = ['INVOICED', 'FORGIVEN'].includes(cells('action'));
  if (!isBilled || kind === 'INFORMATION' || cells('balance_impacting') === '0') return {};
  return kind === 'TAX' ? { tax: amount.toFixed() } : { collectable: amount.toFixed() };
}

function billedDates(cells: Cells, type: string): RevenueDates {
  const invoiceDate = dayOf(cells, ['invoice_date']);
  if (isGivenBack(type)) return invoiceDate ? { refundInvoiceDate: invoiceDate } : {};
  const paymentDueDate = dayOf(cells, ['payment_due_date']);
  return { ...(invoiceDate ? { invoiceDate } : {}), ...(paymentDueDate ? { paymentDueDate } : {}) };
}

/** Reads a time; without a zone it is UTC. */
function timeOf(text: string): Date | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const read = new Date(time === undefined ? `${day}` : `${day}T${time}${zone ?? 'Z'}`);
  return Number.isNaN(read.getTime()) ? undefined : read;
}

/** Reads the day (UTC) of the first column that has a time. */
const dayOf = (cells: Cells, columns: readonly string[]): string | undefined =>
  columns
    .flatMap((column) => timeOf(cells(column)) ?? [])[0]
    ?.toISOString()
    .slice(0, 10);

/**
 * Returns the version of an event, which is the time of its last change. The latest version applies; a
 * deletion overrides all versions.
 */
function versionOf(cells: Cells, isDeleted: boolean): string {
  const times = ['update_date', 'insert_date', 'valid_from'].flatMap((name) => timeOf(cells(name)) ?? []);
  return `${times[0]?.toISOString() ?? ''}${isDeleted ? ' deleted' : ''}`;
}

const idIn = (cells: Cells, column: string): string | undefined =>
  identifier.test(cells(column)) ? cells(column) : undefined;

const textIn = (cells: Cells, column: string): string | undefined =>
  printable(cells(column)).slice(0, longestText) || undefined;

/** Columns of the feed by the record's field names. */
const texts = {
  action: 'action',
  agreementID: 'agreement_id',
  bankTraceID: 'bank_trace_id',
  billingAddressID: 'billing_address_id',
  brokerID: 'broker_id',
  buyerTransactionReferenceID: 'buyer_transaction_reference_id',
  currency: 'currency',
  dataFeedProductID: 'product_id',
  disbursementBillingEventID: 'disbursement_billing_event_id',
  endUserAccountID: 'end_user_account_id',
  fromAccountID: 'from_account_id',
  id: 'billing_event_id',
  invoiceID: 'invoice_id',
  parentBillingEventID: 'parent_billing_event_id',
  toAccountID: 'to_account_id',
  transactionReferenceID: 'transaction_reference_id',
  transactionType: 'transaction_type',
};
const times = {
  insertDate: 'insert_date',
  invoiceDate: 'invoice_date',
  paymentDueDate: 'payment_due_date',
  usagePeriodEndDate: 'usage_period_end_date',
  usagePeriodStartDate: 'usage_period_start_date',
};

function recordOf(cells: Cells, amount: Decimal): Record<string, unknown> {
  const record: Record<string, unknown> = { amount: amount.toNumber() };
  for (const [field, column] of Object.entries(texts)) record[field] = textIn(cells, column);
  for (const [field, column] of Object.entries(times)) {
    const time = timeOf(cells(column));
    if (time) record[field] = { time: time.toISOString(), valid: true };
  }
  if (/^[01]$/.test(cells('balance_impacting'))) record.balanceImpacting = Number(cells('balance_impacting'));
  return record;
}
