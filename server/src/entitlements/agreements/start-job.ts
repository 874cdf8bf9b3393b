import { z } from 'zod';
import { backoff, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { changeEntitlement } from '../change/index.ts';
import { lockEntitlement } from '../store.ts';

type Payload = { entitlementId: string };

/** Makes an entitlement active when its time has come, by the organization's clock (R22). */
export const startJob: JobDefinition<Payload> = {
  kind: 'entitlements.start',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `start:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

export const startJobHandler: JobHandler<Payload> = {
  definition: startJob,
  run: (job) =>
    job.finish('started, unless it did not wait to start', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.status === 'PENDING_START')
        await changeEntitlement(scope, entitlement, 'UPDATE', { status: 'ACTIVE' });
    }),
};
