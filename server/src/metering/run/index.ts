/** The run: claims batches, sums and settles them; makes reports and lines. */
export { endedJobHandler } from './ended-job.ts';
export { runJobHandler } from './run-job.ts';
export { zeroUsageJobHandler } from './zero-usage-job.ts';
export { zeroUsageSchedule } from './zero-usage-schedule.ts';
