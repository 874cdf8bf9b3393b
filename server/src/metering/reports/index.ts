import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { AnyJobHandler } from '../../platform/jobs/queue.ts';
import { compareUsageJobHandler } from './compare-usage-job.ts';
import { sendAgainJobHandler } from './send-again.ts';
import { sendJobHandler } from './send-job.ts';

export {
  type BilledRecord,
  type BilledUsage,
  readMetrics,
  readUnbilledUsage,
  readWholeUsage,
  type UnbilledUsage,
  type WaitingUsage,
  withWaitingUsage,
} from './billed-usage.ts';
export { type BilledSpan, type BillingMove, markBilled, markUnbilled, moveBilled } from './billings.ts';
export { retryReport } from './commands.ts';
export { reportTable } from './csv.ts';
export { reportErrors } from './errors.ts';
export { listReports } from './list.ts';
export { moveBeforeEnd } from './other-hours.ts';
export { encodeShownReport, type ShownReport, selectReport } from './read-store.ts';
export { ListUsageRecordReportsResponse, MeteringUsageRecordReport } from './records.ts';
export { reportCommandRoutes } from './routes.ts';

/** Returns the handlers of the jobs that send lines to marketplaces, and compare them with their lists. */
export const reportJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  sendJobHandler(registry),
  sendAgainJobHandler,
  compareUsageJobHandler(registry),
];
