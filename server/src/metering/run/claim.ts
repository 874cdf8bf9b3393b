import type { OrgTransaction } from '../../platform/access/scope.ts';

/** Calls whose groups a statement reads, how many these are, and between which times they were received. */
export type ClaimedCalls = { ids: string[]; groups: number; receivedSince: string; receivedUntil: string };

/** Calls whose groups are summed together, and the slices of them that are read where that takes longer than summing. */
export type ClaimedBatches = ClaimedCalls & { slices: readonly [ClaimedCalls, ...ClaimedCalls[]] };

/** The most groups that one statement sums: that takes well less time than a statement may. */
export const mostGroups = 1_000_000;

/** The most groups that one statement reads quantity by quantity, or record by record, or changes. */
export const mostRead = 100_000;

type Limits = {
  /** Only calls that came before it, by the organization's clock. */
  before: Date | undefined;
  most?: number | undefined;
  mostRead?: number | undefined;
};

/**
 * Claims calls that wait for the run, oldest first. One that somebody else has at this moment is left: another run has it,
 * or a group of it is being taken back.
 */
export async function claimBatches(
  scope: OrgTransaction,
  runId: string,
  { before, most = mostGroups, mostRead: ofSlice = mostRead }: Limits,
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
  const received = {
    receivedSince: times[0] as string,
    // Times are read to the millisecond, and kept to the microsecond.
    receivedUntil: new Date(Date.parse(times.at(-1) as string) + 1).toISOString(),
  };
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  const callsOf = (some: readonly Sized[]): ClaimedCalls => ({
    ids: some.map(({ id }) => id),
    groups: sizeOf(some),
    ...received,
  });
  const [first, ...others] = slicesOf(rows, ofSlice).map(callsOf) as ClaimedBatches['slices'][number][];
  return { ...callsOf(rows), slices: [first as ClaimedCalls, ...others] };
}

type Sized = { id: string; size: number };
const sizeOf = (calls: readonly Sized[]): number => calls.reduce((sum, { size }) => sum + size, 0);

/** Cuts calls in slices of at most so many groups, and of one call at least. */
function slicesOf(calls: readonly Sized[], most: number): Sized[][] {
  const slices: Sized[][] = [];
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

/** Gives back all but the first slice of calls that the transaction has claimed: they wait again. Answers that slice. */
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
