import { type Moves, requireKnownMove } from '../../platform/records/moves.ts';
import { accepted, type OfferStatus, soonAcceptable } from '../states.ts';
import type { OfferSetStatus } from './records.ts';

export type { OfferSetStatus };

/** The moves of an offer set that a caller, or time, may make. */
export const offerSetCommands: Moves<OfferSetStatus> = {
  DRAFT: ['PENDING_CREATE', 'DELETED'],
  CREATE_FAILED: ['PENDING_CREATE', 'PENDING_CANCEL', 'EXPIRED'],
  PENDING_ACCEPTANCE: ['PENDING_CANCEL', 'EXPIRED'],
  CANCEL_FAILED: ['PENDING_CANCEL'],
  CANCELLED: ['DELETED'],
  EXPIRED: ['DELETED'],
  REJECTED: ['DELETED'],
};

/** The buyer has decided, or can decide no more. */
export const ended: readonly OfferSetStatus[] = ['ACCEPTED', 'CANCELLED', 'EXPIRED', 'REJECTED'];
export const over: readonly OfferSetStatus[] = [...ended, 'DELETED'];
const inCancellation: readonly OfferSetStatus[] = ['PENDING_CANCEL', 'CANCEL_FAILED'];

/** The moves of an offer set that follow from its offers. The buyer wins over cancel and expiry. */
export const offerSetObservations: Moves<OfferSetStatus> = {
  PENDING_CREATE: ['CREATE_FAILED', 'PENDING_ACCEPTANCE', ...ended],
  CREATE_FAILED: ['PENDING_CREATE', 'PENDING_ACCEPTANCE', ...ended],
  PENDING_ACCEPTANCE: ended,
  PENDING_CANCEL: ['CANCEL_FAILED', ...ended],
  CANCEL_FAILED: ['PENDING_CANCEL', ...ended],
  CANCELLED: ['ACCEPTED'],
  EXPIRED: ['ACCEPTED', 'PENDING_ACCEPTANCE'],
};

/**
 * The states in which a command leaves a set whose offers are not where it wants them: those of a draft may have been
 * published one by one, and of those that are to be cancelled some may be being made or changed.
 */
export const offerSetOutcomes: Moves<OfferSetStatus> = {
  DRAFT: ['PENDING_ACCEPTANCE', 'ACCEPTED'],
  CREATE_FAILED: ['CANCEL_FAILED'],
  PENDING_ACCEPTANCE: ['CANCEL_FAILED'],
};

/** @throws an error of the program where neither a command nor what became of its offers makes the move */
export const requireOfferSetMove = (
  set: { id: string; status: OfferSetStatus },
  to: OfferSetStatus | undefined,
): void => requireKnownMove([offerSetCommands, offerSetOutcomes, offerSetObservations], set, to);

/** Offers of a set that was published, and that nobody has made yet. */
const beingMade: readonly OfferStatus[] = ['DRAFT', 'PENDING_CREATE'];

/** Offers that are left as they are when a set is published again after some of them failed. */
export const standingInSet: readonly OfferStatus[] = ['PENDING_CREATE', 'PENDING_ACCEPTANCE', 'ACCEPTED'];

/**
 * The state of a published set that follows from those of its offers. It is ACCEPTED when all of them are, CREATE_FAILED
 * as soon as one could not be made, and at an end when none can be accepted any more. What was never made does not keep
 * a set from being cancelled.
 */
export function stateOf(current: OfferSetStatus, offers: readonly OfferStatus[]): OfferSetStatus {
  const any = (...states: OfferStatus[]) => offers.some((state) => states.includes(state));
  // An accepted offer is USED once its agreement goes on under another one.
  if (offers.length > 0 && offers.every((state) => accepted.includes(state))) return 'ACCEPTED';
  if (inCancellation.includes(current)) {
    if (any('PENDING_CANCEL')) return 'PENDING_CANCEL';
    if (any('PENDING_CREATE', ...soonAcceptable)) return 'CANCEL_FAILED';
  } else {
    if (any('CREATE_FAILED')) return 'CREATE_FAILED';
    if (any(...beingMade)) return 'PENDING_CREATE';
    if (any(...soonAcceptable)) return 'PENDING_ACCEPTANCE';
  }
  if (any('REJECTED')) return 'REJECTED';
  return any('EXPIRED') && !any('CANCELLED') ? 'EXPIRED' : 'CANCELLED';
}

const actions: Readonly<Partial<Record<OfferSetStatus, string>>> = {
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  ACCEPTED: 'ACCEPT',
  CANCELLED: 'CANCEL',
  EXPIRED: 'EXPIRE',
  REJECTED: 'REJECT',
};

/** The action of the event by which a set came into the state. */
export const actionOf = (state: OfferSetStatus): string => actions[state] ?? 'UPDATE';
