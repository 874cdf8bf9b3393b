/** Where an offer stands that was made at the sandbox, in the sandbox's own words. */
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

/** Where the listing of a product stands. */
export type SandboxProductState = 'CREATING' | 'CREATED' | 'PUBLISHING' | 'PUBLISHED';

type OfferStates = readonly SandboxOfferState[];

/** Others may do something with it, until it expires. */
export const published: OfferStates = ['PUBLISHED', 'AWAITING_PARTNER', 'READY_TO_USE'];

/** The buyer, or the partner whose turn it is, may turn it down. */
export const rejectable: OfferStates = ['PUBLISHED', 'AWAITING_PARTNER'];

/** A partner works with it, or has. */
export const withPartner: OfferStates = ['AWAITING_PARTNER', 'READY_TO_USE', 'USED'];

/** Its last day can be moved. */
export const extendable: OfferStates = ['PUBLISHED', 'ACCEPTED'];

/** The seller can take it back. */
export const cancellable: OfferStates = ['PUBLISHING', 'PUBLISHED', 'AWAITING_PARTNER'];

/** An authorization can be taken back after it was used, too: it serves no further offer. */
export const cancellableAuthorization: OfferStates = [...cancellable, 'USED'];

type AgreementStates = readonly SandboxAgreementState[];

/** It has begun and goes on: the seller may end it, or ask the buyer to. */
export const begun: AgreementStates = ['ACTIVE', 'SUSPENDED'];

/** Not over: the buyer may end it. */
export const live: AgreementStates = ['PENDING_APPROVAL', ...begun, 'PENDING_CANCEL'];

/** Published, or about to be: there is nothing more to publish. */
export const inPublication: readonly SandboxProductState[] = ['PUBLISHING', 'PUBLISHED'];
