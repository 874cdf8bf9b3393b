import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { BatchSizes } from './job-shares.ts';
import { type Claim, type ClaimedJob, claimJobs } from './job-store.ts';
import type { AnyJobHandler } from './queue.ts';

/**
 * Returns the slot limit of one organization. At least one slot stays free for other organizations, so that long jobs
 * cannot occupy all slots.
 */
const slotsOfOneOrganization = (concurrency: number): number => Math.max(1, concurrency - 1);
const slotsForSlowJobs = (concurrency: number): number => Math.max(1, Math.floor(concurrency / 8));

/** Returns the maximum number of jobs of each kind that run together. */
export const batchSizesOf = (handlers: readonly AnyJobHandler[]): BatchSizes =>
  new Map(handlers.map(({ definition, batch }) => [definition.kind, batch?.maxJobs ?? 1]));

/**
 * Creates the function that claims jobs for a process within its limits for organizations and slow jobs. A group counts
 * as one job.
 */
export function claimsOf(
  {
    database,
    handlers,
    concurrency,
  }: { database: Database; handlers: readonly AnyJobHandler[]; concurrency: number },
  { leaseMs, together }: { leaseMs: number; together: BatchSizes },
  running: () => readonly ClaimedJob[],
): (limit: number) => Promise<Claim> {
  const kinds = handlers.map(({ definition }) => definition.kind);
  const slow = new Set(handlers.flatMap(({ definition }) => (definition.slow ? [definition.kind] : [])));
  const count = (counts: (job: ClaimedJob) => boolean) => running().filter(counts).length;
  return (limit) =>
    claimJobs(database, {
      kinds,
      limit,
      leaseMs,
      leaseToken: randomUUID(),
      batchSizes: together,
      slow: { kinds: slow, slots: slotsForSlowJobs(concurrency) - count(({ kind }) => slow.has(kind)) },
      maxJobsOf: (id) =>
        slotsOfOneOrganization(concurrency) - count(({ organizationId }) => organizationId === id),
    });
}
