import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { WalletRow } from './columns.ts';

/** Takes the means of payment of a deleted wallet off its customer at the provider, which else would keep it for ever. */
export const detachJob: JobDefinition<{ walletId: string }> = {
  kind: 'billing.detachWallet',
  payload: z.object({ walletId: z.string() }),
  lane: ({ walletId }) => `detach:${walletId}`,
  retry: backoff({ tries: 1000 }),
};

/** The job, where a provider has the means of payment; the sandbox's keeps none. */
export const scheduleDetachment = (
  scope: OrgScope,
  { id, external_id: externalId }: WalletRow,
): Statement[] =>
  externalId === null || scope.environment === 'TEST' ? [] : [enqueue(scope, detachJob, { walletId: id })];
