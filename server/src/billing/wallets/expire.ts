import { z } from 'zod';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import type { WalletRow } from './columns.ts';
import { changeWallet, lockWallets } from './store.ts';

type Payload = { walletId: string; at: string };

const expireJob: JobDefinition<Payload> = {
  kind: 'billing.expireWallet',
  payload: z.object({ walletId: z.string(), at: z.string() }),
  // Each expiry time has its own queue key, so that an earlier expiry is not blocked by a later one.
  lane: ({ walletId, at }) => `wallet:${walletId}:${at}`,
  retry: backoff({ tries: 20 }),
};

/** Whether an ACTIVE wallet has expired. */
const isOver = ({ status, expire_time: end }: WalletRow, now: Date): boolean =>
  status === 'ACTIVE' && end !== null && Date.parse(end) <= now.getTime();

/** Creates the job that expires a wallet; empty if the wallet is not ACTIVE or never expires. */
export const scheduleExpiry = (scope: OrgScope, { id, status, expire_time: end }: WalletRow): Statement[] =>
  status === 'ACTIVE' && end !== null
    ? [enqueue(scope, expireJob, { walletId: id, at: end }, { at: new Date(end) })]
    : [];

async function expire(scope: OrgTransaction, walletId: string): Promise<void> {
  const [wallet] = await lockWallets(scope, [walletId]);
  // A changed expiry time has its own job.
  if (wallet && isOver(wallet, scope.now)) await changeWallet(scope, wallet, 'EXPIRE', { status: 'EXPIRED' });
}

export const expireWalletJob: JobHandler<Payload> = {
  definition: expireJob,
  run: (job) =>
    job.finish('expired the wallet, unless its expiry time has changed', (scope) =>
      expire(scope, job.payload.walletId),
    ),
};

type UpcomingWalletRow = Pick<WalletRow, 'id' | 'name' | 'status' | 'expire_time'> & { key: string };

/**
 * Upcoming actions for wallets: their expiry. A wallet whose expiry time was changed has several jobs; only
 * the job for the current expiry time is listed.
 */
export const walletUpcoming: UpcomingSource = upcomingSource<UpcomingWalletRow>({
  entity: 'WALLET',
  jobs: [
    due({
      definition: expireJob,
      keyOf: ({ walletId }) => walletId,
      happens: ({ status, expire_time: end }, { at }) =>
        status === 'ACTIVE' && end !== null && Date.parse(end) === at.getTime()
          ? 'WALLET_EXPIRES'
          : undefined,
    }),
  ],
  find: (scope, ids) =>
    scope.query<UpcomingWalletRow>({
      name: 'wallets_due',
      text: `SELECT w.id AS key, w.id, w.name, w.status, w.expire_time FROM wallet w
             WHERE w.organization_id = $1 AND w.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
