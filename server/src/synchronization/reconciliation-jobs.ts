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

/** Reads each hour what changed at a marketplace since it was read last. */
export const changesJob = definition('synchronization.changes');
/** Compares each night all that a marketplace has with what is held. */
export const comparisonJob = definition('synchronization.comparison');

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Where in a time an organization has its turn, from 0 to 1: the same each time, and not all at once. */
const turnOf = ({ organizationId }: Pick<OrgScope, 'organizationId'>, partner: string): number =>
  createHash('sha256').update(`${organizationId} ${partner}`).digest().readUInt32BE() / 2 ** 32;

const nextIn = (now: Date, periodMs: number, offsetMs: number): Date => {
  const begun = Math.floor((now.getTime() - offsetMs) / periodMs) * periodMs + offsetMs;
  return new Date(begun + periodMs);
};

/** When an organization's changes are read next: once an hour. */
export const nextHour = (scope: Pick<OrgScope, 'organizationId' | 'now'>, partner: string): Date =>
  nextIn(scope.now, hourMs, Math.floor(turnOf(scope, partner) * hourMs));

/** When all that an organization has is compared next: between midnight and four o'clock, UTC. */
export const nextNight = (scope: Pick<OrgScope, 'organizationId' | 'now'>, partner: string): Date =>
  nextIn(scope.now, dayMs, Math.floor(turnOf(scope, partner) * 4 * hourMs));

/** Has the changes of a marketplace read each hour from now on, and all of it compared each night, unless it is so already. */
export async function scheduleReconciliations(scope: OrgTransaction, partner: string): Promise<void> {
  const payload = { partner };
  await scope.query(
    enqueueUnlessWaiting([
      { scope, definition: changesJob, payload, at: nextHour(scope, partner) },
      { scope, definition: comparisonJob, payload, at: nextNight(scope, partner) },
    ]),
  );
}
