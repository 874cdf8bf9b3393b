import type { AdapterRegistry } from '../marketplaces/index.ts';
import type { Schedule } from '../notifications/index.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { chargedJobHandler } from './charged-job.ts';
import { directJobHandler } from './direct-job.ts';
import { lookJobHandler, revenueSchedule } from './schedule.ts';
import { syncJobHandler } from './sync-job.ts';

/** Returns the handlers of all job kinds of revenue. */
export const revenueJobs = (registry: AdapterRegistry): AnyJobHandler[] => [
  lookJobHandler(registry),
  syncJobHandler(registry),
  directJobHandler,
  chargedJobHandler,
];

export const revenueSchedules: readonly Schedule[] = [revenueSchedule];
