import type { ClaimedDelivery } from './claims.ts';
import type { Outcome } from './outcomes.ts';
import { retryAfterMs, retryWait } from './retry.ts';
import type { SendResult } from './sender.ts';
import { testNotificationScope } from './test-event.ts';

/** An overloaded receiver is given the pause that it asks for, and no longer than this. */
const longestPauseMs = 3_600_000;

/** Decides what an attempt means: 2xx is taken, everything else is tried again while there are tries left. */
export function judge(
  delivery: ClaimedDelivery,
  leaseToken: string,
  result: SendResult,
  random: number,
): Outcome {
  const common = { delivery, leaseToken, result };
  const { status } = result;
  if (status !== undefined && status >= 200 && status < 300)
    return { ...common, status: 'DONE', error: undefined, waitMs: undefined, pauseMs: undefined };
  const error = result.error ?? problemOf(status as number);
  const askedMs = retryAfterMs(result.retryAfter, result.startTime);
  const isOverloaded = status === 429 || status === 503;
  const pauseMs = isOverloaded && askedMs !== undefined ? Math.min(askedMs, longestPauseMs) : undefined;
  const isFinal = status === 410 || delivery.scope === testNotificationScope;
  const waitMs = isFinal ? undefined : retryWait(delivery.tries, random, askedMs);
  return { ...common, status: waitMs === undefined ? 'FAILED' : 'PENDING', error, waitMs, pauseMs };
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`;
  return `answered ${status}`;
}

/** The outcome of a delivery whose event is not kept any more. */
export const nothingToSend = (delivery: ClaimedDelivery, leaseToken: string): Outcome => ({
  delivery,
  leaseToken,
  result: undefined,
  status: 'FAILED',
  error: 'what was to be sent is not kept any more: replay the event',
  waitMs: undefined,
  pauseMs: undefined,
});

/** A delivery that this process began and does not end: another may take it at once. */
export const handedBack = (delivery: ClaimedDelivery, leaseToken: string): Outcome => ({
  delivery,
  leaseToken,
  result: undefined,
  status: 'PENDING',
  error: 'the program ended meanwhile',
  waitMs: 0,
  pauseMs: undefined,
});
