export {
  applyCreditEntries,
  type Difference,
  type EndedLine,
  recordAccepted,
  recordWrittenOff,
  setBilledUsage,
  verifyUsage,
} from './ledger/index.ts';
export type { Metric } from './metrics/index.ts';
export {
  type BilledRecord,
  type BilledSpan,
  type BilledUsage,
  type BillingMove,
  markBilled,
  markUnbilled,
  moveBilled,
  readMetrics,
  readUnbilledUsage,
  readWholeUsage,
  type UnbilledUsage,
  type WaitingUsage,
  withWaitingUsage,
} from './reports/index.ts';
export { firstRunAfter } from './run-request.ts';
export { sendJob } from './send-job-definition.ts';
