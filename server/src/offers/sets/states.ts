import type { Moves } from '../states.ts';

/** What a caller, or time, may do to an offer set. */
export const offerSetCommands: Moves = {
  DRAFT: ['PENDING_CREATE', 'DELETED'],
  CREATE_FAILED: ['PENDING_CREATE', 'PENDING_CANCEL', 'EXPIRED'],
  PENDING_ACCEPTANCE: ['PENDING_CANCEL', 'EXPIRED'],
  CANCEL_FAILED: ['PENDING_CANCEL'],
  CANCELLED: ['DELETED'],
  EXPIRED: ['DELETED'],
  REJECTED: ['DELETED'],
};

const ends = ['ACCEPTED', 'CANCELLED', 'EXPIRED', 'REJECTED'];

/** Where a set may be found by what became of its offers. The buyer wins over cancel and expiry. */
export const offerSetObservations: Moves = {
  PENDING_CREATE: ['CREATE_FAILED', 'PENDING_ACCEPTANCE', ...ends],
  CREATE_FAILED: ['PENDING_CREATE', 'PENDING_ACCEPTANCE', ...ends],
  PENDING_ACCEPTANCE: ends,
  PENDING_CANCEL: ['CANCEL_FAILED', ...ends],
  CANCEL_FAILED: ['PENDING_CANCEL', ...ends],
  CANCELLED: ['ACCEPTED'],
  EXPIRED: ['ACCEPTED', 'PENDING_ACCEPTANCE'],
};

/** States of an offer that a buyer can still accept, or soon again. */
const open = [
  'PENDING_ACCEPTANCE',
  'PENDING_PARTNER_ACTION',
  'PENDING_UPDATE',
  'UPDATE_FAILED',
  'PENDING_CANCEL',
  'CANCEL_FAILED',
];
const unmade = ['DRAFT', 'PENDING_CREATE'];

/**
 * The state of a published set that follows from those of its offers. It is ACCEPTED when all of them are, CREATE_FAILED
 * as soon as one could not be made, and at an end when none can be accepted any more. What was never made does not keep
 * a set from being cancelled.
 */
export function stateOf(current: string, offers: readonly string[]): string {
  const any = (...states: string[]) => offers.some((state) => states.includes(state));
  // An accepted offer is USED once its agreement goes on under another one.
  if (offers.length > 0 && offers.every((state) => ['ACCEPTED', 'USED'].includes(state))) return 'ACCEPTED';
  if (['PENDING_CANCEL', 'CANCEL_FAILED'].includes(current)) {
    if (any('PENDING_CANCEL')) return 'PENDING_CANCEL';
    if (any('PENDING_CREATE', ...open)) return 'CANCEL_FAILED';
  } else {
    if (any('CREATE_FAILED')) return 'CREATE_FAILED';
    if (any(...unmade)) return 'PENDING_CREATE';
    if (any(...open)) return 'PENDING_ACCEPTANCE';
  }
  if (any('REJECTED')) return 'REJECTED';
  return any('EXPIRED') && !any('CANCELLED') ? 'EXPIRED' : 'CANCELLED';
}

/** What an event says of a set that is now in the state. */
export const actionOf = (state: string): string =>
  ({
    PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
    ACCEPTED: 'ACCEPT',
    CANCELLED: 'CANCEL',
    EXPIRED: 'EXPIRE',
    REJECTED: 'REJECT',
  })[state] ?? 'UPDATE';
