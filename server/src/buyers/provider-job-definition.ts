import { z } from 'zod';
import { isDirect } from '../marketplaces/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Has a buyer and its means of payment be here as they are at payment provider A: it becomes a customer there where it is none.
 * Billing comes after this slice and asks the provider.
 */
export const providerJob: JobDefinition<{ buyerId: string }> = {
  kind: 'billing.syncBuyer',
  payload: z.object({ buyerId: z.string() }),
  lane: ({ buyerId }) => `provider buyer:${buyerId}`,
  retry: backoff({ tries: 1000 }),
};

/** The job, where the buyer may pay by a provider; the sandbox plays it for TEST organizations by itself. */
export function scheduleProviderSync(
  scope: OrgScope,
  { id, partner, info }: { id: string; partner: string; info: string },
): Statement[] {
  if (scope.environment === 'TEST') return [];
  const { payACustomerId } = JSON.parse(info) as { payACustomerId?: string };
  return (partner !== '' && isDirect(partner)) || payACustomerId
    ? [enqueue(scope, providerJob, { buyerId: id })]
    : [];
}
