import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../../platform/database/define-statement.ts';
import { mustChange } from '../../platform/database/must-change.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { Deduction } from './deductions.ts';
import { parseExact, printExact } from './exact-json.ts';
import type { KnownFee, PrintedFee, ShownLine } from './fees.ts';
import type { BillingInvoiceType } from './records.ts';

/**
 * Reads the billed fees of entitlements, each sorted by period. Locking an entitlement also guards its
 * invoices.
 */
export async function readFees(
  scope: OrgTransaction,
  entitlementIds: readonly string[],
): Promise<Map<string, KnownFee[]>> {
  const found = await scope.query<
    RowOf<
      'invoice_fee',
      | 'invoice_id'
      | 'entitlement_id'
      | 'position'
      | 'fee_key'
      | 'entitlement_term_id'
      | 'period_start'
      | 'billed_until'
      | 'amount'
      | 'credited_amount'
    > & { kind: BillingInvoiceType; is_draft: boolean }
  >({
    name: 'fees_of_entitlements',
    // The sort order follows the intended index. For a young table the planner rates other indexes as equal
    // and would scan the whole table.
    text: `SELECT f.invoice_id, f.entitlement_id, f.position, f.kind, f.fee_key, f.entitlement_term_id, f.period_start, f.billed_until, f.amount,
             f.credited_amount, (SELECT i.status = 'DRAFT' FROM invoice i WHERE i.organization_id = $1 AND i.id = f.invoice_id
               ORDER BY i.id LIMIT 1) AS is_draft
           FROM unnest($2::text[]) AS sale (id) CROSS JOIN LATERAL (
             SELECT n.invoice_id, n.entitlement_id, n.position, n.kind, n.fee_key, n.entitlement_term_id, n.period_start, n.billed_until,
               n.amount, n.credited_amount FROM invoice_fee n WHERE n.organization_id = $1 AND n.entitlement_id = sale.id AND n.live
             ORDER BY n.period_start) f
           ORDER BY f.period_start, f.invoice_id, f.position`,
    values: [scope.organizationId, entitlementIds],
  });
  const fees = new Map<string, KnownFee[]>();
  for (const [id, ofOne] of groupBy(found, (row) => row.entitlement_id))
    fees.set(
      id,
      ofOne.map((row) => ({
        invoiceId: row.invoice_id,
        position: row.position,
        isDraft: row.is_draft,
        kind: row.kind,
        key: row.fee_key,
        termId: row.entitlement_term_id,
        start: row.period_start,
        until: row.billed_until,
        amount: new Exact(row.amount),
        credited: new Exact(row.credited_amount),
      })),
    );
  return fees;
}

const insert = defineStatement(
  'insert_invoice_fees',
  {
    fees: rows('invoice_fee', [
      'organization_id',
      'invoice_id',
      'position',
      'entitlement_id',
      'entitlement_term_id',
      'kind',
      'fee_key',
      'period_start',
      'period_end',
      'billed_until',
      'is_late',
      'amount',
      'lines',
    ]),
  },
  ({ fees }) => `${fees.insert('n', {})} FROM ${fees.unnest('n')}`,
);

type Place = { invoiceId: string; entitlementId: string; kind: BillingInvoiceType };

/** Inserts the fees of new invoices. A fee that is billed already violates the unique index on fee keys. */
export async function insertFees(
  scope: OrgTransaction,
  invoices: readonly (Place & { fees: readonly PrintedFee[] })[],
): Promise<void> {
  const fees = invoices.flatMap(({ fees, ...place }) =>
    fees.map((fee, position) => rowOf(scope, place, fee, position)),
  );
  await scope.query(insert({ fees }));
}

const rowOf = (scope: OrgTransaction, place: Place, fee: PrintedFee, position: number) => ({
  organization_id: scope.organizationId,
  invoice_id: place.invoiceId,
  position,
  entitlement_id: place.entitlementId,
  entitlement_term_id: fee.termId,
  kind: place.kind,
  fee_key: fee.key,
  period_start: fee.start,
  period_end: fee.end,
  billed_until: fee.end,
  is_late: fee.isLate,
  amount: fee.amount.toFixed(),
  lines: printExact(fee.lines),
});

const keyOf = (scope: OrgTransaction, { invoiceId, position }: Pick<KnownFee, 'invoiceId' | 'position'>) => ({
  organization_id: scope.organizationId,
  invoice_id: invoiceId,
  position,
});

const feeKeyColumns = columns('invoice_fee', ['organization_id', 'invoice_id', 'position']);

const shorten = defineStatement(
  'shorten_invoice_fee',
  {
    key: feeKeyColumns,
    fee: columns('invoice_fee', ['billed_until', 'amount', 'lines']),
  },
  ({ key, fee }) =>
    `UPDATE invoice_fee f SET ${fee.set}, period_end = ${fee.at.billed_until} WHERE ${key.equals('f')}`,
);

