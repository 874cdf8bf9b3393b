import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { changeEntitlement } from '../change/index.ts';
import { live } from '../states.ts';
import { lockEntitlement } from '../store.ts';

type Payload = { entitlementId: string };

/** So long an agreement may be seen after its buyer came: lists and events of marketplaces lag by hours, and are made up for at night. */
const waitMs = 24 * 3_600_000;

/** Says that the agreement of a purchase whose buyer came was never seen, by the organization's clock. */
const awaitJob: JobDefinition<Payload> = {
  kind: 'entitlements.awaitAgreement',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `await:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

/** Has people know of a purchase whose agreement is not seen in time; once, as each has one such job. */
export const alertUnlessSeen = async (scope: OrgTransaction, entitlementId: string): Promise<void> => {
  const at = new Date(scope.now.getTime() + waitMs);
  await scope.query(enqueue(scope, awaitJob, { entitlementId }, { at }));
};

export const awaitJobHandler: JobHandler<Payload> = {
  definition: awaitJob,
  run: (job) =>
    job.finish('said so, unless the agreement was seen', async (scope) => {
      const entitlement = await lockEntitlement(scope, job.payload.entitlementId);
      if (entitlement?.awaits_agreement && live.includes(entitlement.status))
        await changeEntitlement(scope, entitlement, 'ABNORMAL_ALERT', { eventChange: 'AGREEMENT_MISSING' });
    }),
};
