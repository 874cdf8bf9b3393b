import type { TradepostError } from './errors.ts';

const [baseMs, ceilingMs] = [500, 20_000];
/** The maximum wait that the client observes; a longer wait is only reported in the error. */
const longestWaitMs = 60_000;

/**
 * Returns the wait before the retry of a failed call; undefined for a call without a retry.
 * @param tries the number of attempts so far
 * @param isRepeatable whether a retry is harmless even if the first attempt took effect
 * @param random a number from 0 to 1, for the jitter that prevents simultaneous retries of several clients
 */
export function waitBeforeRepeat(
  { status, code, retryAfterMs = 0 }: TradepostError,
  { tries, isRepeatable, random }: { tries: number; isRepeatable: boolean; random: number },
): number | undefined {
  const isRefused = status === 429;
  const isUnknown =
    (status >= 502 && status <= 504) || code === 'outcome_unknown' || code === 'connection_lost';
  // The service is still processing the previous attempt.
  const isUnderWay = code === 'idempotency_key_in_use' && tries > 1;
  if (!isRefused && !(isRepeatable && (isUnknown || isUnderWay))) return undefined;
  if (retryAfterMs > longestWaitMs) return undefined;
  const backoffMs = Math.min(ceilingMs, baseMs * 2 ** (tries - 1));
  return Math.max(retryAfterMs, backoffMs / 2) + (random * backoffMs) / 2;
}
