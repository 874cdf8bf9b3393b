import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { changeMembers, followJob } from '../change/index.ts';
import { lockOffers } from '../store.ts';
import { onceReleased } from './at-marketplace.ts';
import type { OfferSetRow } from './columns.ts';
import { expireJob } from './expire-job.ts';
import { actionOf, type OfferSetStatus, offerSetCommands, offerSetObservations, stateOf } from './states.ts';
import { changeOfferSet, lockOfferSet, offerStates } from './store.ts';

/** Puts a set that is locked into the state that follows from its offers, once its marketplace shows it. */
export const moveTo = async (
  scope: OrgTransaction,
  set: OfferSetRow,
  following: OfferSetStatus,
): Promise<void> => {
  const status = await onceReleased(scope, set, following);
  if (status === set.status || !mayMove(offerSetObservations, set.status, status)) return;
  await changeOfferSet(scope, set, actionOf(status), { status });
  // It may have expired while its offers were still being made.
  const expireTime = set.expire_time;
  if (status === 'PENDING_ACCEPTANCE' && expireTime && Date.parse(expireTime) <= scope.now.getTime())
    await scope.query(enqueue(scope, expireJob, { offerSetId: set.id, expireTime }));
};

/** A set is where its offers are. Each change of an offer leaves a job: the last of them finds the last state. */
export const followJobHandler: JobHandler<{ offerSetId: string }> = {
  definition: followJob,
  run: (job) =>
    job.finish('followed', async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (!set) return;
      await moveTo(scope, set, stateOf(set.status, await offerStates(scope, set.offer_ids)));
    }),
};

/** Offers that the buyer has not accepted by then expire together. What the marketplace says later still counts. */
export const expireJobHandler: JobHandler<{ offerSetId: string; expireTime: string }> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired', async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (!set || set.expire_time !== job.payload.expireTime) return;
      if (!mayMove(offerSetCommands, set.status, 'EXPIRED')) return;
      const offers = await lockOffers(scope, set.offer_ids);
      const waiting = offers.filter(
        ({ status, expire_time }) =>
          status === 'PENDING_ACCEPTANCE' &&
          // One whose time was extended since expires by itself.
          !(expire_time !== null && Date.parse(expire_time) > scope.now.getTime()),
      );
      const changes = waiting.map((offer) => ({ offer, status: 'EXPIRED' as const }));
      await changeMembers(scope, 'EXPIRE', changes);
      await moveTo(scope, set, stateOf(set.status, await offerStates(scope, set.offer_ids)));
    }),
};
