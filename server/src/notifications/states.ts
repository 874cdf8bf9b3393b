/**
 * States of other slices' records that notifications tell apart: they come before those slices, so these are texts. That
 * the slices have them is held by `state-tables.test.ts`.
 */

/** What failed, was turned down or was shut off: whoever hears of it is to act soon. */
export const failedOrRefused: readonly string[] = [
  'CREATE_FAILED',
  'UPDATE_FAILED',
  'CANCEL_FAILED',
  'PUBLISH_FAILED',
  'REJECTED',
  'RESTRICTED',
  'FAILED',
];

/** An offer that comes from these can be accepted for the first time, or again. */
export const notYetAcceptable: readonly string[] = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_PARTNER_ACTION',
  'EXPIRED',
];
