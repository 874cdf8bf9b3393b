import { z } from 'zod';
import {
  type AdapterRegistry,
  type Failure,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
} from '../../marketplaces/index.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { changeEntitlement } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { EntitlementStatus } from '../records.ts';
import { lockEntitlement, selectEntitlement } from '../store.ts';

const Payload = z.object({
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
    load: async (scope, { entitlementId }) => {
      const [entitlement] = await scope.query<EntitlementRow>(selectEntitlement(scope, entitlementId));
      const { partner, external_id: externalId } = entitlement ?? {};
      if (!partner || !externalId) return 'nothing to do: the entitlement is not there';
      return { partner, externalId };
    },
    notConnected: (job, { partner }) =>
      refused(job, {
        raw: `no integration with ${partner}`,
        readable: `Connect ${partner}, then ask again.`,
      }),
    call: ({ adapter, externalId }, { payload: { request, quantity } }) => {
      if (request === 'approve') return adapter.approveAgreement(externalId);
      if (request === 'cancel') return adapter.cancelAgreement(externalId);
      return adapter.changeQuantity(externalId, quantity as number);
    },
    finish: (job, _done, { partner, externalId }) =>
      job.finish('asked', async (scope) => {
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
      }),
    fail: refused,
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
