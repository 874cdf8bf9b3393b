import { lockForBilling } from '../../entitlements/index.ts';
import { type Difference, readWholeUsage } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { daysOf } from '../periods/index.ts';
import { metricsIn, metricsOf, type Over, periodsOver } from './draft-usage.ts';
import { readFees } from './fee-store.ts';
import { linesOfUsage } from './usage-lines.ts';

const check = 'invoices of a period bill the whole of its usage';
const step = 100;

/**
 * Prices the usage of each period of direct sales anew, and answers where invoices bill something else. Periods are left out of which
 * nothing is billed, or of which some usage is still to be.
 */
export async function verifyInvoices(scope: OrgTransaction): Promise<Difference[]> {
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
  const over = sales.flatMap((sale): Over[] => {
    const of = { sale, known: fees.get(sale.entitlement.id) ?? [] };
    const found = periodsOver(of, now);
    return found.periods ? [{ of, ...found }] : [];
  });
  const metrics = await metricsOf(scope, over);
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
