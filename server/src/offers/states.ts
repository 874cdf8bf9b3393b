import { isMoveAllowed, type Moves, requireKnownMove } from '../platform/records/moves.ts';
import { offerErrors } from './errors.ts';
import type { OfferStatus } from './records.ts';

export type { OfferStatus };

/**
 * Changes of an offer's state by commands of a caller or the service. Observations of a marketplace have their
 * own table, because an observation may skip states.
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
 * Changes that an observation may make. An observation applies in every state that is not final; an acceptance
 * overrides cancellation and expiry. An offer is USED if its agreement continued under another offer before the
 * acceptance was observed.
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

/** Action of the event that records an impossible change at a marketplace. The change is stored nevertheless. */
const impossible = 'ABNORMAL_ALERT';

/**
 * Requires a state transition that commands or observations allow.
 * @throws Error for any other transition
 */
export function requireOfferMove(
  offer: { id: string; status: OfferStatus },
  to: OfferStatus | undefined,
  action: string,
): void {
  if (action !== impossible) requireKnownMove([offerCommands, offerObservations], offer, to);
}

export type States = readonly OfferStatus[];

/**
 * States of an offer before it is sent to a marketplace, in which the offer can be submitted for approval and
 * approved.
 */
export const unpublished: States = ['DRAFT', 'CREATE_FAILED'];

/** States in which no buyer can have seen the offer. */
export const beforePublication: States = [...unpublished, 'PENDING_CREATE', 'PENDING_PARTNER_ACTION'];

/** States of an offer that has just been published. Fast buyers may have accepted it before it was observed. */
export const justPublished: States = ['PENDING_ACCEPTANCE', 'ACCEPTED'];

/**
 * States in which the marketplace is creating or changing the offer. Until that work is complete, the terms
 * cannot change and other jobs wait.
 */
export const inMarketplaceWork: States = ['PENDING_CREATE', 'PENDING_UPDATE'];

/** States of a published offer that end with the result of its change or cancellation job. */
export const inChange: States = ['PENDING_UPDATE', 'PENDING_CANCEL'];

/** States whose job schedules the next reconciliation. */
export const reconciledByItsJob: States = ['PENDING_CREATE', 'PENDING_CANCEL'];

/** States of an offer that is published at its marketplace and waits for a buyer, partner or reseller. */
export const published: States = ['PENDING_ACCEPTANCE', 'PENDING_PARTNER_ACTION', 'READY_TO_USE'];

/** States in which a partner can use the offer or authorization that the partner received. */
export const withPartner: States = ['PENDING_PARTNER_ACTION', 'READY_TO_USE', 'USED'];

/** States in which the terms of a published offer can be changed. */
export const editable: States = ['PENDING_ACCEPTANCE', 'UPDATE_FAILED'];

/** States in which a buyer can accept the offer at its marketplace, even during a change. */
export const acceptable: States = [...editable, ...inChange, 'CANCEL_FAILED'];

/** States in which a buyer can accept the offer, now or after a partner's step. */
export const soonAcceptable: States = [...acceptable, 'PENDING_PARTNER_ACTION'];

/** States in which a buyer can accept a direct sale; a public offer is ACTIVE. */
export const acceptableDirectly: States = ['PENDING_ACCEPTANCE', 'ACTIVE'];

/**
 * States of an offer that a buyer has accepted. The offer becomes USED when its agreement continues under
 * another offer.
 */
export const accepted: States = ['ACCEPTED', 'USED'];

/** Observed states in which an offer can no longer be accepted or cancelled. */
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

/** States in which each operation of a caller is allowed. */
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

/** Returns whether an offer in this state expires at its time without an acceptance. */
export const expires = (status: OfferStatus): boolean => isMoveAllowed(offerCommands, status, 'EXPIRED');

const doing: Record<OfferOperation, string> = {
  update: 'changed',
  cancel: 'cancelled',
  extend: 'extended',
  delete: 'deleted',
  retry: 'created again',
  submit: 'submitted',
  submitForApproval: 'submitted for approval',
  notify: 'sent to contacts',
};

/**
 * Requires a state that allows the operation.
 * @throws 409 when the state does not allow the operation; the error lists the allowed states
 */
export function requireStateFor(operation: OfferOperation, { status }: { status: OfferStatus }): void {
  const allowed = offerOperations[operation];
  if (!allowed.includes(status))
    throw offerErrors.offer_state(
      `The offer is ${status}; it can be ${doing[operation]} when it is ${allowed.join(', ')}.`,
    );
}
