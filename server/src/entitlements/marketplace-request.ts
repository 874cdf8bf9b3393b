import { z } from 'zod';
import {
  type AdapterRegistry,
  askedAgain,
  askedPayload,
  type Change,
  type ChangePayload,
  type Failure,
  failureOf,
  followChange,
  followedPayload,
  followJobHandler,
  keyOfChange,
  type MarketplaceAdapter,
  MarketplaceError,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
  type StoreHandle,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { makeReadyNow } from '../platform/jobs/job-again.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { EntitlementStatus } from './records.ts';
import { lockEntitlement, selectEntitlement } from './store.ts';

const Payload = z.object({
  ...askedPayload,
  entitlementId: z.string(),
  request: z.enum(['approve', 'reject', 'cancel', 'changeQuantity']),
  quantity: z.int().optional(),
  /** The status to restore if the marketplace rejects the cancellation. */
  from: EntitlementStatus.optional(),
  /** Reason of the cancellation, shown to the buyer. */
  reason: z.object({ code: z.string(), description: z.string().optional() }).optional(),
  /** Reason of the rejection, shown to the buyer. */
  rejectReason: z.string().optional(),
});
type Payload = z.infer<typeof Payload>;

/**
 * Job that sends a caller’s request to a marketplace: approve, reject, cancel, or change the quantity. The agreement is
 * read afterwards.
 */
export const requestJob: JobDefinition<Payload> = {
  kind: 'entitlements.ask',
  payload: Payload,
  lane: ({ entitlementId }) => `ask:${entitlementId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Request the approval, rejection, cancellation or change of an entitlement at its marketplace',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

/** The metaInfo fields with the errors of a rejected request; the next request removes these fields. */
export const requestErrors = ['errorMessages', 'prettifiedErrorMessages'] as const;

export const requestJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: requestJob,
    load: loadAgreement,
    onNotConnected: (job, { partner }) =>
      recordRejection(job, {
        raw: `no integration with ${partner}`,
        readable: `Connect ${partner}, then repeat the request.`,
      }),
    call: async ({ adapter, externalId }, job): Promise<Change> => {
      const { request, quantity, reason, rejectReason } = job.payload;
      if (request === 'cancel') return adapter.cancelAgreement(externalId, keyOfChange(job), reason);
      if (request === 'approve') return adapter.approveAgreement(externalId);
      if (request === 'changeQuantity') return adapter.changeQuantity(externalId, quantity as number);
      return reject(adapter, externalId, rejectReason);
    },
    finish: async (job, change, asked) => {
      if (change.state === 'DONE') return finish(job, asked);
      if (change.state === 'RUNNING')
        return followChange(job, { definition: followRequestJob, keep: keepChange }, change, {
          ...job.payload,
          handle: change.handle,
        });
      if (await askedAgain(job, change, requestJob)) return;
      return recordRejection(job, failureOf(change));
    },
    onFailure: recordRejection,
  });

async function reject(
  adapter: MarketplaceAdapter,
  externalId: string,
  reason: string | undefined,
): Promise<Change> {
  if (!adapter.rejectAgreement) throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
  return adapter.rejectAgreement(externalId, reason);
}

type FollowRequest = Payload & ChangePayload;

/** Job that polls a request that is running at a marketplace. */
const followRequestJob: JobDefinition<FollowRequest> = {
  kind: 'entitlements.followRequest',
  payload: Payload.extend(followedPayload),
  lane: requestJob.lane,
  retry: marketplaceRetry,
};

/** Polls a request until it completes, then reads the agreement. */
export const followRequestJobHandler = (registry: AdapterRegistry): JobHandler<FollowRequest> =>
  followJobHandler(registry, {
    definition: followRequestJob,
    keep: keepChange,
    ask: requestJob,
    load: loadAgreement,
    done: (job, _change, asked) => finish(job, asked),
    fail: recordRejection,
  });

/** Loads the marketplace and external id of an entitlement. */
export async function loadAgreement(
  scope: OrgTransaction,
  { entitlementId }: Pick<Payload, 'entitlementId'>,
): Promise<{ partner: string; externalId: string } | string> {
  const [entitlement] = await scope.query<EntitlementRow>(selectEntitlement(scope, entitlementId));
  const { partner, external_id: externalId } = entitlement ?? {};
  return partner && externalId ? { partner, externalId } : 'nothing to do: the entitlement does not exist';
}

const finish = (
  job: JobRun<Payload>,
  { partner, externalId }: { partner: string; externalId: string },
): Promise<void> =>
  job.finish('asked', async (scope) => {
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
  });

/** Records the reason for a rejection; a rejected cancellation restores the earlier status. */
function recordRejection(job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> {
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

const keepHandle = defineStatement(
  'keep_change_of_entitlement',
  {
    key: columns('entitlement', ['organization_id', 'id']),
    change: columns('entitlement', ['change_handle', 'change_job']),
  },
  ({ key, change }) => `UPDATE entitlement e SET ${change.set} WHERE ${key.equals('e')}`,
);

/** Stores the handle and job of a running marketplace change on the entitlement. */
const keepChange: StoreHandle<{ entitlementId: string }> = async (
  scope,
  { entitlementId },
  { handle, jobId },
) =>
  scope.send(
    keepHandle({
      key: { organization_id: scope.organizationId, id: entitlementId },
      change: { change_handle: handle, change_job: jobId },
    }),
  );

/** Reschedules the next check of the entitlement change with this handle to an earlier time. */
export const expediteEntitlementChange = (
  { organizationId }: OrgTransaction,
  partner: string,
  handle: string,
): Statement =>
  makeReadyNow(
    'hasten_change_of_entitlement',
    'SELECT e.change_job FROM entitlement e WHERE e.organization_id = $1 AND e.change_handle = $3 AND e.partner = $2',
    [organizationId, partner, handle],
  );