/** Shortens a fee of a draft. */
export async function shortenFee(
  scope: OrgTransaction,
  fee: KnownFee,
  { until, amount, lines }: { until: string; amount: Exact; lines: readonly ShownLine[] },
): Promise<void> {
  await scope.query(
    shorten({
      key: keyOf(scope, fee),
      fee: { billed_until: until, amount: amount.toFixed(), lines: printExact(lines) },
    }),
  );
}

/** Removes a fee from a draft. */
export async function removeFee(scope: OrgTransaction, { invoiceId, position }: KnownFee): Promise<void> {
  await scope.query(
    mustChange({
      name: 'remove_invoice_fee',
      text: 'DELETE FROM invoice_fee f WHERE f.organization_id = $1 AND f.invoice_id = $2 AND f.position = $3',
      values: [scope.organizationId, invoiceId, position],
    }),
  );
}

const credit = defineStatement(
  'credit_invoice_fee',
  { key: feeKeyColumns, fee: columns('invoice_fee', ['billed_until', 'credited_amount']) },
  ({ key, fee }) => `UPDATE invoice_fee f SET ${fee.set} WHERE ${key.equals('f')}`,
);

/** Records the credit on a fee of an issued invoice. Its lines stay as they were issued. */
export async function creditFee(
  scope: OrgTransaction,
  fee: KnownFee,
  { until, credited }: { until: string; credited: Exact },
): Promise<void> {
  await scope.query(
    credit({
      key: keyOf(scope, fee),
      fee: { billed_until: until, credited_amount: credited.toFixed() },
    }),
  );
}

/** Releases the fees of a voided or deleted invoice, so that they can be billed again. */
export async function releaseFees(scope: OrgTransaction, invoiceId: string): Promise<void> {
  await scope.query({
    name: 'release_invoice_fees',
    text: 'UPDATE invoice_fee f SET live = false WHERE f.organization_id = $1 AND f.invoice_id = $2',
    values: [scope.organizationId, invoiceId],
  });
}

/** Reads the fees of an invoice, with their lines as JSON text. */
export const readFeesOf = (scope: OrgTransaction, invoiceId: string) =>
  scope.query<RowOf<'invoice_fee', 'amount' | 'lines' | 'period_start' | 'period_end'>>({
    name: 'fees_of_invoice',
    text: `SELECT f.amount, f.lines, f.period_start, f.period_end FROM invoice_fee f
           WHERE f.organization_id = $1 AND f.invoice_id = $2 ORDER BY f.position`,
    values: [scope.organizationId, invoiceId],
  });

/**
 * Reads the billed fee lines of entitlements, keyed by fee key. Called after their usage is read: an invoice
 * voided in between then counts as having billed nothing, and usage that is billed again costs the same.
 */
export async function readBilledLines(
  scope: OrgTransaction,
  wanted: readonly { entitlementId: string; billedBy: readonly string[] }[],
): Promise<Map<string, Map<string, ShownLine[]>>> {
  if (wanted.length === 0) return new Map();
  const found = await scope.query<RowOf<'invoice_fee', 'entitlement_id' | 'fee_key' | 'lines'>>({
    name: 'billed_lines_of_invoices',
    text: `SELECT f.entitlement_id, f.fee_key, f.lines FROM invoice_fee f
           WHERE f.organization_id = $1 AND f.invoice_id = ANY ($2::text[]) AND f.entitlement_id = ANY ($3::text[]) AND f.live
           ORDER BY f.invoice_id, f.position`,
    values: [
      scope.organizationId,
      [...new Set(wanted.flatMap(({ billedBy }) => billedBy))],
      [...new Set(wanted.map(({ entitlementId }) => entitlementId))],
    ],
  });
  const lines = new Map<string, Map<string, ShownLine[]>>();
  for (const [id, fees] of groupBy(found, (fee) => fee.entitlement_id))
    lines.set(id, new Map(fees.map((fee) => [fee.fee_key, parseExact<ShownLine[]>(fee.lines)])));
  return lines;
}

/** Reads the sum credited on the fees of an invoice. */
export async function readCredited(scope: OrgTransaction, invoiceId: string): Promise<Exact> {
  const [row] = await scope.query<{ credited: string }>({
    name: 'credited_of_invoice',
    text: `SELECT coalesce(sum(f.credited_amount), 0) AS credited FROM invoice_fee f
           WHERE f.organization_id = $1 AND f.invoice_id = $2`,
    values: [scope.organizationId, invoiceId],
  });
  return new Exact(row?.credited ?? 0);
}

/**
 * Reads the commit deductions of an entitlement’s usage, keyed by invoice; voided and deleted invoices are
 * excluded.
 */
export async function readDeductions(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<Map<string, Deduction[]>> {
  const found = await scope.query<RowOf<'invoice', 'id' | 'deductions'>>({
    name: 'deductions_of_entitlement',
    text: `SELECT i.id, i.deductions FROM invoice i
           WHERE i.organization_id = $1 AND i.entitlement_id = $2 AND i.type = 'USAGE' AND i.status IN ('DRAFT', 'FINALIZED')`,
    values: [scope.organizationId, entitlementId],
  });
  return new Map(found.map(({ id, deductions }) => [id, JSON.parse(deductions) as Deduction[]]));
}
