import { z } from 'zod';
import { buyerErrors, lockBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { route } from '../../platform/http/route.ts';
import { walletErrors } from '../errors.ts';
import { dropDefault } from './default.ts';
import { scheduleDetachment } from './jobs.ts';
import { condition, lockCommanded, walletPath } from './preconditions.ts';
import { changeWallet, type WalletName } from './store.ts';

export const deleteWalletRoute = route({
  method: 'DELETE',
  path: walletPath,
  operationId: 'deleteBuyerWallet',
  condition: { lock: condition.lock },
  group: 'Buyer',
  summary: 'Delete a wallet of a buyer',
  description:
    'A deleted wallet is no longer used for payments. If the wallet was the default, the buyer has no default wallet ' +
    'until another is chosen.',
  access: 'billing:write',
  response: z.string(),
  responseDescription: 'Id of the deleted wallet',
  errors: [
    buyerErrors.buyer_not_found.definition,
    walletErrors.wallet_not_found.definition,
    walletErrors.wallet_state.definition,
    walletErrors.wallet_in_use.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params }) => {
      await deleteWallet(scope, params);
      return { body: params.walletId };
    },
  },
});

/**
 * Marks a wallet as deleted, which ends its use for payments. A payment method is also detached at its
 * provider. The buyer of a default wallet has no default wallet afterwards. The buyer is locked before the
 * wallet; all changes of both use this order.
 */
async function deleteWallet(scope: OrgTransaction, name: WalletName): Promise<void> {
  const buyer = await lockBuyer(scope, name.buyerId);
  const before = await lockCommanded(scope, name, 'delete');
  await changeWallet(scope, before, 'DELETE', { status: 'DELETED' });
  for (const statement of scheduleDetachment(scope, before)) await scope.query(statement);
  await dropDefault(scope, buyer, name.walletId);
}
