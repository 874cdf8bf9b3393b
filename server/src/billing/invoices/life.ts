import type { BilledEntitlement } from '../../entitlements/index.ts';

/**
 * The time that an entitlement is billed for; none of one that was cancelled before it began, or that has no start.
 */
export function billedLife(
  { entitlement: { start_time: start, end_time: end, status } }: BilledEntitlement,
  now: string,
): { start: string; end: string | null } | undefined {
  const isOver = status === 'CANCELLED' || status === 'DELETED';
  if (start === null || (isOver && (end === null || end > now))) return undefined;
  return { start, end };
}

/** Whether it ended before what was bought last did: nothing that was to be charged later is. */
export const endedEarly = ({ entitlement, terms }: BilledEntitlement): boolean => {
  const bought = terms.at(-1)?.bought.end ?? null;
  const { status, end_time: end } = entitlement;
  return (
    (status === 'CANCELLED' || status === 'DELETED') && end !== null && (bought === null || end < bought)
  );
};
