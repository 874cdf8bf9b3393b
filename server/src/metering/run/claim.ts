import type { OrgTransaction } from '../../platform/access/scope.ts';

/** The calls whose groups one statement reads, with the number of groups and the range of receipt times. */
export type ClaimedCalls = { ids: string[]; groups: number; receivedSince: string; receivedUntil: string };

/**
 * The calls whose groups are summed together, split into slices for statements that are slower than summing.
 */
export type ClaimedBatches = ClaimedCalls & { slices: readonly [ClaimedCalls, ...ClaimedCalls[]] };

/** Maximum number of groups that one statement sums, well within the statement timeout. */
export const mostGroups = 1_000_000;

/** Maximum number of groups whose quantities or records one statement reads or changes. */
export const mostRead = 100_000;

type Limits = {
  /** Upper bound of the time of receipt, exclusive, by the organization’s clock. */
  before: Date | undefined;
  maxGroups?: number | undefined;
  maxGroupsPerSlice?: number | undefined;
};

/**
 * Claims pending calls, oldest first. Skips calls that are locked by a different run or by the deletion of a
 * group.
 */
export async function claimBatches(
  scope: OrgTransaction,
  runId: string,
  { before, maxGroups = mostGroups, maxGroupsPerSlice: ofSlice = mostRead }: Limits,
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
    values: [scope.organizationId, before ?? null, maxGroups, runId, scope.now],
  });
  if (rows.length === 0) return undefined;
  const times = rows.map(({ received_at: time }) => time).sort();
  const received = {
    receivedSince: times[0] as string,
    // Times are read in milliseconds but stored in microseconds, so the end is rounded up.
    receivedUntil: new Date(Date.parse(times.at(-1) as string) + 1).toISOString(),
  };
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  const callsOf = (some: readonly SizedCall[]): ClaimedCalls => ({
    ids: some.map(({ id }) => id),
    groups: sizeOf(some),
    ...received,
  });
  const [first, ...others] = slicesOf(rows, ofSlice).map(callsOf) as ClaimedBatches['slices'][number][];
  return { ...callsOf(rows), slices: [first as ClaimedCalls, ...others] };
}

type SizedCall = { id: string; size: number };
const sizeOf = (calls: readonly SizedCall[]): number => calls.reduce((sum, { size }) => sum + size, 0);

/** Splits calls into slices of at most `maxGroups` groups, but of at least one call. */
function slicesOf(calls: readonly SizedCall[], most: number): SizedCall[][] {
  const slices: SizedCall[][] = [];
  let groups = 0;
  for (const call of calls) {
    const last = slices.at(-1);
    if (last && groups + call.size <= most) {
      last.push(call);
      groups += call.size;
    } else {
      slices.push([call]);
      groups = call.size;
    }
  }
  return slices;
}

/** Releases all claimed calls except the first slice for the next chunk. Returns the first slice. */
export async function releaseBatches(
  scope: OrgTransaction,
  { slices }: ClaimedBatches,
): Promise<ClaimedBatches> {
  const [first, ...others] = slices;
  if (others.length > 0)
    await scope.query({
      name: 'release_usage_batches',
      text: `UPDATE usage_batch b SET run_id = NULL, run_time = NULL
             WHERE b.organization_id = $1 AND b.id = ANY($2::text[])`,
      values: [scope.organizationId, others.flatMap(({ ids }) => ids)],
    });
  return { ...first, slices: [first] };
}

/** Returns whether calls that were received before a time are pending. */
export async function hasWaitingBatches(scope: OrgTransaction, before: Date | undefined): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_waiting_usage_batches',
    text: `SELECT FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL
             AND b.creation_time < coalesce($2::timestamptz, 'infinity') LIMIT 1`,
    values: [scope.organizationId, before ?? null],
  });
  return rows.length > 0;
}
