import { acquireSharedBuyersLock, type BuyerRow, buyerErrors, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { findingsOfCredit } from './check.ts';
import { encodeWallet, type WalletRow } from './columns.ts';
import { scheduleExpiry } from './expire.ts';
import { schedulePayments } from './jobs.ts';
import { walletResponse, walletsPath } from './preconditions.ts';
import { CreateCreditWalletParams } from './records.ts';
import { insertWallet, recordWallet } from './store.ts';

export const createCreditRoute = route({
  ...walletResponse,
  method: 'POST',
  path: walletsPath,
  operationId: 'createCreditWallet',
  summary: 'Grant credit to a buyer',
  description:
    'Credit pays direct-sale invoices in its currency before any other wallet: earliest expiry first, then ' +
    'oldest. Payment methods come from the payment provider and cannot be created through the API. Without a body ' +
    'the wallet has a total of 0, in the currency of the buyer’s payments.',
  access: 'billing:write',
  body: CreateCreditWalletParams.optional(),
  example: { name: 'Welcome', currency: 'USD', totalAmount: 500, expireTime: '2028-01-01T00:00:00.000Z' },
  errors: [buyerErrors.buyer_not_found.definition],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => ({
      body: new RawJson(encodeWallet(await createCredit(scope, params.buyerId, body ?? {}))),
    }),
  },
});

/**
 * Creates credit for a buyer and pays the buyer’s open invoices with it. @throws 404 for an unknown buyer;
 * 400 with each invalid field
 */
async function createCredit(
  scope: OrgTransaction,
  buyerId: string,
  params: CreateCreditWalletParams,
): Promise<WalletRow> {
  await acquireSharedBuyersLock(scope);
  const buyer = await findBuyer(scope, buyerId);
  if (buyer?.id !== buyerId) throw buyerErrors.buyer_not_found();
  const { totalAmount = 0, expireTime = null } = params;
  const currency = params.currency || paymentCurrency(buyer) || 'USD';
  const startTime = params.startTime ?? scope.now.toISOString();
  const findings = findingsOfCredit({ currency, totalAmount, usedAmount: '0', startTime, expireTime });
  if (findings.length > 0) throw invalid(findings);
  const now = scope.now.toISOString();
  const isOver = expireTime !== null && Date.parse(expireTime) <= scope.now.getTime();
  const wallet: WalletRow = {
    organization_id: scope.organizationId,
    id: scope.newId('wal'),
    buyer_id: buyerId,
    name: params.name || null,
    type: 'credit',
    status: isOver ? 'EXPIRED' : 'ACTIVE',
    currency,
    total_amount: new Exact(totalAmount).toFixed(),
    used_amount: '0',
    start_time: new Date(startTime).toISOString(),
    expire_time: expireTime && new Date(expireTime).toISOString(),
    partner: null,
    external_id: null,
    external_customer_id: null,
    info: '{}',
    creation_time: now,
    last_update_time: now,
    sequence: 1,
  };
  for (const statement of [
    insertWallet(scope, wallet),
    recordWallet(scope, 'CREATE', wallet),
    ...scheduleExpiry(scope, wallet),
    ...schedulePayments(scope, wallet),
  ])
    await scope.query(statement);
  return wallet;
}

const paymentCurrency = ({ info }: BuyerRow): string | undefined =>
  (JSON.parse(info) as { paymentConfig?: { currency?: string } }).paymentConfig?.currency;
