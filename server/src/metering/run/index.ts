/** The run: claims batches, sums and settles them; makes reports and lines. */
export { endedJobHandler } from './ended-job.ts';
export { freeHour, hourOf, openHours } from './open-hours.ts';
export { runJobHandler } from './run-job.ts';
export { beginOf } from './term-credit.ts';
export { zeroUsageJobHandler } from './zero-usage-job.ts';
export { zeroUsageSchedule } from './zero-usage-schedule.ts';
