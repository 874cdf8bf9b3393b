import type { ClaimedDelivery } from './claims.ts';
import type { Outcome } from './outcomes.ts';
import { retryAfterMs, retryWait } from './retry.ts';
import type { SendResult } from './sender.ts';
import { testNotificationScope } from './test-event.ts';

/** The maximum pause that an overloaded receiver can request. */
const longestPauseMs = 3_600_000;

/** Evaluates an attempt. A 2xx status is a success, and any other result is retried while retries are left. */
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
  if (status >= 300 && status < 400) return `HTTP ${status}: redirects are not followed`;
  return `HTTP ${status}`;
}

/** Returns the outcome of a delivery whose payload has been removed. */
export const nothingToSend = (delivery: ClaimedDelivery, leaseToken: string): Outcome => ({
  delivery,
  leaseToken,
  result: undefined,
  status: 'FAILED',
  error: 'the payload has been removed; replay the event to send it',
  waitMs: undefined,
  pauseMs: undefined,
});

/**
 * Returns the outcome of a delivery that this process releases during a shutdown, so that another process may claim the
 * delivery immediately.
 */
export const handedBack = (delivery: ClaimedDelivery, leaseToken: string): Outcome => ({
  delivery,
  leaseToken,
  result: undefined,
  status: 'PENDING',
  error: 'the process stopped during the attempt',
  waitMs: 0,
  pauseMs: undefined,
});
