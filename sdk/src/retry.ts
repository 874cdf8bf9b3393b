import type { TradepostError } from './errors.ts';

const [baseMs, ceilingMs] = [500, 20_000];
/** A service that asks for more patience has its say: the error tells it. */
const longestWaitMs = 60_000;

/**
 * Says how long to wait before a failed call is made again; undefined where it is not.
 * @param tries how many attempts there have been
 * @param isRepeatable whether a repeat does no harm where the first attempt may have been carried out
 * @param random from 0 to 1: callers that failed together must not come back together
 */
export function waitBeforeRepeat(
  { status, code, retryAfterMs = 0 }: TradepostError,
  { tries, isRepeatable, random }: { tries: number; isRepeatable: boolean; random: number },
): number | undefined {
  const isRefused = status === 429;
  const isUnknown =
    (status >= 502 && status <= 504) || code === 'outcome_unknown' || code === 'connection_lost';
  // A repeat that comes while the attempt before is still carried out.
  const isUnderWay = code === 'idempotency_key_in_use' && tries > 1;
  if (!isRefused && !(isRepeatable && (isUnknown || isUnderWay))) return undefined;
  if (retryAfterMs > longestWaitMs) return undefined;
  const backoffMs = Math.min(ceilingMs, baseMs * 2 ** (tries - 1));
  return Math.max(retryAfterMs, backoffMs / 2) + (random * backoffMs) / 2;
}
