import { isDeepStrictEqual } from 'node:util';
import {
  type AdapterRegistry,
  type AgreementSnapshot,
  type Difference,
  type JsonObject,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { inList } from '../../platform/records/moves.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow } from '../columns.ts';
import { earlierAmong } from '../earlier-agreements.ts';
import { nextReconciliation, type ReconciliationWait, reconciliationJob } from '../jobs.ts';
import { live } from '../states.ts';
import { findByExternalIds, lockEntitlement } from '../store.ts';
import { snapshotValues, statusSeen } from './update.ts';

/**
 * Finds the agreements on a page that have no entitlement, or whose entitlement differs from the marketplace’s
 * record.
 */
export async function compareAgreements(
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
): Promise<Difference[]> {
  const latest = await withoutEarlier(scope, partner, page);
  const externalIds = latest.map(({ externalId }) => externalId);
  const rows = await findByExternalIds(scope, partner, externalIds);
  return differencesOf(scope, partner, latest, new Map(rows.map((row) => [row.external_id, row])));
}

/** Omits agreements with a successor, because their entitlements belong to the succeeding agreements. */
export async function withoutEarlier(
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
): Promise<readonly AgreementSnapshot[]> {
  const externalIds = page.map(({ externalId }) => externalId);
  const earlier = await earlierAmong(scope, partner, externalIds);
  return page.filter(({ externalId }) => !earlier.has(externalId));
}

export const differencesOf = (
  scope: OrgTransaction,
  partner: string,
  page: readonly AgreementSnapshot[],
  known: ReadonlyMap<string | null, EntitlementRow>,
): Difference[] =>
  page.flatMap((agreement): Difference[] => {
    const { externalId } = agreement;
    const entitlement = known.get(externalId);
    const reconcile: Difference['reconcile'] = (other) =>
      enqueue(other, observeJob, { partner, kind: 'AGREEMENT', externalId });
    if (!entitlement) return [{ externalId, listed: agreement, held: undefined, reconcile }];
    const held = heldOf(scope, entitlement, agreement);
    return held.isSame ? [] : [{ externalId, listed: agreement, held, reconcile }];
  });

/** The stored values of an agreement, limited to the fields that its marketplace reports. */
function heldOf(scope: OrgTransaction, known: EntitlementRow, agreement: AgreementSnapshot) {
  const shown = snapshotValues(known, agreement);
  const info = JSON.parse(known.info) as JsonObject;
  const seen = JSON.parse(shown.info) as JsonObject;
  const own = Object.fromEntries(Object.keys(seen).map((name) => [name, info[name]]));
  const { status, quantity, plan_id: planId, external_status: externalStatus, end_time: endTime } = known;
  const last = agreement.renewals?.at(-1)?.endTime;
  const isSame =
    status === statusSeen(scope, known, agreement) &&
    externalStatus === shown.externalStatus &&
    (agreement.quantity ?? quantity) === (quantity ?? agreement.quantity ?? null) &&
    (agreement.planId ?? planId) === (planId ?? agreement.planId ?? null) &&
    (last === undefined || (endTime !== null && Date.parse(endTime) >= Date.parse(last))) &&
    isDeepStrictEqual(own, seen);
  return { isSame, status, quantity, planId, externalStatus, endTime, info: own };
}

type AgreementReference = { id: string; externalId: string };

/** Reads the entitlements whose agreements a marketplace should list, in the order of their ids. */
export async function heldAgreements(
  scope: OrgTransaction,
  partner: string,
  { after, before, most }: { after: string; before: Date; most: number },
): Promise<AgreementReference[]> {
  const rows = await scope.query<RowOf<'entitlement', 'id'> & { external_id: string }>({
    name: 'entitlements_to_be_listed',
    text: `SELECT e.id, e.external_id FROM entitlement e
           WHERE e.organization_id = $1 AND e.id > $3 AND e.partner = $2 AND e.external_id IS NOT NULL
             AND e.creation_time < $4 AND e.status IN (${inList(live)})
           ORDER BY e.id LIMIT $5`,
    values: [scope.organizationId, partner, after, before, most],
  });
  return rows.map(({ id, external_id: externalId }) => ({ id, externalId }));
}

/** Records that an entitlement’s agreement is no longer at its marketplace. */
export async function alertOfMissingAgreement(
  scope: OrgTransaction,
  { id }: AgreementReference,
): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (entitlement && live.includes(entitlement.status))
    await changeEntitlement(scope, entitlement, 'ABNORMAL_ALERT', {});
}

/** Agreements requested in one transaction. */
const portion = 500;

/**
 * Schedules a reading of all agreements of a partner that have not ended. If a marketplace lists its
 * agreements, the nightly comparison with that list finds the same changes with fewer calls.
 */
export const reconcileJobHandler = (registry: AdapterRegistry): JobHandler<ReconciliationWait> => ({
  definition: reconciliationJob,
  run: async (job) => {
    const { partner } = job.payload;
    const adapter = registry.find(job, partner);
    if (!adapter) return job.finish(`no integration with ${partner}`);
    if (job.environment !== 'TEST' && adapter.listAgreements) return job.finish('compared by lists');
    let [after, count]: [string | undefined, number] = ['', 0];
    while (after !== undefined) {
      const from: string = after;
      await job.leasedTransaction(async (scope) => {
        const held = await readAgain(scope, partner, from);
        count += held.length;
        after = held.length === portion ? held.at(-1)?.id : undefined;
      });
    }
    await job.repeat('all have ended', async (scope) =>
      count === 0 ? undefined : nextReconciliation(scope, job.payload),
    );
  },
});

async function readAgain(scope: OrgTransaction, partner: string, after: string) {
  const held = await heldAgreements(scope, partner, { after, before: scope.now, most: portion });
  const jobs = held.map(({ externalId }) => ({
    scope,
    definition: observeJob,
    payload: { partner, kind: 'AGREEMENT' as const, externalId },
    at: scope.now,
  }));
  if (jobs.length > 0) await scope.query(enqueueUnlessWaiting(jobs));
  return held;
}
