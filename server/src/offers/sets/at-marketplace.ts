import { z } from 'zod';
import {
  type AskedPayload,
  askedPayload,
  type FollowedPayload,
  followedPayload,
  type KeepChange,
  marketplaceRetry,
  type OfferSetSpec,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import { enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { OfferSetRow } from './columns.ts';
import type { OfferSetStatus } from './states.ts';

export type SetPayload = AskedPayload & {
  offerSetId: string;
  /** An earlier job may have made it. */
  again?: boolean | undefined;
};
export type FollowSet = SetPayload & FollowedPayload;

const payload = z.object({ ...askedPayload, offerSetId: z.string(), again: z.boolean().optional() });
const common = {
  payload,
  lane: ({ offerSetId }: SetPayload) => `offerSet:${offerSetId}`,
  retry: marketplaceRetry,
};
const followed = { ...common, payload: payload.extend(followedPayload) };

/** Creates an offer set at its marketplace, then has its offers created. */
export const createSetJob: JobDefinition<SetPayload> = {
  ...common,
  kind: 'offers.createSet',
  operation: { name: 'Create an offer set at its marketplace', subject: () => ({}) },
};
export const followSetCreationJob: JobDefinition<FollowSet> = {
  ...followed,
  kind: 'offers.followSetCreation',
};

/** Shows an offer set to its buyer at its marketplace, once its offers are there. */
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

/** Keeps on the set what its marketplace works on. */
export const keepSetChange: KeepChange<{ offerSetId: string }> = async (
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

/** The specification of a set for an adapter. */
export const specOf = ({ id, name, info }: Pick<OfferSetRow, 'id' | 'name' | 'info'>): OfferSetSpec => ({
  key: id,
  name: name ?? undefined,
  notes: (JSON.parse(info) as { buyerNotes?: string }).buyerNotes || undefined,
});

const beingMade: readonly OfferSetStatus[] = ['PENDING_CREATE', 'CREATE_FAILED'];

/**
 * The state of a set whose offers say that its buyer can accept it. One that its marketplace has made is not there for the
 * buyer before it is released, which is enqueued: until then it is being made.
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

/** The meta info of a set, as text, without why its marketplace did not make it before. */
export function withoutFailure({ meta_info: text }: Pick<OfferSetRow, 'meta_info'>): string {
  const { errorMessages, prettifiedErrorMessages, ...rest } = JSON.parse(text);
  return errorMessages || prettifiedErrorMessages ? JSON.stringify(rest) : text;
}
