import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { ensurePartitions, testUsageJobHandler } from './ingest/index.ts';
import { moveBeforeEnd, reportJobs } from './reports/index.ts';
import {
  addonJobHandler,
  endedJobHandler,
  runJobHandler,
  zeroUsageJobHandler,
  zeroUsageSchedule,
} from './run/index.ts';
import { countGroupsOfDay } from './store.ts';

export { hasOpenUsage, hasUsage } from './ledger/index.ts';
export { addonCharge } from './run/index.ts';

/** Returns the handlers of all metering jobs. */
export const meteringJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  runJobHandler(registry),
  ...reportJobs(registry),
  endedJobHandler(registry, moveBeforeEnd),
  testUsageJobHandler(registry),
  addonJobHandler(registry),
  zeroUsageJobHandler(registry),
];

export const meteringSchedules = (registry: AdapterRegistry): readonly Schedule[] => [
  zeroUsageSchedule(registry),
];
export { meteringDescription } from './description.ts';
export { MeteringUsageRecordReport } from './reports/index.ts';
export { meteringRoutes } from './routes/index.ts';

export const meteringQuotas: readonly QuotaDefinition[] = [
  {
    name: 'usageRecordGroupsPerDay',
    description: 'Groups of usage records reported in a day (UTC)',
    perDay: true,
    count: countGroupsOfDay,
  },
];

/** Periodic statements that create partitions for usage in advance, with the system role. */
export const meteringSweeps: readonly Statement[] = [ensurePartitions];
