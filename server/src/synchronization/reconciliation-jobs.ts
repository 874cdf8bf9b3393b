import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../platform/jobs/enqueue-many.ts';
import { backoff, type JobDefinition } from '../platform/jobs/queue.ts';

export type Payload = { partner: string };

const definition = (kind: string): Omit<JobDefinition<Payload>, 'operation'> => ({
  kind,
  payload: z.object({ partner: z.string() }),
  lane: ({ partner }) => `${kind}:${partner}`,
  slow: true,
  retry: backoff({ tries: Number.POSITIVE_INFINITY, longestMs: 3_600_000 }),
});

/** Reads the changes at a marketplace every hour. */
export const changesJob = definition('synchronization.changes');
/** Compares all listed records of a marketplace with the stored records every night. */
export const comparisonJob = definition('synchronization.comparison');

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns an organization's offset within a period, from 0 to 1. The offset is fixed for each organization, and all
 * offsets are spread over the period.
 */
const turnOf = ({ organizationId }: Pick<OrgScope, 'organizationId'>, partner: string): number =>
  createHash('sha256').update(`${organizationId} ${partner}`).digest().readUInt32BE() / 2 ** 32;

const nextIn = (now: Date, periodMs: number, offsetMs: number): Date => {
  const begun = Math.floor((now.getTime() - offsetMs) / periodMs) * periodMs + offsetMs;
  return new Date(begun + periodMs);
};

/** Computes the next time at which an organization's changes are read: once an hour. */
export const nextHour = (scope: Pick<OrgScope, 'organizationId' | 'now'>, partner: string): Date =>
  nextIn(scope.now, hourMs, Math.floor(turnOf(scope, partner) * hourMs));

/**
 * Computes the next time at which an organization's records are compared: between midnight and four o'clock
 * UTC.
 */
export const nextNight = (scope: Pick<OrgScope, 'organizationId' | 'now'>, partner: string): Date =>
  nextIn(scope.now, dayMs, Math.floor(turnOf(scope, partner) * 4 * hourMs));

/**
 * Schedules the hourly reading of changes and the nightly comparison of a marketplace, unless they are
 * scheduled already.
 */
export async function scheduleReconciliations(scope: OrgTransaction, partner: string): Promise<void> {
  const payload = { partner };
  await scope.query(
    enqueueUnlessWaiting([
      { scope, definition: changesJob, payload, at: nextHour(scope, partner) },
      { scope, definition: comparisonJob, payload, at: nextNight(scope, partner) },
    ]),
  );
}
