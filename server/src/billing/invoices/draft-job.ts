import { draftJob } from '../../entitlements/index.ts';
import { keepPlans } from '../../platform/database/keep-plans.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { draftDue, draftDueTogether } from './draft-due.ts';
import type { InvoiceHooks } from './hooks.ts';

type Payload = { entitlementId: string; at: string; isLate?: boolean | undefined };

/** So many drafts share a transaction, as many as one claim takes: of fewer each costs more, and of more, sales stay locked for longer. */
const mostTogether = 100;
const outcome = 'drafted what was due';

/** Drafts the invoices of a direct sale that are due by now, and makes the job for when the next ones are. */
export const draftJobHandler = (hooks: InvoiceHooks): JobHandler<Payload> => ({
  definition: draftJob,
  run: ({ payload: { entitlementId, isLate }, finish }) =>
    finish(
      outcome,
      (scope) => draftDue(scope, entitlementId, hooks, { leavesLate: isLate === true }),
      undefined,
      [keepPlans],
    ),
  together: {
    most: mostTogether,
    outcome,
    first: [keepPlans],
    work: async (jobs) => {
      const regular = jobs.filter(({ payload: { isLate } }) => !isLate);
      const of = regular.map(({ scope, payload: { entitlementId } }) => ({ scope, entitlementId }));
      const drafted = await draftDueTogether(of, hooks);
      const done = regular.filter(({ payload: { entitlementId } }) => drafted.has(entitlementId));
      return new Set(done.map(({ jobId }) => jobId));
    },
  },
});
