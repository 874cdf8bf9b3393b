import { type Moves, requireKnownMove } from '../../platform/records/moves.ts';
import type { OfferStatus } from '../records.ts';
import { accepted, soonAcceptable } from '../states.ts';
import type { OfferSetStatus } from './records.ts';

export type { OfferSetStatus };

/** Changes of an offer set by a caller or by time. */
export const offerSetCommands: Moves<OfferSetStatus> = {
  DRAFT: ['PENDING_CREATE', 'DELETED'],
  CREATE_FAILED: ['PENDING_CREATE', 'PENDING_CANCEL', 'EXPIRED'],
  PENDING_ACCEPTANCE: ['PENDING_CANCEL', 'EXPIRED'],
  CANCEL_FAILED: ['PENDING_CANCEL'],
  CANCELLED: ['DELETED'],
  EXPIRED: ['DELETED'],
  REJECTED: ['DELETED'],
};

/** Final states: the buyer has decided, or can no longer decide. */
export const ended: readonly OfferSetStatus[] = ['ACCEPTED', 'CANCELLED', 'EXPIRED', 'REJECTED'];
export const over: readonly OfferSetStatus[] = [...ended, 'DELETED'];
const inCancellation: readonly OfferSetStatus[] = ['PENDING_CANCEL', 'CANCEL_FAILED'];

/** Changes of an offer set that follow from its offers. An acceptance overrides cancellation and expiry. */
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
 * Further states that a set may have after a command: offers of a draft may have been published individually,
 * and offers to be cancelled may be in creation or change.
 */
export const offerSetOutcomes: Moves<OfferSetStatus> = {
  DRAFT: ['PENDING_ACCEPTANCE', 'ACCEPTED'],
  CREATE_FAILED: ['CANCEL_FAILED'],
  PENDING_ACCEPTANCE: ['CANCEL_FAILED'],
};

/**
 * Requires a state transition that commands or offers allow.
 * @throws Error for any other transition
 */
export const requireOfferSetMove = (
  set: { id: string; status: OfferSetStatus },
  to: OfferSetStatus | undefined,
): void => requireKnownMove([offerSetCommands, offerSetOutcomes, offerSetObservations], set, to);

/** States of offers of a published set that are not created yet. */
const beingMade: readonly OfferStatus[] = ['DRAFT', 'PENDING_CREATE'];

/** States of offers that are left unchanged when a set is published again. */
export const unchangedInSet: readonly OfferStatus[] = ['PENDING_CREATE', 'PENDING_ACCEPTANCE', 'ACCEPTED'];

/**
 * Derives the state of a published set from the states of its offers. The set is ACCEPTED when all offers are
 * accepted, CREATE_FAILED when one creation failed, and ended when no offer can be accepted. Offers that were
 * never created do not prevent a cancellation.
 */
export function stateOf(current: OfferSetStatus, offers: readonly OfferStatus[]): OfferSetStatus {
  const any = (...states: OfferStatus[]) => offers.some((state) => states.includes(state));
  // An accepted offer becomes USED when its agreement continues under another offer.
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

/** Returns the action of the event for a new state. */
export const actionOf = (state: OfferSetStatus): string => actions[state] ?? 'UPDATE';
