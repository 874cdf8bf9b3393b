import type { JobHandler } from '../../platform/jobs/queue.ts';
import { expireJob } from './expire-job-definition.ts';
import { expireLocked, protects } from './protection.ts';
import { isProtecting } from './states.ts';
import { lockDeal } from './store.ts';

/** Ends a deal registration whose protection is over, unless it ended otherwise. */
export const expireJobHandler: JobHandler<{ dealRegistrationId: string; protectionEndTime: string }> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired, unless it had ended', async (scope) => {
      const deal = await lockDeal(scope, job.payload.dealRegistrationId);
      if (deal && isProtecting(deal.status) && !protects(deal, scope.now)) await expireLocked(scope, deal);
    }),
};
