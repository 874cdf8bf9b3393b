import {
  type AdapterRegistry,
  askedAgain,
  type Change,
  failureOf,
  followChange,
  followJobHandler,
  keyOfChange,
  marketplaceJobHandler,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import type { OfferSetRow } from './columns.ts';
import { moveTo } from './follow.ts';
import {
  type FollowSet,
  failSet,
  followSetReleaseJob,
  keepSetChange,
  releaseSetJob,
  type SetPayload,
  specOf,
} from './jobs.ts';
import { stateOf } from './states.ts';
import { changeOfferSet, externalIdsOf, lockOfferSet, offerStates, selectOfferSet } from './store.ts';

const follow = { definition: followSetReleaseJob, keep: keepSetChange };

/** Releases a set to its buyer at its marketplace. */
export const releaseSetJobHandler = (registry: AdapterRegistry): JobHandler<SetPayload> =>
  marketplaceJobHandler(registry, {
    definition: releaseSetJob,
    load,
    call: async ({ adapter, set, externalId, externalOfferIds }, job) =>
      (await adapter.releaseOfferSet?.(externalId, specOf(set), externalOfferIds, keyOfChange(job))) ??
      noRelease,
    finish: async (job, change) => {
      if (change.state === 'DONE') return finish(job);
      if (change.state === 'RUNNING')
        return followChange(job, follow, change, { ...job.payload, handle: change.handle });
      if (await askedAgain(job, change, releaseSetJob)) return;
      return failSet(job, failureOf(change));
    },
    onFailure: (job, failure) => failSet(job, failure),
  });

/** Polls the release of a set until it ends. */
export const followSetReleaseJobHandler = (registry: AdapterRegistry): JobHandler<FollowSet> =>
  followJobHandler(registry, {
    ...follow,
    ask: releaseSetJob,
    isRepeatable: true,
    load,
    done: (job) => finish(job),
    fail: (job, failure) => failSet(job, failure),
  });

type LoadedSet = { set: OfferSetRow; partner: string; externalId: string; externalOfferIds: string[] };

async function load(scope: OrgTransaction, { offerSetId }: SetPayload): Promise<LoadedSet | string> {
  const [set] = await scope.query<OfferSetRow>(selectOfferSet(scope, offerSetId));
  if (set?.status !== 'PENDING_CREATE' || set.external_id === null || set.released_time !== null)
    return 'nothing to do: the offer set is not pending release';
  const externalOfferIds = await externalIdsOf(scope, set.offer_ids);
  return { set, partner: set.partner, externalId: set.external_id, externalOfferIds };
}

const finish = (job: JobRun<SetPayload>): Promise<void> =>
  job.finish('released at the marketplace', async (scope) => {
    const set = await lockOfferSet(scope, job.payload.offerSetId);
    if (!set || set.released_time !== null) return;
    const released = await changeOfferSet(scope, set, 'UPDATE', { released_time: scope.now.toISOString() });
    await moveTo(scope, released, stateOf(released.status, await offerStates(scope, released.offer_ids)));
  });

const noRelease: Change = {
  state: 'FAILED',
  code: 'no offer sets',
  readable: 'The marketplace no longer supports offer sets. Check the status of the offers there.',
};
