import { z } from 'zod';
import {
  type AdapterRegistry,
  askedAgain,
  askedPayload,
  type Change,
  done,
  type Failure,
  type FollowedPayload,
  failureOf,
  followChange,
  followedPayload,
  followJobHandler,
  keyOfChange,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { changeEntitlement } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { EntitlementStatus } from '../records.ts';
import { lockEntitlement, selectEntitlement } from '../store.ts';
import { keepChange } from './under-way.ts';

const Payload = z.object({
  ...askedPayload,
  entitlementId: z.string(),
  request: z.enum(['approve', 'cancel', 'changeQuantity']),
  quantity: z.int().optional(),
  /** The state that a refused cancellation leaves it in. */
  from: EntitlementStatus.optional(),
});
type Payload = z.infer<typeof Payload>;

/**
 * Sends a caller's request to a marketplace: approve, cancel or change an agreement. The outcome is read there
 * afterwards.
 */
export const requestJob: JobDefinition<Payload> = {
  kind: 'entitlements.ask',
  payload: Payload,
  lane: ({ entitlementId }) => `ask:${entitlementId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Ask the marketplace to approve, cancel or change an entitlement',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

/** Fields of the meta info about a refused request, until the next one. */
export const requestErrors = ['errorMessages', 'prettifiedErrorMessages'] as const;

export const requestJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: requestJob,
    load: loadAgreement,
    notConnected: (job, { partner }) =>
      refused(job, {
        raw: `no integration with ${partner}`,
        readable: `Connect ${partner}, then ask again.`,
      }),
    call: async ({ adapter, externalId }, job): Promise<Change> => {
      const { request, quantity } = job.payload;
      if (request === 'cancel') return adapter.cancelAgreement(externalId, keyOfChange(job));
      if (request === 'approve') await adapter.approveAgreement(externalId);
      else await adapter.changeQuantity(externalId, quantity as number);
      return done(externalId);
    },
    finish: async (job, change, asked) => {
      if (change.state === 'DONE') return finish(job, asked);
      if (change.state === 'RUNNING')
        return followChange(job, { definition: followRequestJob, keep: keepChange }, change, {
          ...job.payload,
          handle: change.handle,
        });
      if (await askedAgain(job, change, requestJob)) return;
      return refused(job, failureOf(change));
    },
    fail: refused,
  });

type FollowRequest = Payload & FollowedPayload;

/** Follows a request that a marketplace works on. */
const followRequestJob: JobDefinition<FollowRequest> = {
  kind: 'entitlements.followRequest',
  payload: Payload.extend(followedPayload),
  lane: requestJob.lane,
  retry: marketplaceRetry,
};

/** Follows a request to its end; the agreement is read then. */
export const followRequestJobHandler = (registry: AdapterRegistry): JobHandler<FollowRequest> =>
  followJobHandler(registry, {
    definition: followRequestJob,
    keep: keepChange,
    ask: requestJob,
    load: loadAgreement,
    done: (job, _change, asked) => finish(job, asked),
    fail: refused,
  });

async function loadAgreement(
  scope: OrgTransaction,
  { entitlementId }: Payload,
): Promise<{ partner: string; externalId: string } | string> {
  const [entitlement] = await scope.query<EntitlementRow>(selectEntitlement(scope, entitlementId));
  const { partner, external_id: externalId } = entitlement ?? {};
  return partner && externalId ? { partner, externalId } : 'nothing to do: the entitlement is not there';
}

const finish = (
  job: JobRun<Payload>,
  { partner, externalId }: { partner: string; externalId: string },
): Promise<void> =>
  job.finish('asked', async (scope) => {
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
  });

/** Records why, and gives the entitlement the state from before a refused cancellation. */
function refused(job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> {
  return job.finish(
    `refused: ${raw}`,
    async (scope) => {
      const { entitlementId, request, from } = job.payload;
      const entitlement = await lockEntitlement(scope, entitlementId);
      if (!entitlement) return;
      const goesBack = request === 'cancel' && entitlement.status === 'PENDING_CANCEL';
      await changeEntitlement(scope, entitlement, 'UPDATE', {
        status: goesBack ? from : undefined,
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
      });
    },
    'FAILED',
  );
}
