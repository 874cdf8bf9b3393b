import { z } from 'zod';
import { type AdapterRegistry, MarketplaceError, observeJob } from '../../marketplaces/index.ts';
import {
  backoff,
  enqueue,
  type JobDefinition,
  type JobHandler,
  type JobRun,
} from '../../platform/jobs/queue.ts';
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
  retry: backoff({ tries: 8, firstMs: 2000, longestMs: 600_000 }),
  operation: {
    name: 'Ask the marketplace to approve, cancel or change an entitlement',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

/** Fields of the meta info about a refused request, until the next one. */
export const requestErrors = ['errorMessages', 'prettifiedErrorMessages'] as const;

export const requestJobHandler = (registry: AdapterRegistry): JobHandler<Payload> => ({
  definition: requestJob,
  run: async (job) => {
    const { entitlementId, request, quantity } = job.payload;
    const { entitlement, environment } = await job.transaction(async (scope) => ({
      entitlement: (await scope.query<EntitlementRow>(selectEntitlement(scope, entitlementId)))[0],
      environment: scope.environment,
    }));
    const { partner, external_id: externalId } = entitlement ?? {};
    if (!partner || !externalId) return job.finish('nothing to do: the entitlement is not there');
    const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
    if (!adapter)
      return refused(job, `no integration with ${partner}`, `Connect ${partner}, then ask again.`);
    try {
      if (request === 'approve') await adapter.approveAgreement(externalId);
      else if (request === 'cancel') await adapter.cancelAgreement(externalId);
      else await adapter.changeQuantity(externalId, quantity as number);
    } catch (error) {
      if (!(error instanceof MarketplaceError) || !error.permanent) throw error;
      return refused(job, error.message, error.readable);
    }
    await job.finish('asked', async (scope) => {
      await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
    });
  },
  giveUp: (job, error) =>
    refused(job, error.message, `The marketplace could not be reached or kept failing: ${error.message}`),
});

/** Records why, and gives the entitlement the state from before a refused cancellation. */
const refused = (job: JobRun<Payload>, raw: string, readable: string): Promise<void> =>
  job.finish(
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
