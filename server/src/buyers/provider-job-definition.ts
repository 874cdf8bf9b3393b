import { z } from 'zod';
import { isDirect } from '../marketplaces/index.ts';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../platform/jobs/queue.ts';

/**
 * Synchronizes a buyer and its payment methods with payment provider A, where a customer is created if necessary. The
 * handler is in billing, which depends on this slice.
 */
export const providerJob: JobDefinition<{ buyerId: string }> = {
  kind: 'billing.syncBuyer',
  payload: z.object({ buyerId: z.string() }),
  lane: ({ buyerId }) => `provider buyer:${buyerId}`,
  retry: backoff({ tries: 1000 }),
};

/**
 * Enqueues the synchronization if the buyer may pay through a provider. TEST organizations are excluded, because the
 * sandbox simulates the provider.
 */
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
