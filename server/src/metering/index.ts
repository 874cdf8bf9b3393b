import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { ensurePartitions, testUsageJobHandler } from './ingest/index.ts';
import { moveBeforeEnd, reportJobs } from './reports/index.ts';
import { endedJobHandler, runJobHandler, zeroUsageJobHandler, zeroUsageSchedule } from './run/index.ts';
import { countGroupsOfDay } from './store.ts';

export {
  applyCreditEntries,
  type Difference,
  type EndedLine,
  hasOpenUsage,
  hasUsage,
  recordAccepted,
  recordWrittenOff,
  setBilledUsage,
  verifyUsage,
} from './ledger/index.ts';
export { firstRunAfter } from './run-request.ts';
export { sendJob } from './send-job-definition.ts';

/** All kinds of jobs about usage. */
export const meteringJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  runJobHandler(registry),
  ...reportJobs(registry),
  endedJobHandler(registry, moveBeforeEnd),
  testUsageJobHandler(registry),
  zeroUsageJobHandler(registry),
];

export const meteringSchedules = (registry: AdapterRegistry): readonly Schedule[] => [
  zeroUsageSchedule(registry),
];

export { meteringDescription } from './description.ts';
export type { Metric } from './metrics/index.ts';
export {
  type BilledRecord,
  type BilledSpan,
  type BilledUsage,
  MeteringUsageRecordReport,
  type MovedBilling,
  markBilled,
  markUnbilled,
  moveBilled,
  readMetrics,
  readUnbilledUsage,
  readWholeUsage,
  type UnbilledUsage,
  withWaitingUsage,
} from './reports/index.ts';
export { meteringRoutes } from './routes/index.ts';

export const meteringQuotas: readonly QuotaDefinition[] = [
  {
    name: 'usageRecordGroupsPerDay',
    description: 'Groups of usage records reported in a day (UTC)',
    perDay: true,
    count: countGroupsOfDay,
  },
];

/** What is done from time to time, as the system: partitions for usage come before it does. */
export const meteringSweeps: readonly Statement[] = [ensurePartitions];
