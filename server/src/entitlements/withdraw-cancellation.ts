import { z } from 'zod';
import {
  type AdapterRegistry,
  type Failure,
  MarketplaceError,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { route } from '../platform/http/route.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import { changeEntitlement } from './change.ts';
import type { EntitlementRow } from './columns.ts';
import { entitlementErrors } from './errors.ts';
import { loadAgreement, requestErrors, requestJob } from './marketplace-request.ts';
import { requireMarketplace, requireState } from './preconditions.ts';
import { WithdrawCancellationParams } from './records.ts';
import { type ChangeDeps, changes, partnerErrors } from './response.ts';
import { lockEntitlement } from './store.ts';
import { requireCurrentEntitlement } from './terms/index.ts';

export const withdrawCancellationRoute = ({ registry, pages }: ChangeDeps) =>
  route({
    ...changes,
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/withdrawCancellation',
    operationId: 'withdrawEntitlementCancellation',
    summary: 'Withdraw a cancellation request that awaits the buyer',
    description:
      'On marketplace A. The entitlement is ACTIVE once the marketplace has reported that the request is CANCELLED ' +
      '(`info.cancellationRequest`). If the buyer has consented in the meantime, the entitlement has ended. ' +
      '`unscheduleEntitlementCancellation` withdraws a scheduled cancellation.',
    body: WithdrawCancellationParams.optional(),
    example: { description: 'The buyer has renewed by a new offer.' },
    responseDescription: 'The entitlement, PENDING_CANCEL until the marketplace has reported the withdrawal',
    errors: partnerErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        const changed = await withdrawCancellationRequest(scope, registry, params.entitlementId, body);
        return pages.answerChange(scope, request, changed);
      },
    },
  });

const Payload = z.object({ entitlementId: z.string(), description: z.string().optional() });
type Payload = z.infer<typeof Payload>;

/**
 * Job that withdraws a cancellation request at the marketplace. The job has the lane of requests, so that it
 * runs after the cancellation request.
 */
const withdrawalJob: JobDefinition<Payload> = {
  kind: 'entitlements.withdrawCancellation',
  payload: Payload,
  lane: ({ entitlementId }) => requestJob.lane({ entitlementId, request: 'cancel' }),
  retry: marketplaceRetry,
  operation: {
    name: 'Withdraw a cancellation request at the marketplace',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

/**
 * Requests that the marketplace withdraws the cancellation request to the buyer. The entitlement is ACTIVE once
 * the marketplace reports the withdrawal. If the buyer has consented in the meantime, the entitlement has
 * ended.
 */
async function withdrawCancellationRequest(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlementId: string,
  { description }: WithdrawCancellationParams = {},
): Promise<EntitlementRow> {
  const entitlement = await requireCurrentEntitlement(scope, entitlementId);
  requireWithdrawable(scope, registry, entitlement);
  await scope.query(
    enqueue(scope, withdrawalJob, { entitlementId, ...(description ? { description } : {}) }),
  );
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: requestErrors,
  });
}

/**
 * Requires a cancellation request that can be withdrawn.
 * @throws 400 if cancellations do not need the buyer’s consent there, or the status does not allow it
 */
export function requireWithdrawable(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  entitlement: EntitlementRow,
): void {
  const { can, partner } = requireMarketplace(scope, registry, entitlement);
  if (can.cancelAgreement !== 'request')
    throw entitlementErrors.entitlement_partner(
      `Cancellations on ${partner} do not need the buyer’s consent.`,
    );
  requireState(entitlement, 'withdrawCancellation');
}

export const withdrawalJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: withdrawalJob,
    load: loadAgreement,
    call: async ({ adapter, externalId }, job): Promise<void> => {
      if (!adapter.withdrawCancellation) throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
      await adapter.withdrawCancellation(externalId, job.payload.description);
    },
    finish: (job, _answer, { partner, externalId }) =>
      job.finish('withdrawn', async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
      }),
    onFailure: recordRefusal,
  });

/** Records why the withdrawal failed: the buyer can still consent to the cancellation. */
const recordRefusal = (job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> =>
  job.finish(
    `refused: ${raw}`,
    async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (!entitlement) return;
      await changeEntitlement(scope, entitlement, 'UPDATE', {
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
      });
    },
    'FAILED',
  );
