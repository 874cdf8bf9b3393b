import { Decimal } from 'decimal.js';
import type { Clock } from '../http/clock.ts';
import type { Agreements } from './agreements/agreements.ts';
import type { Invoice, Invoices } from './agreements/invoices.ts';
import type { Documents } from './documents.ts';
import type { Ids } from './ids.ts';

/** Columns of billing events in delivery order, and columns that a later version of the feed may add. */
const columns = [
  'billing_event_id',
  'valid_from',
  'insert_date',
  'update_date',
  'delete_date',
  'from_account_id',
  'to_account_id',
  'end_user_account_id',
  'billing_address_id',
  'product_id',
  'offer_id',
  'agreement_id',
  'invoice_id',
  'invoice_date',
  'payment_due_date',
  'usage_period_start_date',
  'usage_period_end_date',
  'action',
  'transaction_type',
  'transaction_reference_id',
  'buyer_transaction_reference_id',
  'parent_billing_event_id',
  'disbursement_billing_event_id',
  'bank_trace_id',
  'broker_id',
  'currency',
  'amount',
  'balance_impacting',
  'column_to_come',
] as const;
export type FeedRow = Partial<Record<(typeof columns)[number], string>>;

/** The marketplace’s fee on each invoice. */
const feePercent = 3;
const dayMs = 86_400_000;

type Parts = { invoices: Invoices; agreements: Agreements; documents: Documents; clock: Clock; ids: Ids };
type Feed = { bucket: string; prefix: string; rows: Map<string, FeedRow[]>; billed: Set<Invoice> };

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** Formats rows as a delivered file. */
export const csvOf = (rows: readonly FeedRow[]): string =>
  [columns, ...rows.map((row) => columns.map((name) => cell(row[name] ?? '')))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

const secondOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

/**
 * Simulates the seller’s data feed of billing events: one CSV file per month in the seller's bucket, to which
 * each delivery appends. Each invoice results in an event for the seller’s part and an event for the fee.
 * Paid-out amounts have the opposite sign.
 */
export function createDataFeed(parts: Parts) {
  const { agreements, clock, documents, ids, invoices } = parts;
  const feeds = new Map<string, Feed>();
  const eventId = () => ids.hex(40);
  const feedOf = (account: string): Feed => {
    const found = feeds.get(account);
    if (!found) throw new Error(`The account ${account} has set up no data feed.`);
    return found;
  };
  const keyOf = ({ prefix }: Feed, ms = clock.now()): string => {
    const [year, month] = new Date(ms).toISOString().split('-');
    return `${prefix}year=${year}/month=${month}/data.csv`;
  };
  const add = (account: string, rows: readonly FeedRow[], key = keyOf(feedOf(account))) => {
    const feed = feedOf(account);
    const all = [
      ...(feed.rows.get(key) ?? []),
      ...rows.map((row) => ({ ...historyAt(clock.now()), ...row })),
    ];
    feed.rows.set(key, all);
    documents.put(feed.bucket, key, csvOf(all));
  };

  return {
    /** Sets up the feed, as the seller, which enables deliveries. */
    setUp: (account: string, bucket: string, prefix = 'billing_event_v1/') => {
      feeds.set(account, { bucket, prefix, rows: new Map(), billed: new Set() });
      return { bucket, prefix };
    },
    /** Delivers the amounts that were invoiced and credited since the last delivery. */
    deliver: (account: string) => {
      const feed = feedOf(account);
      const fresh = invoices
        .all()
        .filter((one) => agreements.find(one.agreementId)?.proposer === account && !feed.billed.has(one));
      for (const one of fresh) feed.billed.add(one);
      add(
        account,
        fresh.flatMap((one) => billedRows(one, account, eventId)),
      );
    },
    /**
     * Pays out the delivered amounts that are not paid out yet, delivers the payout, and returns the
     * transfer.
     */
    payOut: (account: string) => {
      const { open, transfer } = payoutOf([...feedOf(account).rows.values()].flat(), {
        billing_event_id: eventId(),
        to_account_id: account,
        invoice_date: secondOf(clock.now()),
        bank_trace_id: `trace-${ids.hex(12)}`,
      });
      add(account, [...open.map((row) => paidRow(row, transfer, eventId())), transfer]);
      return transfer;
    },
    /** Delivers given events to the file of the month or to the file with a given key. */
    add,
    rowsOf: (account: string) => [...feedOf(account).rows.values()].flat(),
    currentKey: (account: string) => keyOf(feedOf(account)),
    /** Replaces the rows of a file. */
    rewrite: (account: string, key: string, change: (rows: readonly FeedRow[]) => readonly FeedRow[]) => {
      const feed = feedOf(account);
      feed.rows.set(key, [...change(feed.rows.get(key) ?? [])]);
      documents.put(feed.bucket, key, csvOf(feed.rows.get(key) ?? []));
    },
  };
}
export type DataFeed = ReturnType<typeof createDataFeed>;

const historyAt = (ms: number): FeedRow => {
  const time = secondOf(ms);
  return { valid_from: time, insert_date: time, update_date: time };
};

/**
 * Returns the events of an invoice: the seller’s part, the marketplace’s fee, and the tax that the
 * marketplace pays.
 */
function billedRows(invoice: Invoice, account: string, eventId: () => string): FeedRow[] {
  const end = invoice.type === 'CREDIT_MEMO' ? '_REFUND' : '';
  const size = new Decimal(invoice.amount).abs();
  const sign = end ? -1 : 1;
  const share = size.times(sign);
  const fee = size.times(feePercent).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).times(-sign);
  const common: FeedRow = {
    end_user_account_id: '111122223333',
    product_id: 'prod-feed',
    agreement_id: invoice.agreementId,
    invoice_id: invoice.invoiceId,
    invoice_date: secondOf(invoice.issuedMs),
    action: 'INVOICED',
    transaction_reference_id: `reference-${invoice.invoiceId}`,
    currency: invoice.currency,
    balance_impacting: '1',
    ...(end ? {} : { payment_due_date: secondOf(invoice.issuedMs + 30 * dayMs) }),
  };
  const row = (transaction_type: string, amount: Decimal, more: FeedRow = {}): FeedRow => ({
    ...common,
    billing_event_id: eventId(),
    transaction_type: `${transaction_type}${end}`,
    amount: amount.toFixed(),
    ...more,
  });
  return [
    row('SELLER_REV_SHARE', share, { from_account_id: '111122223333', to_account_id: account }),
    row('AWS_REV_SHARE', fee, { from_account_id: account, to_account_id: 'AWS' }),
    row('AWS_TAX_SHARE', share.times('0.2'), { balance_impacting: '0', to_account_id: 'AWS' }),
  ];
}

