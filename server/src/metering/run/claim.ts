import type { OrgTransaction } from '../../platform/access/scope.ts';

/** Calls whose groups are summed together, how many these are, and between which times they were received. */
export type ClaimedBatches = { ids: string[]; groups: number; receivedSince: string; receivedUntil: string };

/** The most groups that one statement sums: that takes well less time than a statement may. */
export const mostGroups = 100_000;

/**
 * Claims calls that wait for the run, oldest first. One that somebody else has at this moment is left: another run has it,
 * or a group of it is being taken back.
 * @param before only calls that came before it, by the organization's clock
 */
export async function claimBatches(
  scope: OrgTransaction,
  runId: string,
  { before, most = mostGroups }: { before: Date | undefined; most?: number | undefined },
): Promise<ClaimedBatches | undefined> {
  const rows = await scope.query<{ id: string; size: number; received_at: string }>({
    name: 'claim_usage_batches',
    text: `WITH candidate AS MATERIALIZED (
             SELECT w.id FROM (
               SELECT b.id, sum(b.size) OVER (ORDER BY b.id) - b.size AS ahead, b.size FROM usage_batch b
               WHERE b.organization_id = $1 AND b.run_id IS NULL
                 AND b.creation_time < coalesce($2::timestamptz, 'infinity')) w
             WHERE w.ahead = 0 OR w.ahead + w.size <= $3),
           claimed AS (
             SELECT b.id FROM usage_batch b
             WHERE b.organization_id = $1 AND b.id IN (SELECT id FROM candidate) AND b.run_id IS NULL
             ORDER BY b.id FOR UPDATE SKIP LOCKED)
           UPDATE usage_batch b SET run_id = $4, run_time = $5 FROM claimed c
           WHERE b.organization_id = $1 AND b.id = c.id RETURNING b.id, b.size, b.received_at`,
    values: [scope.organizationId, before ?? null, most, runId, scope.now],
  });
  if (rows.length === 0) return undefined;
  const times = rows.map(({ received_at: time }) => time).sort();
  return {
    ids: rows.map(({ id }) => id).sort(),
    groups: rows.reduce((sum, { size }) => sum + size, 0),
    receivedSince: times[0] as string,
    // Times are read to the millisecond, and kept to the microsecond.
    receivedUntil: new Date(Date.parse(times.at(-1) as string) + 1).toISOString(),
  };
}

/** Reads whether calls wait that came before a time. */
export async function hasWaitingBatches(scope: OrgTransaction, before: Date | undefined): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_waiting_usage_batches',
    text: `SELECT FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL
             AND b.creation_time < coalesce($2::timestamptz, 'infinity') LIMIT 1`,
    values: [scope.organizationId, before ?? null],
  });
  return rows.length > 0;
}
