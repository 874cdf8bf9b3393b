import type { Moves } from '../../platform/records/moves.ts';

export const requestStatuses = [
  'PENDING',
  'ACCEPTING',
  'REJECTING',
  'ACCEPTED',
  'REJECTED',
  'LAPSED',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The statuses of requests that need no answer, unless the buyer requests the same change again. */
export const ended: readonly RequestStatus[] = ['ACCEPTED', 'REJECTED', 'LAPSED'];

/**
 * The transitions that an observation may cause. A marketplace may end an accepted request without effect. A
 * rejected request stays REJECTED, because some marketplaces report a rejection as an end without effect.
 */
export const requestMoves: Moves<RequestStatus> = {
  PENDING: ['ACCEPTED', 'REJECTED', 'LAPSED'],
  ACCEPTING: ['ACCEPTED', 'REJECTED', 'LAPSED'],
  REJECTING: ['ACCEPTED', 'REJECTED'],
  ACCEPTED: ['LAPSED'],
};

/** The transitions that the seller's answer may cause. A refused answer restores PENDING. */
export const answerMoves: Moves<RequestStatus> = {
  PENDING: ['ACCEPTING', 'REJECTING'],
  ACCEPTING: ['ACCEPTED', 'PENDING'],
  REJECTING: ['REJECTED', 'PENDING'],
};

/** How an organization answers the requests of buyers at a marketplace. */
export type RequestDecision = 'ACCEPT' | 'REJECT' | 'ASK';

/** The statuses in which a request has an answer of the seller, by answer: in flight, and final. */
export const answered = {
  accept: ['ACCEPTING', 'ACCEPTED'],
  reject: ['REJECTING', 'REJECTED'],
} as const satisfies Record<string, readonly [RequestStatus, RequestStatus]>;
export type Answer = keyof typeof answered;

/** Returns the status of a new request, by its status at the marketplace and the organization's decision. */
export function firstStatus(
  atMarketplace: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED',
  decision: RequestDecision,
): RequestStatus {
  if (atMarketplace !== 'PENDING') return atMarketplace;
  return ({ ACCEPT: 'ACCEPTING', REJECT: 'REJECTING', ASK: 'PENDING' } as const)[decision];
}

/**
 * Returns the decision about requests: the organization's setting, or a default. If the marketplace takes silence for an
 * acceptance, the seller cannot be asked.
 */
export function decisionOf(
  setting: string | null | undefined,
  can: { silenceAcceptsAfterSeconds?: number | undefined } | undefined,
): RequestDecision {
  const waits = can?.silenceAcceptsAfterSeconds === undefined;
  if (setting === 'ACCEPT' || setting === 'REJECT') return setting;
  return waits ? 'ASK' : 'ACCEPT';
}
