/** The ways by which an entitlement ends: by its time, by a cancellation now or at its time, and the notices before. */
export { cancel, requireCancellableNow } from './cancel.ts';
export {
  cancelJobHandler,
  requireSchedulable,
  scheduleCancellation,
  unscheduleCancellation,
} from './cancellation-schedule.ts';
export { endJobHandler } from './end-job.ts';
export { endNow } from './end-now.ts';
export { endSoonSchedule } from './end-soon.ts';
export { endedJob } from './ended-job.ts';
