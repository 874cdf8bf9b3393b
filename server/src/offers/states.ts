import { type Moves, requireKnownMove } from '../platform/records/moves.ts';
import type { OfferStatus } from './records.ts';

export type { OfferStatus };

/**
 * The moves of an offer. Commands are what a caller or the service itself may do; observations are what a snapshot of
 * a marketplace shows, which may skip states.
 */
export const offerCommands: Moves<OfferStatus> = {
  DRAFT: ['PENDING_CREATE', 'PENDING_ACCEPTANCE', 'ACTIVE', 'DELETED'],
  PENDING_CREATE: ['PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'CREATE_FAILED'],
  CREATE_FAILED: ['PENDING_CREATE', 'DELETED'],
  PENDING_PARTNER_ACTION: ['PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'EXPIRED', 'REJECTED', 'RESTRICTED'],
  PENDING_ACCEPTANCE: ['PENDING_UPDATE', 'PENDING_CANCEL', 'ACCEPTED', 'EXPIRED', 'REJECTED'],
  PENDING_UPDATE: ['PENDING_ACCEPTANCE', 'UPDATE_FAILED', 'ACCEPTED'],
  UPDATE_FAILED: ['PENDING_UPDATE', 'PENDING_ACCEPTANCE', 'PENDING_CANCEL', 'ACCEPTED', 'EXPIRED'],
  PENDING_CANCEL: ['CANCELLED', 'CANCEL_FAILED', 'ACCEPTED'],
  CANCEL_FAILED: ['PENDING_CANCEL', 'ACCEPTED', 'EXPIRED'],
  READY_TO_USE: ['EXPIRED'],
  EXPIRED: ['PENDING_UPDATE', 'DELETED'],
  ACCEPTED: ['PENDING_UPDATE', 'USED'],
  ACTIVE: ['PENDING_CANCEL'],
  USED: ['PENDING_CANCEL'],
  CANCELLED: ['DELETED'],
};

/**
 * The moves that an observation may make. From any state that is not an end, the marketplace's word counts; the buyer
 * wins over cancel and expiry. One that was accepted and whose agreement went on under yet another offer before it was
 * read is USED.
 */
export const offerObservations: Moves<OfferStatus> = {
  PENDING_CREATE: [
    'PENDING_ACCEPTANCE',
    'PENDING_PARTNER_ACTION',
    'CREATE_FAILED',
    'ACCEPTED',
    'EXPIRED',
    'CANCELLED',
    'REJECTED',
    'RESTRICTED',
    'USED',
  ],
  CREATE_FAILED: ['PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'ACCEPTED', 'USED'],
  PENDING_PARTNER_ACTION: [
    'PENDING_ACCEPTANCE',
    'ACCEPTED',
    'EXPIRED',
    'CANCELLED',
    'REJECTED',
    'RESTRICTED',
    'USED',
  ],
  READY_TO_USE: ['USED', 'RESTRICTED', 'EXPIRED', 'CANCELLED', 'REJECTED'],
  PENDING_ACCEPTANCE: ['ACCEPTED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'PENDING_PARTNER_ACTION', 'USED'],
  PENDING_UPDATE: ['ACCEPTED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'PENDING_ACCEPTANCE', 'USED'],
  UPDATE_FAILED: ['ACCEPTED', 'EXPIRED', 'CANCELLED', 'REJECTED', 'PENDING_ACCEPTANCE', 'USED'],
  PENDING_CANCEL: ['CANCELLED', 'ACCEPTED', 'EXPIRED', 'REJECTED', 'RESTRICTED', 'USED'],
  CANCEL_FAILED: ['CANCELLED', 'ACCEPTED', 'EXPIRED', 'REJECTED', 'RESTRICTED', 'USED'],
  EXPIRED: ['ACCEPTED', 'PENDING_ACCEPTANCE', 'USED'],
  ACCEPTED: ['USED'],
  USED: ['CANCELLED', 'EXPIRED', 'RESTRICTED'],
  ACTIVE: ['CANCELLED', 'EXPIRED'],
};

/** The action of an event of an offer whose marketplace shows what cannot be: it is stored all the same. */
const impossible = 'ABNORMAL_ALERT';

/** @throws an error of the program where neither a command nor an observation makes the move */
export function requireOfferMove(
  offer: { id: string; status: OfferStatus },
  to: OfferStatus | undefined,
  action: string,
): void {
  if (action !== impossible) requireKnownMove([offerCommands, offerObservations], offer, to);
}

export type States = readonly OfferStatus[];

/** The states of an offer that no marketplace has yet: in these an approval is asked for, given and lost. */
export const unpublished: States = ['DRAFT', 'CREATE_FAILED'];

/** The states of an offer that no buyer can have seen. */
export const beforePublication: States = [...unpublished, 'PENDING_CREATE', 'PENDING_PARTNER_ACTION'];

/**
 * The states in which an offer is found that has just been published: a buyer may have been so fast that only the
 * acceptance was seen.
 */
export const justPublished: States = ['PENDING_ACCEPTANCE', 'ACCEPTED'];

/**
 * The states in which a marketplace makes or changes the offer. Its terms stay meanwhile; what else is to be done waits
 * until that is over.
 */
export const inMarketplaceWork: States = ['PENDING_CREATE', 'PENDING_UPDATE'];

/** The states of a published offer of which a job, that changes it or takes it back, says how that ends. */
export const inChange: States = ['PENDING_UPDATE', 'PENDING_CANCEL'];

/** The job that asks the marketplace for these schedules the reconciliation that follows. */
export const reconciledByItsJob: States = ['PENDING_CREATE', 'PENDING_CANCEL'];

/** The states of an offer that is published at its marketplace, and waits for a buyer, a partner or a reseller. */
export const published: States = ['PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'READY_TO_USE'];

/** A partner may work with what it was given. */
export const withPartner: States = ['PENDING_PARTNER_ACTION', 'READY_TO_USE', 'USED'];

/** Published, and its terms can be changed. */
export const editable: States = ['PENDING_ACCEPTANCE', 'UPDATE_FAILED'];

/** A buyer can accept it at its marketplace, whatever is being changed of it. */
export const acceptable: States = [...editable, ...inChange, 'CANCEL_FAILED'];

/** The states in which a buyer can accept an offer, or can once a partner has done its part. */
export const soonAcceptable: States = [...acceptable, 'PENDING_PARTNER_ACTION'];

/** The states in which a buyer can accept an offer that is sold directly: a public one is ACTIVE. */
export const acceptableDirectly: States = ['PENDING_ACCEPTANCE', 'ACTIVE'];

/** A buyer has accepted it. It is USED once its agreement goes on under another one. */
export const accepted: States = ['ACCEPTED', 'USED'];

/** The states, as a marketplace shows them, in which an offer can neither be accepted nor taken back any more. */
export const ended: States = ['CANCELLED', 'EXPIRED', 'REJECTED', 'RESTRICTED', 'USED'];

export type OfferOperation =
  | 'update'
  | 'cancel'
  | 'extend'
  | 'delete'
  | 'retry'
  | 'submit'
  | 'submitForApproval'
  | 'notify';

/** The states in which each operation of a caller is possible. */
export const offerOperations: Readonly<Record<OfferOperation, States>> = {
  update: [...unpublished, ...editable],
  cancel: [
    'PENDING_PARTNER_ACTION',
    'PENDING_ACCEPTANCE',
    'UPDATE_FAILED',
    'PENDING_CANCEL',
    'CANCEL_FAILED',
    'ACTIVE',
    'USED',
  ],
  extend: ['PENDING_ACCEPTANCE', 'EXPIRED', 'ACCEPTED'],
  delete: ['DRAFT', 'CREATE_FAILED', 'EXPIRED', 'CANCELLED'],
  retry: ['CREATE_FAILED'],
  submit: ['DRAFT'],
  submitForApproval: unpublished,
  notify: [
    'PENDING_PARTNER_ACTION',
    'PENDING_ACCEPTANCE',
    'PENDING_UPDATE',
    'UPDATE_FAILED',
    'CANCEL_FAILED',
    'ACCEPTED',
    'ACTIVE',
    'USED',
  ],
};
