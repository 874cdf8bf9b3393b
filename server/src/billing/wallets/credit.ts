import { acquireSharedBuyersLock, type BuyerRow, buyerErrors, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { findingsOfCredit } from './check.ts';
import type { WalletRow } from './columns.ts';
import { walletErrors } from './errors.ts';
import { scheduleExpiry } from './expiry-job.ts';
import { schedulePayments } from './funds-job-definition.ts';
import { lockCommanded } from './preconditions.ts';
import type { BillingWalletInfo, CreateCreditWalletParams, UpdateCreditWalletParams } from './records.ts';
import { changeWallet, insertWallet, recordWallet } from './store.ts';

type Name = { buyerId: string; walletId: string };

/** Gives a buyer credit, which pays what is open of its invoices. @throws 404 for a buyer that is not there, 400 that names each wrong field */
export async function createCredit(
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

/**
 * Changes credit: what is absent stays. Credit that expired goes on when its end is moved into the future.
 * @throws 400 for less than what is used, or another currency
 */
export async function changeCredit(
  scope: OrgTransaction,
  name: Name,
  params: UpdateCreditWalletParams,
): Promise<WalletRow> {
  const before = await lockCommanded(scope, name, 'change');
  requireCredit(before);
  if (Object.values(params).every((value) => value === undefined)) return before;
  if (params.currency && params.currency !== before.currency)
    throw invalid([
      { pointer: '/currency', message: `cannot be changed: the wallet is in ${before.currency}` },
    ]);
  const totalAmount = params.totalAmount ?? Number(before.total_amount);
  const startTime = params.startTime ?? before.start_time;
  const expireTime = params.expireTime === undefined ? before.expire_time : params.expireTime;
  const usedAmount = before.used_amount ?? '0';
  const findings = findingsOfCredit({
    currency: before.currency as string,
    totalAmount,
    usedAmount,
    startTime,
    expireTime,
  });
  if (findings.length > 0) throw invalid(findings);
  const isOver = expireTime !== null && Date.parse(expireTime) <= scope.now.getTime();
  const row = await changeWallet(scope, before, 'UPDATE', {
    ...(params.name === undefined ? {} : { name: params.name || null }),
    status: isOver ? 'EXPIRED' : 'ACTIVE',
    ...(params.totalAmount === undefined ? {} : { total_amount: new Exact(totalAmount).toFixed() }),
    start_time: new Date(startTime).toISOString(),
    expire_time: expireTime && new Date(expireTime).toISOString(),
  });
  if (row.expire_time !== before.expire_time)
    for (const statement of scheduleExpiry(scope, row)) await scope.query(statement);
  for (const statement of schedulePayments(scope, row)) await scope.query(statement);
  return row;
}

/** Closes credit: what is left of it pays nothing more. A refund still goes back to it. */
export async function closeCredit(scope: OrgTransaction, name: Name): Promise<WalletRow> {
  const before = await lockCommanded(scope, name, 'close');
  requireCredit(before);
  const info: BillingWalletInfo = { ...JSON.parse(before.info), closeDate: scope.now.toISOString() };
  return changeWallet(scope, before, 'CLOSE', { status: 'CLOSED', info: JSON.stringify(info) });
}

/** @throws 400 for a means of payment: its provider says what it is */
function requireCredit({ type }: WalletRow): void {
  if (type !== 'credit')
    throw walletErrors.wallet_type(
      `The wallet is a means of payment (${type}): only credit can be changed or closed.`,
    );
}
