/** The run, which claims, sums and settles calls, and creates reports and lines. */
export { addonCharge } from './addon-charge.ts';
export { addonJobHandler } from './addon-job.ts';
export { endedJobHandler } from './ended-job.ts';
export { freeHour, hourOf, openHours } from './open-hours.ts';
export { runJobHandler } from './run-job.ts';
export { beginOf } from './term-credit.ts';
export { zeroUsageJobHandler } from './zero-usage-job.ts';
export { zeroUsageSchedule } from './zero-usage-schedule.ts';
