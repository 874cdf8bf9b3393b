import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { findingsOfCredit } from './check.ts';
import { encodeWallet, type WalletRow } from './columns.ts';
import { scheduleExpiry } from './expire.ts';
import { schedulePayments } from './jobs.ts';
import {
  condition,
  lockCommanded,
  requireCredit,
  walletPath,
  walletRefusals,
  walletResponse,
} from './preconditions.ts';
import { UpdateCreditWalletParams } from './records.ts';
import { changeWallet, type WalletName } from './store.ts';

export const updateCreditRoute = route({
  ...walletResponse,
  method: 'PATCH',
  path: walletPath,
  operationId: 'updateCreditWallet',
  condition,
  summary: 'Change a buyer’s credit',
  description:
    'Absent fields are unchanged. `totalAmount` must be at least the used amount. Expired credit can be ' +
    'used again after `expireTime` is set to a future time.',
  access: 'billing:write',
  body: UpdateCreditWalletParams.optional(),
  requiredFields: ['startTime', 'totalAmount', 'currency'],
  example: { totalAmount: 750 },
  errors: walletRefusals,
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => ({
      body: new RawJson(encodeWallet(await changeCredit(scope, params, body ?? {}))),
    }),
  },
});

/**
 * Changes credit. Absent fields are unchanged. Expired credit becomes usable again if its expiry is set to a
 * future time.
 * @throws 400 for a total below the used amount, or another currency
 */
async function changeCredit(
  scope: OrgTransaction,
  name: WalletName,
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
