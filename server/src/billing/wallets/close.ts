import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { walletErrors } from '../errors.ts';
import { encodeWallet, type WalletRow } from './columns.ts';
import {
  condition,
  lockCommanded,
  requireCredit,
  walletPath,
  walletRefusals,
  walletResponse,
} from './preconditions.ts';
import type { BillingWalletInfo } from './records.ts';
import { changeWallet, type WalletName } from './store.ts';

export const closeCreditRoute = route({
  ...walletResponse,
  method: 'PATCH',
  path: `${walletPath}/close`,
  operationId: 'closeCreditWallet',
  condition,
  summary: 'Close a buyer’s credit',
  description:
    'The rest of the credit is no longer used for payments. Refunds are still returned to the closed credit.',
  access: 'billing:write',
  errors: [...walletRefusals, walletErrors.wallet_in_use.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => ({
      body: new RawJson(encodeWallet(await closeCredit(scope, params))),
    }),
  },
});

/**
 * Closes credit: the rest is no longer used for payments. Refunds are still returned to the closed credit.
 */
async function closeCredit(scope: OrgTransaction, name: WalletName): Promise<WalletRow> {
  const before = await lockCommanded(scope, name, 'close');
  requireCredit(before);
  const info: BillingWalletInfo = { ...JSON.parse(before.info), closeDate: scope.now.toISOString() };
  return changeWallet(scope, before, 'CLOSE', { status: 'CLOSED', info: JSON.stringify(info) });
}
