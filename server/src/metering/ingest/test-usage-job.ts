import { hasTestUsage, testUsageJob } from '../../entitlements/index.ts';
import type { EntitlementStatus } from '../../entitlements/records.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { mostRecords } from '../records.ts';
import { hourOf } from '../run-request.ts';
import { idByKey } from './identity.ts';
import { namesOf } from './lookup.ts';
import { ensurePartitions } from './store.ts';
import { takeOwnUsage } from './take-own.ts';

type Payload = { entitlementId: string };

const hourMs = 3_600_000;

/**
 * Reports one unit of each dimension of an entitlement in each hour of the organization’s clock, like usage
 * that a caller reports. The job ends with the test period or the entitlement, if test usage is disabled, or,
 * with an alert, if usage is rejected. A change to the entitlement starts the job again.
 */
export const testUsageJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: testUsageJob,
  run: (job) =>
    job.repeat('test usage has ended', async (scope) => {
      await scope.query(ensurePartitions);
      const tested = await lockTested(scope, job.payload.entitlementId);
      if (!tested || !hasTestUsage(tested, scope.now)) return undefined;
      const isTaken = await reportUnits(scope, registry, job.payload.entitlementId, keysOf(tested));
      const at = new Date(hourOf(scope.now).getTime() + hourMs);
      return isTaken && hasTestUsage(tested, at) ? { at, payload: job.payload } : undefined;
    }),
});

type TestEntitlementRow = RowOf<
  'entitlement',
  'status' | 'end_time' | 'meta_info',
  { status: EntitlementStatus; meta_info: string }
> &
  Record<'own' | 'offered' | 'listed', string | null>;

/** Locks the entitlement, to serialize this job with requests that enable test usage. */
async function lockTested(scope: OrgTransaction, id: string): Promise<TestEntitlementRow | undefined> {
  const [row] = await scope.query<TestEntitlementRow>({
    name: 'lock_entitlement_with_test_usage',
    text: `SELECT e.status, e.end_time, e.meta_info, ${namesOf('e.info')} AS own, ${namesOf('f.info')} AS offered,
             ${namesOf('p.info')} AS listed
           FROM entitlement e
           LEFT JOIN offer f ON f.organization_id = e.organization_id AND f.id = e.offer_id
           LEFT JOIN product p ON p.organization_id = e.organization_id AND p.id = e.product_id
           WHERE e.organization_id = $1 AND e.id = $2 FOR UPDATE OF e`,
    values: [scope.organizationId, id],
  });
  return row;
}

/** Returns the dimension keys of the entitlement, else of its offer, else of its product. */
function keysOf({ own, offered, listed }: TestEntitlementRow): string[] {
  const lists = [own, offered, listed].map((text) =>
    (JSON.parse(text ?? '[]') as { key: string | null }[]).flatMap(({ key }) => key || []),
  );
  const keys = lists.find((list) => list.length > 0) ?? [];
  return [...new Set(keys)].sort().slice(0, mostRecords);
}

/** Stores the units as usage that the service reports. Returns whether the usage was valid. */
async function reportUnits(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return false;
  const hour = hourOf(scope.now).toISOString();
  // The id is derived from the hour, so that the hour is reported once even if test usage is enabled twice in
  // the hour.
  const id = idByKey(scope.actor.id, JSON.stringify([entitlementId, hour, names]), 0);
  const group = {
    id,
    entitlementId,
    usedAt: undefined,
    names,
    quantities: names.map(() => '1'),
    metaInfo: undefined,
  };
  const { status } = await takeOwnUsage(scope, { registry }, group);
  return status !== 'INVALID';
}
