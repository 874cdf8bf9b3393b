export { cancel } from './cancel.ts';
export { cancelJobHandler, scheduleCancellation, unscheduleCancellation } from './cancellation-schedule.ts';
export { endJobHandler } from './end-job.ts';
export { endNow } from './end-now.ts';
export { endSoonSchedule } from './end-soon.ts';
