import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import type { WalletRow } from './columns.ts';
import { expireJob } from './expiry-job.ts';

type Due = Pick<WalletRow, 'id' | 'name' | 'status' | 'expire_time'> & { key: string };

/** What falls due of wallets: one whose end was moved has a job for each, and the last one counts. */
export const walletUpcoming: UpcomingSource = upcomingSource<Due>({
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
    scope.query<Due>({
      name: 'wallets_due',
      text: `SELECT w.id AS key, w.id, w.name, w.status, w.expire_time FROM wallet w
             WHERE w.organization_id = $1 AND w.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
