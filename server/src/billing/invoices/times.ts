import type { BilledEntitlement } from '../../entitlements/index.ts';
import type { WaitingUsage } from '../../metering/index.ts';

/** Time for which an entitlement is billed. Undefined if it has no start or was cancelled before it began. */
export function billedLife(
  { entitlement: { start_time: start, end_time: end, status } }: BilledEntitlement,
  now: string,
): { start: string; end: string | null } | undefined {
  const isOver = status === 'CANCELLED' || status === 'DELETED';
  if (start === null || (isOver && (end === null || end > now))) return undefined;
  return { start, end };
}

/** Whether the entitlement ended before the time that was bought last. Later charges are then dropped. */
export const endedEarly = ({ entitlement, terms }: BilledEntitlement): boolean => {
  const bought = terms.at(-1)?.bought.end ?? null;
  const { status, end_time: end } = entitlement;
  return (
    (status === 'CANCELLED' || status === 'DELETED') && end !== null && (bought === null || end < bought)
  );
};

/**
 * Moment from which charges are no longer due: an early end, or the date of a scheduled cancellation that has not
 * been carried out yet.
 */
export const chargedUntil = (sale: BilledEntitlement): string | null =>
  endedEarly(sale) ? sale.entitlement.end_time : sale.entitlement.cancel_date;

const dayMs = 86_400_000;

/** First interval between checks. A run settles reported usage within the hour. */
const firstWaitMs = 600_000;
const longestWaitMs = dayMs;

/**
 * Longest wait. A run is retried for three and a half days; what it settles later is billed as late usage.
 */
const mostMs = 4 * dayMs;

/**
 * Computes when an invoice checks again whether its usage is settled, in milliseconds since it began to wait:
 * every 10 minutes at first, then at doubling intervals, finally once a day. Jobs that wait for the same
 * usage check at the same times. Undefined after 4 days, unless a run is about to add to its reports.
 */
export function nextLook(waiting: WaitingUsage | undefined, waitedMs: number): number | undefined {
  if (!waiting || (waiting === 'REPORTED' && waitedMs >= mostMs)) return undefined;
  if (waitedMs < firstWaitMs) return (Math.floor(waitedMs / firstWaitMs) + 1) * firstWaitMs;
  let look = firstWaitMs;
  while (look <= waitedMs) look += Math.min(look, longestWaitMs);
  return look;
}
