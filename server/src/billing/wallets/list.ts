import { z } from 'zod';
import { buyerErrors, selectBuyerId } from '../../buyers/index.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { walletErrors } from '../errors.ts';
import { encodeWallet, walletColumns } from './columns.ts';
import { walletPath, walletResponse, walletsPath } from './preconditions.ts';
import { BillingWallet } from './records.ts';
import { selectWallet } from './store.ts';

export const listWalletsRoute = listUnderRoute({
  path: walletsPath,
  operationId: 'listBuyerWallets',
  group: 'Buyer',
  summary: 'List the wallets of a buyer',
  description: 'Sorted by creation time and id; deleted wallets are omitted.',
  access: 'billing:read',
  query: z.object(pageParameters()),
  response: z.array(BillingWallet),
  responseDescription: 'A page of wallets',
  parent: {
    select: (scope, { buyerId }) => selectBuyerId(scope, buyerId),
    missing: buyerErrors.buyer_not_found,
  },
  list: (_, { params }) => ({
    table: 'wallet',
    columns: walletColumns.map(([, column]) => column),
    filters: { buyer_id: params.buyerId },
    hiddenStatus: 'DELETED',
    encode: encodeWallet,
  }),
});

export const getWalletRoute = readRoute({
  ...walletResponse,
  path: walletPath,
  operationId: 'getBuyerWallet',
  summary: 'Get a wallet of a buyer',
  description: 'A deleted wallet is returned with the status DELETED.',
  access: 'billing:read',
  select: (scope, { buyerId, walletId }) => selectWallet(scope, { buyerId, walletId }),
  notFound: walletErrors.wallet_not_found,
  encode: encodeWallet,
});
