/**
 * The failure kinds of a marketplace call. The kind determines whether the call is retried.
 *
 * - `refused`: permanently rejected by the marketplace. Not retried; the seller must fix the cause.
 * - `throttled`: rate limit reached; the call had no effect. Retried after `retryAfterMs`.
 * - `unreachable`: no response, and the call is known to have had no effect. Retried.
 * - `unauthorized`: the credentials were rejected. The job waits until the integration is verified again.
 * - `unknown`: the response was lost. The caller looks up whether the call took effect before repeating it.
 */
export const failureKinds = ['refused', 'throttled', 'unreachable', 'unauthorized', 'unknown'] as const;
export type FailureKind = (typeof failureKinds)[number];

type Details = {
  kind: FailureKind;
  /** Readable explanation with the next step; defaults to the marketplace's own message. */
  readable?: string;
  /** Wait before the next call that the marketplace requests, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The marketplace's name for the missing permission of the integration. */
  missingRight?: string | undefined;
  cause?: unknown;
};

/** Rejection or failure of a call to a marketplace. `message` contains the marketplace's own text. */
export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError';
  readonly kind: FailureKind;
  readonly readable: string;
  readonly retryAfterMs: number | undefined;
  readonly missingRight: string | undefined;
  constructor(raw: string, { kind, readable, retryAfterMs, missingRight, cause }: Details) {
    super(raw, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.readable = readable ?? raw;
    this.retryAfterMs = retryAfterMs;
    this.missingRight = missingRight;
  }

  /** Whether a retry is pointless because the seller must fix the cause. */
  get permanent(): boolean {
    return this.kind === 'refused';
  }

  /** Whether the failed call is known to have had no effect. */
  get hadNoEffect(): boolean {
    return this.kind !== 'unknown';
  }
}
