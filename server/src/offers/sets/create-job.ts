import {
  type AdapterRegistry,
  askedAgain,
  type Change,
  type Failure,
  failureOf,
  followChange,
  followJobHandler,
  keyOfChange,
  marketplaceJobHandler,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import { changeOffer } from '../change/index.ts';
import type { DocumentDeps } from '../documents/index.ts';
import { enqueueCreation } from '../publication/index.ts';
import { lockOffers } from '../store.ts';
import {
  createSetJob,
  type FollowSet,
  followSetCreationJob,
  keepSetChange,
  type SetPayload,
  specOf,
} from './at-marketplace.ts';
import type { OfferSetRow } from './columns.ts';
import { failSet } from './fail.ts';
import { changeOfferSet, lockOfferSet, selectOfferSet } from './store.ts';

const follow = { definition: followSetCreationJob, keep: keepSetChange };

/** Creates a set at its marketplace. Its offers, which are made for it, begin to be created in the transaction that ends it. */
export const createSetJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<SetPayload> =>
  marketplaceJobHandler(registry, {
    definition: createSetJob,
    load,
    call: async ({ adapter, set }, job) => {
      const { again, round } = job.payload;
      // The same call again makes nothing twice; an earlier job, and an earlier round of this one, had another key.
      const found = again || round ? await adapter.findOfferSet?.(set.id) : undefined;
      // What is not known any more was made for nothing: no offer is in a set whose name there was not said.
      const made = found?.state === 'FAILED' && found.isUnknown ? undefined : found;
      const change = made ?? (await adapter.createOfferSet?.(specOf(set), keyOfChange(job)));
      return change ?? noSets;
    },
    finish: async (job, change) => {
      if (change.state === 'DONE') return finish(job, change, documents);
      if (change.state === 'RUNNING')
        return followChange(job, follow, change, { ...job.payload, handle: change.handle });
      if (await askedAgain(job, change, createSetJob)) return;
      return fail(job, failureOf(change));
    },
    notConnected: (job, { partner }) => fail(job, notConnected(partner)),
    fail,
  });

/** Follows the creation of a set to its end. */
export const followSetCreationJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<FollowSet> =>
  followJobHandler(registry, {
    ...follow,
    ask: createSetJob,
    isRepeatable: true,
    load,
    done: (job, change) => finish(job, change, documents),
    fail,
  });

async function load(
  scope: OrgTransaction,
  { offerSetId }: SetPayload,
): Promise<{ set: OfferSetRow; partner: string } | string> {
  const [set] = await scope.query<OfferSetRow>(selectOfferSet(scope, offerSetId));
  if (set?.status !== 'PENDING_CREATE' || set.external_id !== null)
    return 'nothing to do: the offer set does not wait to be created';
  return { set, partner: set.partner };
}

/** A set whose name at the marketplace is not said cannot have offers made for it. */
const finish = (job: JobRun<SetPayload>, change: Change, documents: DocumentDeps): Promise<void> =>
  change.externalId === undefined
    ? fail(job, { raw: 'no id', readable: 'The marketplace did not say what it calls the offer set.' })
    : job.finish('created at the marketplace', async (scope) => {
        const set = await lockOfferSet(scope, job.payload.offerSetId);
        if (set?.status !== 'PENDING_CREATE') return;
        await changeOfferSet(scope, set, 'UPDATE', { external_id: change.externalId ?? null });
        for (const offer of await waiting(scope, set))
          await enqueueCreation(scope, documents, offer, { again: job.payload.again });
      });

const waiting = async (scope: OrgTransaction, set: OfferSetRow) =>
  (await lockOffers(scope, set.offer_ids)).filter(({ status }) => status === 'PENDING_CREATE');

/** Its offers cannot be made either: they say why, and the set follows them. */
const fail = (job: JobRun<SetPayload>, failure: Failure): Promise<void> =>
  failSet(job, failure, async (scope, set) => {
    for (const offer of await waiting(scope, set))
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CREATE_FAILED',
        metaInfo: { errorMessages: [failure.raw], prettifiedErrorMessages: [failure.readable] },
      });
  });

const noSets: Change = {
  state: 'FAILED',
  code: 'no offer sets',
  readable: 'The marketplace has no offer sets any more. Publish the offers one by one.',
};

const notConnected = (partner: string): Failure => ({
  raw: `no integration with ${partner}`,
  readable: `The organization has no integration with ${partner}. Connect the marketplace, then publish the set again.`,
});
