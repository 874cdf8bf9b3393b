import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { WalletRow } from './columns.ts';
import { changeWallet, lockWallets } from './store.ts';

type Payload = { walletId: string; at: string };

export const expireJob: JobDefinition<Payload> = {
  kind: 'billing.expireWallet',
  payload: z.object({ walletId: z.string(), at: z.string() }),
  // An end that was moved forward does not wait for the one before.
  lane: ({ walletId, at }) => `wallet:${walletId}:${at}`,
  retry: backoff({ tries: 20 }),
};

/** Says whether a wallet that would pay has come to its end. */
const isOver = ({ status, expire_time: end }: WalletRow, now: Date): boolean =>
  status === 'ACTIVE' && end !== null && Date.parse(end) <= now.getTime();

/** The job that ends a wallet when its time comes; none where it has no end, or does not pay. */
export const scheduleExpiry = (scope: OrgScope, { id, status, expire_time: end }: WalletRow): Statement[] =>
  status === 'ACTIVE' && end !== null
    ? [enqueue(scope, expireJob, { walletId: id, at: end }, { at: new Date(end) })]
    : [];

async function expire(scope: OrgTransaction, walletId: string): Promise<void> {
  const [wallet] = await lockWallets(scope, [walletId]);
  // Its end may have been moved: then there is another job.
  if (wallet && isOver(wallet, scope.now)) await changeWallet(scope, wallet, 'EXPIRE', { status: 'EXPIRED' });
}

export const expireWalletJob: JobHandler<Payload> = {
  definition: expireJob,
  run: (job) =>
    job.finish('ended the wallet, unless its end was moved', (scope) => expire(scope, job.payload.walletId)),
};
