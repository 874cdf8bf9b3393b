import { lockForBilling } from '../../entitlements/index.ts';
import { type Difference, readWholeUsage } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { daysOf } from '../periods/index.ts';
import { isOfInstalments } from './deductions.ts';
import { type DueUsagePeriods, metricsIn, metricsOf, periodsOver } from './draft-usage.ts';
import { readFees } from './fee-store.ts';
import { feesOfInstalments } from './instalment-commit.ts';
import { linesOfUsage } from './usage-lines.ts';

const check = 'invoices of a period bill the whole of its usage';
const step = 100;

/** Returns the usage invoices that bill, or deduct from commits, wrong amounts. */
export const verifyInvoices = async (scope: OrgTransaction): Promise<Difference[]> => [
  ...(await verifyAmounts(scope)),
  ...(await verifyDeductions(scope)),
];

type DeductionRow = {
  entitlement_id: string;
  invoice_id: string;
  position: number;
  billed: string;
  amount: string;
};

/** Finds commits of which usage deducts more than they bill. */
async function verifyDeductions(scope: OrgTransaction): Promise<Difference[]> {
  const rows = await scope.query<DeductionRow>({
    name: 'commits_with_too_many_deductions',
    text: `WITH deducted AS (
             SELECT i.entitlement_id, d.item ->> 'invoiceId' AS invoice_id, (d.item ->> 'position')::integer AS position,
               sum((d.item ->> 'amount')::numeric) AS amount
             FROM invoice i, jsonb_array_elements(i.deductions) AS d (item)
             WHERE i.organization_id = $1 AND i.type = 'USAGE' AND i.status IN ('DRAFT', 'FINALIZED') GROUP BY 1, 2, 3)
           SELECT d.entitlement_id, d.invoice_id, d.position, coalesce(f.amount - f.credited_amount, 0)::text AS billed,
             d.amount::text AS amount
           FROM deducted d LEFT JOIN invoice_fee f ON f.organization_id = $1 AND f.invoice_id = d.invoice_id
             AND f.position = d.position AND f.entitlement_id = d.entitlement_id AND f.kind = 'COMMIT' AND f.live
           WHERE d.amount > coalesce(f.amount - f.credited_amount, 0) ORDER BY 1, 2, 3`,
    values: [scope.organizationId],
  });
  const billed = await billedInInstalments(scope, rows);
  return rows
    .map((row) => ({ ...row, billed: billed.get(`${row.entitlement_id} ${row.invoice_id}`) ?? row.billed }))
    .filter(({ amount, billed }) => new Exact(amount).greaterThan(billed))
    .slice(0, 100)
    .map(({ entitlement_id: id, invoice_id: invoice, position, amount, billed }) => ({
      check: 'usage deducts no more of a commit than is billed of it',
      of: `${id} ${invoice} ${position}`,
      expected: billed,
      found: amount,
    }));
}

/** Sums what is billed of commits that are paid in instalments, keyed by entitlement and commit. */
async function billedInInstalments(
  scope: OrgTransaction,
  rows: readonly DeductionRow[],
): Promise<Map<string, string>> {
  const deducted = rows.filter(({ invoice_id: invoiceId }) => isOfInstalments({ invoiceId }));
  const ids = [...new Set(deducted.map(({ entitlement_id: id }) => id))];
  if (ids.length === 0) return new Map();
  const [sales, known] = [await lockForBilling(scope, ids), await readFees(scope, ids)];
  return new Map(
    sales.flatMap((sale) => {
      const { id } = sale.entitlement;
      const fees = feesOfInstalments(sale, known.get(id) ?? []);
      return fees.map(({ key, amount }) => [`${id} ${key}`, amount.toFixed()] as const);
    }),
  );
}

/**
 * Recalculates the usage of each period of direct sales, and returns the periods that invoices bill differently.
 * Periods without a bill, or with unsettled usage, are left out.
 */
async function verifyAmounts(scope: OrgTransaction): Promise<Difference[]> {
  const sales = await scope.query<{ id: string }>({
    name: 'entitlements_with_billed_usage',
    text: `SELECT DISTINCT f.entitlement_id AS id FROM invoice_fee f
           WHERE f.organization_id = $1 AND f.kind = 'USAGE' AND f.live ORDER BY 1`,
    values: [scope.organizationId],
  });
  const differences: Difference[] = [];
  for (let first = 0; first < sales.length; first += step)
    differences.push(
      ...(await verifySales(
        scope,
        sales.slice(first, first + step).map(({ id }) => id),
      )),
    );
  return differences;
}

async function verifySales(scope: OrgTransaction, ids: readonly string[]): Promise<Difference[]> {
  const [sales, fees] = [await lockForBilling(scope, ids), await readFees(scope, ids)];
  const now = scope.now.toISOString();
  const over = sales.flatMap((sale): DueUsagePeriods[] => {
    const of = { sale, known: fees.get(sale.entitlement.id) ?? [] };
    const found = periodsOver(of, now);
    return found.periods ? [{ of, ...found }] : [];
  });
  const metrics = await metricsOf(
    scope,
    over.map(({ of }) => of.sale),
  );
  const counted = new Set(
    over.filter(({ of }) => metricsIn(of.sale).length > 0).map(({ of }) => of.sale.entitlement.id),
  );
  const parts = over.flatMap(({ of, periods, end, usedBefore }) =>
    periods
      .filter(({ billedBy }) => billedBy.length > 0)
      .map((part) => ({
        ...part,
        entitlementId: of.sale.entitlement.id,
        billedEnd: part.end,
        end: part.end === end ? usedBefore : part.end,
      })),
  );
  const usage = await readWholeUsage(scope, parts, (id) => counted.has(id));
  return parts.flatMap((part, index) => {
    const { spans, all } = usage[index] as (typeof usage)[number];
    if (spans.length > 0) return [];
    const days = daysOf(part.period, { start: part.start, end: part.billedEnd });
    const lines = linesOfUsage(all, { info: part.term.info, metrics, days });
    const expected = lines.reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
    const found = part.fees.reduce((sum, fee) => sum.plus(fee.amount).minus(fee.credited), new Exact(0));
    return found.equals(expected)
      ? []
      : [{ check, of: part.key, expected: expected.toFixed(), found: found.toFixed() }];
  });
}
