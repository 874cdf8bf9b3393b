import { z } from 'zod';
import { sumInvoices } from '../billing/index.ts';
import { setRevenueAmounts } from '../entitlements/index.ts';
import { backoff, type JobDefinition, type JobHandler } from '../platform/jobs/queue.ts';

type Payload = { entitlementId: string };

/** Updates the amounts of a direct sale from its invoices after an invoice changed. */
export const directJob: JobDefinition<Payload> = {
  kind: 'revenue.direct',
  payload: z.object({ entitlementId: z.string() }),
  lane: ({ entitlementId }) => `revenue-direct:${entitlementId}`,
  retry: backoff({ tries: 20 }),
};

/** The handler of `revenue.direct`. Direct sales have no fee, so the whole amount is collectable. */
export const directJobHandler: JobHandler<Payload> = {
  definition: directJob,
  run: (job) =>
    job.finish('reckoned', async (scope) => {
      const { entitlementId } = job.payload;
      await setRevenueAmounts(scope, entitlementId, async (currency) => {
        const { sold, invoiced, paid } = await sumInvoices(scope, entitlementId, currency);
        return {
          grossAmount: sold,
          invoicedAmount: invoiced,
          collectableAmount: sold,
          disbursedAmount: paid,
        };
      });
    }),
};
