import { hasTestUsage, testUsageJob } from '../../entitlements/index.ts';
import type { EntitlementStatus } from '../../entitlements/records.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { mostRecords } from '../records.ts';
import { hourOf } from '../run-request.ts';
import { idByKey } from './identity.ts';
import { namesOf } from './lookup.ts';
import { ensurePartitions } from './store.ts';
import { takeUsage } from './take.ts';

type Payload = { entitlementId: string };

const hourMs = 3_600_000;

/**
 * Reports a unit of each dimension of an entitlement, once in each hour of the organization's clock, through the door by
 * which all usage comes. It ends with the time of the test, with the entitlement, when it is switched off, and when usage
 * was refused, of which there is an alert then; a change of the entitlement begins it again.
 */
export const testUsageJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: testUsageJob,
  run: (job) =>
    job.repeat('reported test usage to its end', async (scope) => {
      await scope.query(ensurePartitions);
      const tested = await lockTested(scope, job.payload.entitlementId);
      if (!tested || !hasTestUsage(tested, scope.now)) return undefined;
      const isTaken = await reportUnits(scope, registry, job.payload.entitlementId, keysOf(tested));
      const at = new Date(hourOf(scope.now).getTime() + hourMs);
      return isTaken && hasTestUsage(tested, at) ? { at, payload: job.payload } : undefined;
    }),
});

type Tested = RowOf<
  'entitlement',
  'status' | 'end_time' | 'meta_info',
  { status: EntitlementStatus; meta_info: string }
> &
  Record<'own' | 'offered' | 'listed', string | null>;

/** Locks the entitlement, so that who switches its test usage on finds this job, or has it find that. */
async function lockTested(scope: OrgTransaction, id: string): Promise<Tested | undefined> {
  const [row] = await scope.query<Tested>({
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

/** The keys of the dimensions: those of the entitlement, else of its offer, else of its product. */
function keysOf({ own, offered, listed }: Tested): string[] {
  const lists = [own, offered, listed].map((text) =>
    (JSON.parse(text ?? '[]') as { key: string | null }[]).flatMap(({ key }) => key || []),
  );
  const keys = lists.find((list) => list.length > 0) ?? [];
  return [...new Set(keys)].sort().slice(0, mostRecords);
}

/** Takes the units as a call of the service's own. Answers whether they could be taken. */
async function reportUnits(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return false;
  const hour = hourOf(scope.now).toISOString();
  // Whoever switches it on twice in an hour has it reported once.
  const id = idByKey(scope.actor.id, JSON.stringify([entitlementId, hour, names]), 0);
  const reported = {
    id,
    entitlementId,
    usedAt: undefined,
    names,
    quantities: names.map(() => '1'),
    billable: undefined,
    metaInfo: undefined,
  };
  const call = { source: 'INTERNAL', reported: [reported], isAtomic: false, isSingle: false };
  let step: Answer | Batch = takeUsage(scope, { registry }, call);
  while ('statements' in step)
    step = step.respond(await Promise.all(step.statements.map((statement) => scope.query(statement))));
  return step.headers?.['x-invalid-count'] === '0';
}
