import { csvTableOf, type PrintedTable, printedTable } from '../platform/lists/csv-list.ts';
import { RevenueRecord } from '../revenue/records.ts';
import {
  encodeDetail,
  encodeRecord,
  encodeUsage,
  encodeVerification,
  moneyFields,
  recordFields,
  usageFields,
  verificationFields,
} from './columns.ts';
import type { DayList } from './day-list.ts';
import { UsageMeteringDailyRecord, UsageMeteringDailyVerification } from './records.ts';

/** The maximum number of lines in a record. */
const mostLines = 1000;

const days = [
  'invoice_date',
  'payment_due_date',
  'disburse_date',
  'refund_invoice_date',
  'refund_disburse_date',
].map((name) => `x.${name}`);

const lines = `(SELECT array_agg(l.record::text ORDER BY l.id) FROM (
    SELECT d.id, d.record FROM revenue_detail d
    WHERE d.organization_id = x.organization_id AND d.entitlement_id = x.entitlement_id AND d.day = x.day
      AND d.currency = x.currency AND d.is_current ORDER BY d.id LIMIT ${mostLines}) l)`;

/** The revenue columns whose values never require quoting in CSV: record ids, and the marketplace's code. */
const made: readonly string[] = ['id', 'organization_id', 'entitlement_id', 'buyer_id', 'partner'];

const ofRevenue = ({ columns, linesOf, cells }: PrintedTable): PrintedTable => ({
  columns,
  linesOf,
  cells: cells.map(({ sql, kind }) => (made.includes(sql) ? { sql, kind, isMade: true } : { sql, kind })),
});

const ofRecord = `x.organization_id, x.entitlement_id, x.product_id, x.partner, x.currency, e.buyer_id,
  ${moneyFields.map(([, column]) => `x.${column}`).join(', ')}, ${days.join(', ')}`;

export const recordList: DayList = {
  table: 'revenue_record',
  columns: `${ofRecord}, x.info, ${lines} AS lines`,
  csvColumns: ofRecord,
  bytes: `1000 + octet_length(x.info::text) + (SELECT coalesce(sum(octet_length(d.record::text)), 0) FROM revenue_detail d
    WHERE d.organization_id = x.organization_id AND d.entitlement_id = x.entitlement_id AND d.day = x.day
      AND d.currency = x.currency AND d.is_current)`,
  hasProduct: true,
  field: 'revenueRecords',
  encode: encodeRecord,
  csv: ofRevenue(csvTableOf(recordFields, RevenueRecord)),
};

const camel = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const detailMoney = (
  [
    ['gross', 'Amount that the buyer pays, without tax.'],
    ['collectable', 'Amount that the seller can collect.'],
    ['invoiced', 'Amount invoiced.'],
    ['tax', 'Tax.'],
    ['disbursed', 'Amount paid out.'],
    ['refund_invoiced', 'Amount refunded to the buyer.'],
    ['refund_disbursed', 'Amount deducted from the seller for refunds.'],
  ] as const
).map(([column, description]) => [camel(column), column, 'number', description] as const);

/** The columns of a line in CSV. */
const detailTable = printedTable([
  ['lineID', 'line_id', 'text', 'The marketplace’s id of the line.'],
  ['version', 'version', 'text', 'Version of the line.'],
  ['entitlementID', 'entitlement_id', 'text', 'The entitlement; empty while unknown.'],
  ['buyerID', 'buyer_id', 'text', 'The buyer.'],
  ['productID', 'product_id', 'text', 'The product.'],
  ['partner', 'partner', 'text', 'The marketplace.'],
  ['date', 'day', 'time', 'The day.'],
  ['currency', 'currency', 'text', 'Currency of all amounts.'],
  ...detailMoney,
  ['payoutID', 'payout_id', 'text', 'The payout.'],
]);

const ofDetail = `x.organization_id, x.entitlement_id, x.product_id, x.partner, x.line_id, x.version, x.currency, x.payout_id,
    ${detailMoney.map(([, column]) => `x.${column}`).join(', ')}, e.buyer_id`;

/** Returns the list of current lines. A new version of a line replaces the current line. */
export const detailList = (isUnmatched: boolean): DayList => ({
  table: 'revenue_detail',
  columns: `${ofDetail}, x.record, e.offer_id`,
  csvColumns: ofDetail,
  bytes: '800 + octet_length(x.record::text)',
  conditions: isUnmatched
    ? [
        'x.is_current AND x.entitlement_id IS NULL AND coalesce(x.sold_id, x.sku_id, x.parent_line_id) IS NOT NULL',
      ]
    : ['x.is_current'],
  hasProduct: true,
  field: 'revenueRecordDetails',
  encode: encodeDetail,
  csv: ofRevenue(detailTable),
});

const ofUsage = 'x.organization_id, x.entitlement_id, x.partner, x.key, x.group_by, x.quantity, x.amount';

export const usageList: DayList = {
  table: 'usage_daily',
  columns: ofUsage,
  csvColumns: ofUsage,
  bytes: '600',
  hasProduct: false,
  field: 'usageMeteringDailyRecords',
  encode: encodeUsage,
  csv: csvTableOf(usageFields, UsageMeteringDailyRecord),
};

const ofVerification = `x.organization_id, x.entitlement_id, x.partner, x.key, x.reported_quantity, x.reported_amount,
    x.billed_quantity, x.billed_amount,
    CASE WHEN x.reported_quantity IS NOT NULL THEN x.day END AS reported_day,
    CASE WHEN x.billed_quantity IS NOT NULL THEN x.day END AS billed_day,
    coalesce(x.reported_quantity, 0) = coalesce(x.billed_quantity, 0) AS is_quantity_matched,
    coalesce(x.reported_amount, 0) = coalesce(x.billed_amount, 0) AS is_amount_matched`;

export const verificationList: DayList = {
  table: 'usage_verification',
  columns: ofVerification,
  csvColumns: ofVerification,
  bytes: '600',
  hasProduct: true,
  field: 'usageMeteringDailyVerifications',
  encode: encodeVerification,
  csv: csvTableOf(verificationFields, UsageMeteringDailyVerification),
};
