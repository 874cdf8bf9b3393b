import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { directJobHandler } from './direct-job.ts';
import { lookJobHandler, revenueSchedule } from './schedule.ts';
import { syncJobHandler } from './sync-job.ts';

export { syncJob } from './sync-job.ts';

/** All kinds of jobs about revenue. */
export const revenueJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  lookJobHandler(registry),
  syncJobHandler(registry),
  directJobHandler,
];

export const revenueSchedules: readonly Schedule[] = [revenueSchedule];
