/** States of an offer at the sandbox. */
export type SandboxOfferState =
  | 'PUBLISHING'
  | 'PUBLISHED'
  | 'AWAITING_PARTNER'
  | 'READY_TO_USE'
  | 'FAILED'
  | 'ACCEPTED'
  | 'USED'
  | 'RESTRICTED'
  | 'REJECTED'
  | 'CANCELLED';

export type SandboxAgreementState =
  | 'PENDING_APPROVAL'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'PENDING_CANCEL'
  | 'CANCELLED';

/** The states of a listing at the sandbox. */
export type SandboxProductState = 'CREATING' | 'CREATED' | 'PUBLISHING' | 'PUBLISHED';

type OfferStates = readonly SandboxOfferState[];

/** Published offers, on which buyers and partners may act until the offers expire. */
export const published: OfferStates = ['PUBLISHED', 'AWAITING_PARTNER', 'READY_TO_USE'];

/** Offers that the buyer, or the partner that must act next, may reject. */
export const rejectable: OfferStates = ['PUBLISHED', 'AWAITING_PARTNER'];

/** Offers that a partner processes or has processed. */
export const withPartner: OfferStates = ['AWAITING_PARTNER', 'READY_TO_USE', 'USED'];

/** Offers whose expiry can be changed. */
export const extendable: OfferStates = ['PUBLISHED', 'ACCEPTED'];

/** Offers that the seller can withdraw. */
export const cancellable: OfferStates = ['PUBLISHING', 'PUBLISHED', 'AWAITING_PARTNER'];

/**
 * Authorizations that can be withdrawn, including used authorizations, which then cannot be used for further
 * offers.
 */
export const cancellableAuthorization: OfferStates = [...cancellable, 'USED'];

type AgreementStates = readonly SandboxAgreementState[];

/** Running agreements, which the seller may cancel or request to cancel. */
export const begun: AgreementStates = ['ACTIVE', 'SUSPENDED'];

/** Agreements that have not ended, which the buyer may end. */
export const live: AgreementStates = ['PENDING_APPROVAL', ...begun, 'PENDING_CANCEL'];

/** Listings that are published or being published. */
export const inPublication: readonly SandboxProductState[] = ['PUBLISHING', 'PUBLISHED'];
