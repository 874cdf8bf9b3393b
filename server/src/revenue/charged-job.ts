import { dueInstalments } from '../billing/index.ts';
import { chargedJob, lockForBilling, setRevenueAmounts } from '../entitlements/index.ts';
import { isDirect, traitsOf } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { JobHandler } from '../platform/jobs/queue.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import { isShown } from './amount-store.ts';
import { chargedByNow, type TermAmounts } from './charged.ts';

type Payload = Parameters<typeof chargedJob.lane>[0];

const dayMs = 86_400_000;

/**
 * Stores the charges for a sale as its gross amount until the marketplace's feed contains the sale. Feeds are a day to
 * a month late, and three marketplaces have no feed. The first usage charge is stored immediately, later charges once a
 * day.
 */
export const chargedJobHandler: JobHandler<Payload> = {
  definition: chargedJob,
  run: (job) =>
    job.repeat('reckoned', async (scope) => {
      const { entitlementId, isUsage = false, at } = job.payload;
      const [sale] = await lockForBilling(scope, [entitlementId]);
      if (!sale || isDirect(sale.entitlement.partner) || sale.entitlement.status === 'DELETED')
        return undefined;
      const { hasRevenue, amounts } = await readCharges(scope, entitlementId);
      if (hasRevenue) return undefined;
      const now = scope.now;
      if (isUsage && at === undefined && sale.info.grossAmount) {
        const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs);
        return { at: midnight, payload: { ...job.payload, at: midnight.toISOString() } };
      }
      const isMonthly = traitsOf(sale.entitlement.partner).monthlyRates === true;
      const instalments = dueInstalments(sale, now.toISOString());
      const { amount, next } = chargedByNow(sale, amounts, instalments, { isMonthly, now });
      // Only refunds, which are read from the feed, reduce charges. A cancellation alone leaves the charges unchanged.
      if (new Exact(amount).greaterThan(sale.info.grossAmount ?? 0))
        await setRevenueAmounts(scope, entitlementId, async () => ({ grossAmount: amount }));
      return next === undefined || isUsage
        ? undefined
        : { at: new Date(next), payload: { entitlementId, at: next } };
    }),
};

/** Reads the charges of an entitlement's terms, and whether the feed of its marketplace contains the sale. */
async function readCharges(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<{ hasRevenue: boolean; amounts: TermAmounts[] }> {
  const values = [scope.organizationId, entitlementId];
  const [shown, amounts] = await Promise.all([
    scope.query<{ is_shown: boolean }>({
      name: 'has_revenue_of_entitlement',
      text: `SELECT ${isShown} AS is_shown`,
      values,
    }),
    scope.query<RowOf<'entitlement_term', 'id' | 'commit_amount' | 'reported_amount'>>({
      name: 'read_charged_amounts_of_terms',
      text: `SELECT t.id, t.commit_amount, t.reported_amount FROM entitlement_term t
             WHERE t.organization_id = $1 AND t.entitlement_id = $2 ORDER BY t.start_time, t.id`,
      values,
    }),
  ]);
  return { hasRevenue: shown[0]?.is_shown === true, amounts };
}
