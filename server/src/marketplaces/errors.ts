/**
 * What kind of failure it is, which says what happens next.
 *
 * - `refused`: the marketplace says no for good: the seller mends it, nothing is tried again.
 * - `throttled`: too many calls; tried again after `retryAfterMs`. Nothing was done.
 * - `unreachable`: no answer, and the call is known not to have been taken. Tried again.
 * - `unauthorized`: the credentials are not let in (any more). Work waits until the integration is verified again.
 * - `unknown`: the answer was lost: whether the call had its effect is to be looked up before it is repeated.
 */
export const failureKinds = ['refused', 'throttled', 'unreachable', 'unauthorized', 'unknown'] as const;
export type FailureKind = (typeof failureKinds)[number];

type Details = {
  kind: FailureKind;
  /** What to do about it, for people; the marketplace's own words when absent. */
  readable?: string;
  /** How long the marketplace asks to be left alone, in milliseconds. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/** A marketplace's refusal or failure. The message is in the marketplace's words. */
export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError';
  readonly kind: FailureKind;
  readonly readable: string;
  readonly retryAfterMs: number | undefined;
  constructor(raw: string, { kind, readable, retryAfterMs, cause }: Details) {
    super(raw, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.readable = readable ?? raw;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether another try is of no use: the seller has to mend it. */
  get permanent(): boolean {
    return this.kind === 'refused';
  }

  /** Whether the marketplace is known to have done nothing of what it was asked. */
  get hadNoEffect(): boolean {
    return this.kind !== 'unknown';
  }
}