/** Returns whether a row is the marketplace’s fee. */
export const isFee = (row: FeedRow): boolean => row.transaction_type === 'AWS_REV_SHARE';

const isOwed = (row: FeedRow): boolean =>
  row.action === 'INVOICED' && row.balance_impacting === '1' && !row.disbursement_billing_event_id;

/** Returns the events of a payout: the amounts owed to the seller, and the transfer of their sum. */
function payoutOf(rows: readonly FeedRow[], given: FeedRow): { open: FeedRow[]; transfer: FeedRow } {
  const paid = new Set(rows.map((row) => row.disbursement_billing_event_id && row.parent_billing_event_id));
  const open = rows.filter((row) => isOwed(row) && !paid.has(row.billing_event_id));
  const amount = open.reduce((sum, row) => sum.plus(row.amount ?? 0), new Decimal(0)).toFixed();
  const transfer = {
    ...given,
    action: 'DISBURSED',
    transaction_type: 'DISBURSEMENT',
    currency: open[0]?.currency ?? 'USD',
    amount,
    balance_impacting: '1',
  };
  return { open, transfer };
}

const paidRow = (
  { valid_from: _, insert_date: __, update_date: ___, ...row }: FeedRow,
  { billing_event_id: payoutId = '' }: FeedRow,
  id: string,
): FeedRow => ({
  ...row,
  billing_event_id: id,
  action: 'DISBURSED',
  parent_billing_event_id: row.billing_event_id ?? '',
  disbursement_billing_event_id: payoutId,
  payment_due_date: '',
  amount: new Decimal(row.amount ?? 0).negated().toFixed(),
});
