import { z } from 'zod';
import {
  askedPayload,
  type ChangePayload,
  type Failure,
  followedPayload,
  marketplaceRetry,
  type OfferSetSpec,
  type PollPayload,
  type StoreHandle,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { backoff, enqueue, type JobDefinition, type JobRun } from '../../platform/jobs/queue.ts';
import type { OfferSetRow } from './columns.ts';
import type { OfferSetStatus } from './records.ts';
import { changeOfferSet, lockOfferSet } from './store.ts';

export type SetPayload = PollPayload & {
  offerSetId: string;
  /** Whether an earlier job may have created the set. */
  again?: boolean | undefined;
};

export type FollowSet = SetPayload & ChangePayload;

const payload = z.object({ ...askedPayload, offerSetId: z.string(), again: z.boolean().optional() });

const common = {
  payload,
  lane: ({ offerSetId }: SetPayload) => `offerSet:${offerSetId}`,
  retry: marketplaceRetry,
};

const followed = { ...common, payload: payload.extend(followedPayload) };

/** Creates an offer set at its marketplace, then enqueues the creation of its offers. */
export const createSetJob: JobDefinition<SetPayload> = {
  ...common,
  kind: 'offers.createSet',
  operation: { name: 'Create an offer set at its marketplace', subject: () => ({}) },
};

export const followSetCreationJob: JobDefinition<FollowSet> = {
  ...followed,
  kind: 'offers.followSetCreation',
};

/** Releases an offer set to its buyer at its marketplace, after its offers have been created there. */
export const releaseSetJob: JobDefinition<SetPayload> = {
  ...common,
  kind: 'offers.releaseSet',
  operation: { name: 'Release an offer set at its marketplace', subject: () => ({}) },
};

export const followSetReleaseJob: JobDefinition<FollowSet> = { ...followed, kind: 'offers.followSetRelease' };

const keepHandle = defineStatement(
  'keep_change_of_offer_set',
  {
    key: columns('offer_set', ['organization_id', 'id']),
    change: columns('offer_set', ['change_handle', 'change_job']),
  },
  ({ key, change }) => `UPDATE offer_set s SET ${change.set} WHERE ${key.equals('s')}`,
);

/** Stores the handle of a change of a set that the marketplace processes. */
export const keepSetChange: StoreHandle<{ offerSetId: string }> = async (
  scope,
  { offerSetId },
  { handle, jobId },
) =>
  scope.send(
    keepHandle({
      key: { organization_id: scope.organizationId, id: offerSetId },
      change: { change_handle: handle, change_job: jobId },
    }),
  );

/** Builds the specification of a set for an adapter. */
export const specOf = ({ id, name, info }: Pick<OfferSetRow, 'id' | 'name' | 'info'>): OfferSetSpec => ({
  key: id,
  name: name ?? undefined,
  notes: (JSON.parse(info) as { buyerNotes?: string }).buyerNotes || undefined,
});

const beingMade: readonly OfferSetStatus[] = ['PENDING_CREATE', 'CREATE_FAILED'];

/**
 * Derives the state of a set whose offers can be accepted. A set that exists at the marketplace is visible to
 * the buyer only after its release, which this function enqueues. Until the release, the set stays
 * PENDING_CREATE.
 */
export async function onceReleased(
  scope: OrgTransaction,
  set: OfferSetRow,
  status: OfferSetStatus,
): Promise<OfferSetStatus> {
  const isShown = set.external_id === null || set.released_time !== null;
  if (isShown || status !== 'PENDING_ACCEPTANCE') return status;
  if (!beingMade.includes(set.status)) return set.status;
  await scope.query(enqueue(scope, releaseSetJob, { offerSetId: set.id }));
  return 'PENDING_CREATE';
}

/** Returns the meta info of a set as text, without errors of an earlier creation. */
export function withoutFailure({ meta_info: text }: Pick<OfferSetRow, 'meta_info'>): string {
  const { errorMessages, prettifiedErrorMessages, ...rest } = JSON.parse(text);
  return errorMessages || prettifiedErrorMessages ? JSON.stringify(rest) : text;
}

/** Fails the creation of a set at its marketplace and stores the reason on the set, which can be published again. */
export const failSet = (
  job: JobRun<SetPayload>,
  { raw, readable }: Failure,
  work?: (scope: OrgTransaction, set: OfferSetRow) => Promise<void>,
): Promise<void> =>
  job.finish(
    `create failed: ${readable}`,
    async (scope) => {
      const set = await lockOfferSet(scope, job.payload.offerSetId);
      if (set?.status !== 'PENDING_CREATE') return;
      const said = { errorMessages: [raw], prettifiedErrorMessages: [readable] };
      const metaInfo = { ...JSON.parse(set.meta_info), ...said };
      await changeOfferSet(scope, set, 'UPDATE', {
        status: 'CREATE_FAILED',
        meta_info: JSON.stringify(metaInfo),
      });
      await work?.(scope, set);
    },
    'FAILED',
  );

type Expiry = { offerSetId: string; expireTime: string };

/**
 * Expires a set at the end of its acceptance period. The job has its own lane, because a scheduled job blocks its
 * lane.
 */
export const expireSetJob: JobDefinition<Expiry> = {
  kind: 'offers.expireSet',
  payload: z.object({ offerSetId: z.string(), expireTime: z.string() }),
  lane: ({ offerSetId }) => `offerSetExpiry:${offerSetId}`,
  retry: backoff({ tries: 10 }),
};
