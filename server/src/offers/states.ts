/**
 * The moves of an offer, as data. Commands are what a caller or the service itself may do; observations are what a
 * re-read of a marketplace shows, which may skip states.
 */
export type Moves = Readonly<Record<string, readonly string[]>>;

export const offerCommands: Moves = {
  DRAFT: ['PENDING_CREATE', 'PENDING_ACCEPTANCE', 'DELETED'],
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
 * From any state that is not an end, the marketplace's word counts; the buyer wins over cancel and expiry. One that was
 * accepted and whose agreement went on under yet another offer before it was read is USED.
 */
export const offerObservations: Moves = {
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

export const mayMove = (moves: Moves, from: string, to: string): boolean =>
  moves[from]?.includes(to) ?? false;

/** From where each operation of a caller is possible. */
export const offerOperations = {
  update: ['DRAFT', 'CREATE_FAILED', 'PENDING_ACCEPTANCE', 'UPDATE_FAILED'],
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
  submitForApproval: ['DRAFT', 'CREATE_FAILED'],
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
} as const satisfies Record<string, readonly string[]>;

export type OfferOperation = keyof typeof offerOperations;

/** States in which an offer is at no marketplace yet: in these an approval is asked for, given and lost. */
export const unpublished: readonly string[] = ['DRAFT', 'CREATE_FAILED'];
