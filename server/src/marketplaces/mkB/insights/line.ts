import { createHash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { DateTime } from 'luxon';
import { printable } from '../../../platform/printable.ts';
import type { RevenueAmounts, RevenueDates, RevenueLine } from '../../revenue.ts';
import { isGuid } from '../addresses.ts';
import { isSame } from '../fulfilment/records.ts';

/** Columns of the report. Names and addresses of customers are not requested. */
export const columns = [
  'AssetId',
  'SalesChannel',
  'BillingAccountId',
  'CustomerId',
  'EarningAmountCC',
  'EarningAmountUSD',
  'EarningCurrencyCode',
  'EstimatedPayoutMonth',
  'Revenue',
  'EstimatedRevenueUSD',
  'PayoutStatus',
  'LineItemId',
  'MonthStartDate',
  'OfferName',
  'PaymentSentDate',
  'PurchaseRecordId',
  'Quantity',
  'SKU',
  'TermEndDate',
  'TermStartDate',
  'TransactionAmountCC',
  'TransactionAmountUSD',
  'BillingModel',
  'Units',
] as const;
type Column = (typeof columns)[number];

/** Columns without which a file is not a report of revenue. */
export const requiredColumns: readonly Column[] = [
  'PurchaseRecordId',
  'LineItemId',
  'MonthStartDate',
  'PayoutStatus',
];

/** A row of the report: its cells by the name of their column. */
export type Row = ReadonlyMap<string, string>;
type Cells = (column: Column) => string;

const amountForm = /^[+-]?\d{1,30}(?:\.\d{1,30})?(?:E[+-]?\d{1,2})?$/i;
const longestText = 256;

/**
 * Converts a row to a line. Amounts are in the currency of the sale; without them, in USD. A row with a negative
 * amount is a refund.
 * @param ordinal number of earlier rows with the same key (`keyOf`) in the file
 * @returns undefined for an unreadable row
 */
export function lineOf(row: Row, ordinal: number): RevenueLine | undefined {
  const cells: Cells = (column) => row.get(column) ?? '';
  const money = moneyOf(cells);
  const day = dayOf(cells('MonthStartDate')) ?? dayOf(cells('TermStartDate'));
  if (!money || !day || cells('PurchaseRecordId') === '') return undefined;
  const isSent = isSame(cells('PayoutStatus'), 'Sent');
  const sentOn = isSent ? dayOf(cells('PaymentSentDate')) : undefined;
  const id = idOf(keyOf(row), ordinal);
  return {
    id,
    version: createHash('sha256')
      .update(JSON.stringify([...row].sort()))
      .digest('hex')
      .slice(0, 32),
    isPresent: true,
    record: recordOf(row, id, money),
    soldId: assetOf(cells),
    skuId: textIn(cells, 'SKU'),
    buyerId: textIn(cells, 'CustomerId')?.toLowerCase(),
    day,
    currency: money.currency,
    amounts: amountsOf(money, cells('PayoutStatus')),
    dates: datesOf(money, day, sentOn),
    facts: factsOf(cells, id, sentOn),
    payoutId: sentOn && payoutOf(sentOn),
  };
}

/**
 * Returns what identifies a sale or a refund in every report: the purchase, the line of its invoice and the month. The
 * state of its payout, and amounts that are corrected, are not part of it.
 */
export function keyOf(row: Row): string {
  const cells: Cells = (column) => row.get(column) ?? '';
  const month = dayOf(cells('MonthStartDate')) ?? dayOf(cells('TermStartDate')) ?? '';
  const parts = [cells('PurchaseRecordId'), cells('LineItemId'), month, cells('SKU'), cells('Units')];
  return JSON.stringify([...parts, moneyOf(cells)?.isRefund ?? false]);
}

/** Returns the ids of the first rows with a key. */
export const idsOf = (key: string, count: number): string[] =>
  Array.from({ length: count }, (_, ordinal) => idOf(key, ordinal));

/** Shows the purchase and the line of the invoice in an id; the rest of the key is hashed. */
function idOf(key: string, ordinal: number): string {
  const [purchase, item] = JSON.parse(key) as string[];
  const rest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const shown = [purchase, item].map((part = '') => part.replaceAll(/[^\w.-]/g, '').slice(0, 64));
  return [...shown, rest, ...(ordinal > 0 ? [ordinal + 1] : [])].join('/');
}

type Money = { currency: string; gross: Decimal; earning: Decimal | undefined; isRefund: boolean };

/** Returns undefined if an amount is missing or unreadable: an unreadable amount is not replaced by another column. */
function moneyOf(cells: Cells): Money | undefined {
  const textOf = (...names: Column[]): string =>
    names.map((name) => cells(name)).find((cell) => cell !== '') ?? '';
  const code = cells('EarningCurrencyCode').toUpperCase();
  const own = /^[A-Z]{3}$/.test(code) ? textOf('TransactionAmountCC', 'Revenue') : '';
  const gross = own || textOf('TransactionAmountUSD', 'EstimatedRevenueUSD');
  const earned = textOf(own ? 'EarningAmountCC' : 'EarningAmountUSD');
  if (!amountForm.test(gross) || (earned !== '' && !amountForm.test(earned))) return undefined;
  const [sold, earning] = [new Decimal(gross), earned === '' ? undefined : new Decimal(earned)];
  const isRefund = sold.isZero() ? (earning?.isNegative() ?? false) : sold.isNegative();
  return { currency: own ? code : 'USD', gross: sold, earning, isRefund };
}

/** The marketplace pays nothing for a sale in this state. */
const unpaid = 'Not eligible';

function amountsOf({ gross, earning, isRefund }: Money, payout: string): RevenueAmounts {
  const due = isSame(payout, unpaid) ? new Decimal(0) : earning;
  const given = gross.negated().toFixed();
  return {
    gross: gross.toFixed(),
    ...(due ? { collectable: due.toFixed() } : {}),
    ...(isRefund ? { refundInvoiced: gross.isZero() ? '0' : given } : { invoiced: gross.toFixed() }),
    ...(due && isSame(payout, 'Sent')
      ? isRefund
        ? { refundDisbursed: due.negated().toFixed() }
        : { disbursed: due.toFixed() }
      : {}),
  };
}

const datesOf = ({ isRefund }: Money, day: string, sentOn: string | undefined): RevenueDates => ({
  ...(isRefund ? { refundInvoiceDate: day } : { invoiceDate: day }),
  ...(sentOn ? (isRefund ? { refundDisburseDate: sentOn } : { disburseDate: sentOn }) : {}),
});

/** The report names no payment. The marketplace pays once a month, so the day identifies a payment. */
const payoutOf = (day: string): string => `sent-${day}`;

const factsOf = (cells: Cells, id: string, sentOn: string | undefined): RevenueLine['facts'] => {
  const billingModel = billingModelOf(cells('BillingModel'));
  return {
    earningId: id,
    ...(billingModel ? { billingModel } : {}),
    ...(sentOn ? { paymentId: payoutOf(sentOn) } : {}),
  };
};

const billingModelOf = (text: string): string | undefined => {
  if (/usage|consum|meter/i.test(text)) return 'UsageBased';
  return /subscri|flat|seat/i.test(text) ? 'SubscriptionBased' : undefined;
};

/** Ids of subscriptions are compared in lower case. */
const assetOf = (cells: Cells): string | undefined => {
  const id = textIn(cells, 'AssetId');
  return id !== undefined && isGuid(id) ? id.toLowerCase() : id;
};

const textIn = (cells: Cells, column: Column): string | undefined =>
  printable(cells(column)).slice(0, longestText) || undefined;

/** Forms of dates in reports: the vendor publishes none. */
const dateForms = [
  'M/d/yyyy',
  'M/d/yyyy h:mm:ss a',
  'M/d/yyyy H:mm:ss',
  'yyyy-MM',
  'MMM yyyy',
  'MMM-yyyy',
  'MMMM yyyy',
];

/** Reads a day (UTC); the first day of a month without a day. */
function dayOf(text: string): string | undefined {
  const found = [
    DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' }),
    ...(text === ''
      ? []
      : dateForms.map((form) => DateTime.fromFormat(text, form, { zone: 'utc', locale: 'en-US' }))),
  ].find((time) => time.isValid && time.year > 1);
  return found?.toISODate() ?? undefined;
}

const known = new Set<string>(columns);
/** Columns that the marketplace may add later are kept under their own names, up to this number. */
const mostUnknown = 20;

/** Creates the stored record. Its amounts in USD are the marketplace's own conversion. */
function recordOf(row: Row, id: string, { currency, gross, earning }: Money): Record<string, unknown> {
  const cells: Cells = (column) => row.get(column) ?? '';
  const timeOf = (column: Column) => {
    const day = dayOf(cells(column));
    return day ? { time: `${day}T00:00:00.000Z`, valid: true } : undefined;
  };
  const usdOf = (column: Column, own: Decimal | undefined) => {
    const text = cells(column);
    if (amountForm.test(text)) return Number(text);
    return currency === 'USD' ? own?.toNumber() : undefined;
  };
  const fields = {
    billingModel: textIn(cells, 'BillingModel'),
    earningID: id,
    earningUsd: usdOf('EarningAmountUSD', earning),
    estimatedPayoutMonth: timeOf('EstimatedPayoutMonth'),
    mkBAssetID: assetOf(cells),
    mkBBillingAccountID: textIn(cells, 'BillingAccountId'),
    mkBCustomerID: textIn(cells, 'CustomerId'),
    mkBOfferID: textIn(cells, 'OfferName'),
    mkBPlanID: textIn(cells, 'SKU'),
    paymentSentDate: timeOf('PaymentSentDate'),
    payoutStatus: textIn(cells, 'PayoutStatus'),
    purchaseRecordID: textIn(cells, 'PurchaseRecordId'),
    revenueUsd: usdOf('TransactionAmountUSD', gross),
    termEndDate: dayOf(cells('TermEndDate')),
    termStartDate: dayOf(cells('TermStartDate')),
    transactionDate: timeOf('MonthStartDate'),
  };
  const further = [...row]
    .filter(([name, text]) => !known.has(name) && !Object.hasOwn(fields, name) && text !== '')
    .slice(0, mostUnknown)
    .map(([name, text]) => [printable(name).slice(0, 64), printable(text).slice(0, longestText)] as const);
  return Object.fromEntries(
    [...Object.entries(fields), ...further].filter(
      ([name, item]) => name !== '__proto__' && item !== undefined,
    ),
  );
}
