import { z } from 'zod';
import { isDirect } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { enqueueUnlessWaiting } from '../../platform/jobs/enqueue-many.ts';
import { backoff, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { EntitlementRow } from '../columns.ts';

/** `at`: when it is due, RFC 3339. `isLate`: invoices are adjusted for usage that came late, and what they lack of it waits. */
type Payload = { entitlementId: string; at: string; isLate?: boolean | undefined };

/**
 * Drafts what is to be billed of a direct sale by now, and makes the job for when more is. Each time is a lane of its own: an
 * earlier one waits for no later one. Billing comes after this slice and says what is drafted.
 */
export const draftJob: JobDefinition<Payload> = {
  kind: 'billing.draft',
  payload: z.object({ entitlementId: z.string(), at: z.string(), isLate: z.boolean().optional() }),
  lane: ({ entitlementId, at, isLate }) => `draft:${entitlementId}:${isLate ? 'late:' : ''}${at}`,
  retry: backoff({ tries: 1000, longestMs: 300_000 }),
};

type Billed = Pick<
  EntitlementRow,
  'id' | 'partner' | 'status' | 'start_time' | 'end_time' | 'entitlement_term_id' | 'info'
>;

/** Has a direct sale looked at again, when something changed by which it is billed. */
export async function scheduleBilling(scope: OrgTransaction, row: Billed, before?: Billed): Promise<void> {
  if (!isDirect(row.partner) || (before && isBilledAlike(row, before))) return;
  await scheduleDraft(scope, row.id, scope.now);
}

const isBilledAlike = (one: Billed, other: Billed): boolean =>
  one.status === other.status &&
  one.start_time === other.start_time &&
  one.end_time === other.end_time &&
  one.entitlement_term_id === other.entitlement_term_id &&
  one.info === other.info;

/** Has what is due of a direct sale at a time drafted then, unless that is arranged already. */
export const scheduleDraft = (scope: OrgTransaction, entitlementId: string, at: Date): Promise<void> =>
  scheduleDrafts(scope, [{ scope, entitlementId, at }]);

/** Has what is due of direct sales drafted, of each at its time and for its part of the transaction. */
export async function scheduleDrafts(
  scope: OrgTransaction,
  drafts: readonly { scope: OrgScope; entitlementId: string; at: Date; isLate?: boolean }[],
): Promise<void> {
  if (drafts.length === 0) return;
  const jobs = drafts.map(({ scope, entitlementId, at, isLate }) => ({
    scope,
    definition: draftJob,
    payload: { entitlementId, at: at.toISOString(), ...(isLate ? { isLate } : {}) },
    at,
  }));
  await scope.query(enqueueUnlessWaiting(jobs));
}
