import { z } from 'zod';
import { type BuyerPages, buyerErrors, selectBuyerId } from '../../buyers/index.ts';
import { IdentityBuyer } from '../../buyers/records.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { encodeWallet, walletColumns } from './columns.ts';
import { deleteWallet, makeDefault } from './commands.ts';
import { changeCredit, closeCredit, createCredit } from './credit.ts';
import { walletErrors } from './errors.ts';
import { BillingWallet, CreateCreditWalletParams, UpdateCreditWalletParams } from './records.ts';
import { selectWallet } from './store.ts';

const common = { group: 'Buyer', response: BillingWallet, responseDescription: 'The wallet' } as const;
const path = '/org/{orgId}/buyer/{buyerId}/wallet';
const pathOfOne = '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}';
const condition = { of: pathOfOne, lock: lockRows(['buyer', 'buyerId'], ['wallet', 'walletId']) };
const refusals = [
  walletErrors.wallet_not_found.definition,
  walletErrors.wallet_state.definition,
  walletErrors.wallet_type.definition,
];

const reads = () => [
  listUnderRoute({
    path,
    operationId: 'listBuyerWallets',
    group: 'Buyer',
    summary: 'List the wallets of a buyer',
    description: 'In order of creation time and id, without deleted ones.',
    access: 'billing:read',
    query: z.object(pageParameters()),
    response: z.array(BillingWallet),
    responseDescription: 'The wallets',
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
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getBuyerWallet',
    summary: 'Get a wallet of a buyer',
    description: 'One that was deleted is answered with the status DELETED.',
    access: 'billing:read',
    select: (scope, { buyerId, walletId }) => selectWallet(scope, { buyerId, walletId }),
    missing: walletErrors.wallet_not_found,
    encode: encodeWallet,
  }),
];

const changesOfCredit = () => [
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createCreditWallet',
    summary: 'Give a buyer credit',
    description:
      'Credit pays invoices of direct sales in its currency before anything else does: what expires first, then what ' +
      'is oldest. Means of payment are not created here: they come from the payment provider. Without a body it is a wallet ' +
      'without money, in the currency of the buyer’s payments.',
    access: 'billing:write',
    body: CreateCreditWalletParams,
    example: { name: 'Welcome', currency: 'USD', totalAmount: 500, expireTime: '2028-01-01T00:00:00.000Z' },
    errors: [buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeWallet(await createCredit(scope, params.buyerId, body ?? {}))),
      }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateCreditWallet',
    condition,
    summary: 'Change credit of a buyer',
    description:
      'What is absent stays; without a body nothing changes. `totalAmount` cannot be less than what is used. Credit that expired pays again when ' +
      '`expireTime` is moved.',
    access: 'billing:write',
    body: UpdateCreditWalletParams,
    needed: ['startTime', 'totalAmount', 'currency'],
    example: { totalAmount: 750 },
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeWallet(await changeCredit(scope, params, body ?? {}))),
      }),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: `${pathOfOne}/close`,
    operationId: 'closeCreditWallet',
    condition,
    summary: 'Close credit of a buyer',
    description: 'What is left of it pays nothing more; what is refunded still goes back to it.',
    access: 'billing:write',
    errors: [...refusals, walletErrors.wallet_in_use.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeWallet(await closeCredit(scope, params))),
      }),
    },
  }),
];

const changesOfAny = (pages: BuyerPages) => [
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteBuyerWallet',
    condition: { lock: condition.lock },
    group: 'Buyer',
    summary: 'Delete a wallet of a buyer',
    description:
      'It pays nothing more. A buyer whose default wallet it was has none until another is chosen.',
    access: 'billing:write',
    response: z.string(),
    responseDescription: 'The id of the wallet',
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
  }),
  route({
    method: 'PATCH',
    path: `${pathOfOne}/default`,
    operationId: 'setBuyerDefaultWallet',
    condition,
    group: 'Buyer',
    summary: 'Choose the wallet that a buyer is charged by',
    description: 'A means of payment; credit pays before it in any case.',
    access: 'billing:write',
    response: IdentityBuyer,
    responseDescription: 'The buyer',
    errors: [...refusals, buyerErrors.buyer_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => pages.answer(scope, await makeDefault(scope, params)),
    },
  }),
];

export const walletRoutes = (pages: BuyerPages) => [...reads(), ...changesOfCredit(), ...changesOfAny(pages)];
