import type { JobHandler } from '../../platform/jobs/queue.ts';
import { lockOffer } from '../store.ts';
import { changeOffer } from './change.ts';
import { expireJob, expires, lastMoment } from './expiry.ts';

/**
 * Ends an offer that nobody accepted in time, by the organization's clock. Its time may have been moved since. What
 * a marketplace says later counts: a buyer may have accepted in the last moment.
 */
export const expireJobHandler: JobHandler<{ offerId: string; expireTime: string }> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired, unless it was accepted, ended or extended', async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      const last = offer && lastMoment(offer);
      if (!last || !expires(offer.status) || Date.parse(last) > scope.now.getTime()) return;
      await changeOffer(scope, offer, 'EXPIRE', { status: 'EXPIRED' });
    }),
};
