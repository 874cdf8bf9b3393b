/**
 * The states of other slices' records that notifications distinguish. These slices depend on notifications, so the
 * states are strings here; `state-tables.test.ts` checks that the slices define these states.
 */

/** The states after a failure, a rejection or a restriction, which require manual action soon. */
export const failedOrRefused: readonly string[] = [
  'CREATE_FAILED',
  'UPDATE_FAILED',
  'CANCEL_FAILED',
  'PUBLISH_FAILED',
  'REJECTED',
  'RESTRICTED',
  'FAILED',
];

/** The states from which a transition to PENDING_ACCEPTANCE makes an offer acceptable for the first time, or again. */
export const notYetAcceptable: readonly string[] = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_PARTNER_ACTION',
  'EXPIRED',
];
