import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import { changeMembers } from '../change.ts';
import { followSetJob } from '../jobs.ts';
import { lockOffers } from '../store.ts';
import type { OfferSetRow } from './columns.ts';
import { expireSetJob, onceReleased } from './jobs.ts';
import type { OfferSetStatus } from './records.ts';
import { actionOf, offerSetCommands, offerSetObservations, stateOf } from './states.ts';
import { changeOfferSet, lockOfferSet, offerStates } from './store.ts';

/**
 * Sets the state of a locked set to the state derived from its offers. If the marketplace requires a release,
 * the set is released first.
 */
export const moveTo = async (
  scope: OrgTransaction,
  set: OfferSetRow,
  following: OfferSetStatus,
): Promise<void> => {
  const status = await onceReleased(scope, set, following);
  if (status === set.status || !isMoveAllowed(offerSetObservations, set.status, status)) return;
  await changeOfferSet(scope, set, actionOf(status), { status });
  // The set may have expired while its offers were still being created.
  const expireTime = set.expire_time;
  if (status === 'PENDING_ACCEPTANCE' && expireTime && Date.parse(expireTime) <= scope.now.getTime())
    await scope.query(enqueue(scope, expireSetJob, { offerSetId: set.id, expireTime }));
};

/**
 * Derives the state of a set from its offers. Each change of an offer enqueues this job, so the last job reads
 * the final states.
 */
export const followSetJobHandler: JobHandler<{ offerSetId: string }> = {
  definition: followSetJob,
  run: (job) =>
    job.finish('followed', async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (!set) return;
      await moveTo(scope, set, stateOf(set.status, await offerStates(scope, set.offer_ids)));
    }),
};

/**
 * Expires the offers of a set that were not accepted in time. A later observation of the marketplace still applies.
 */
export const expireSetJobHandler: JobHandler<{ offerSetId: string; expireTime: string }> = {
  definition: expireSetJob,
  run: (job) =>
    job.finish('expired', async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (!set || set.expire_time !== job.payload.expireTime) return;
      if (!isMoveAllowed(offerSetCommands, set.status, 'EXPIRED')) return;
      const offers = await lockOffers(scope, set.offer_ids);
      const waiting = offers.filter(
        ({ status, expire_time }) =>
          status === 'PENDING_ACCEPTANCE' &&
          // An extended offer has its own expiry job.
          !(expire_time !== null && Date.parse(expire_time) > scope.now.getTime()),
      );
      const changes = waiting.map((offer) => ({ offer, status: 'EXPIRED' as const }));
      await changeMembers(scope, 'EXPIRE', changes);
      await moveTo(scope, set, stateOf(set.status, await offerStates(scope, set.offer_ids)));
    }),
};

type UpcomingOfferSetRow = RowOf<'offer_set', 'id' | 'name'> & { key: string; status: OfferSetStatus };

/** Lists the upcoming expiries of offer sets. */
export const offerSetUpcoming: UpcomingSource = upcomingSource<UpcomingOfferSetRow>({
  entity: 'OFFER_SET',
  jobs: [
    due({
      definition: expireSetJob,
      keyOf: ({ offerSetId }) => offerSetId,
      happens: ({ status }) =>
        isMoveAllowed(offerSetCommands, status, 'EXPIRED') ? 'OFFER_SET_EXPIRES' : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<UpcomingOfferSetRow>({
      name: 'offer_sets_that_expire',
      text: `SELECT s.id AS key, s.id, s.name, s.status FROM offer_set s
             WHERE s.organization_id = $1 AND s.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
