import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { WalletRow } from './columns.ts';

export type FundsPayload = { buyerId: string; currency: string; isCredit: boolean; at: string };

/** Pays the open invoices of a buyer in a currency with new funds. */
export const fundsJob: JobDefinition<FundsPayload> = {
  kind: 'billing.payBuyer',
  payload: z.object({ buyerId: z.string(), currency: z.string(), isCredit: z.boolean(), at: z.string() }),
  // Each start time has its own queue key, so that credit with a later start does not block credit available
  // now.
  lane: ({ buyerId, at }) => `pay buyer:${buyerId}:${at}`,
  retry: backoff({ tries: 1000 }),
};

/** Value in the payload for a card without a currency, which pays invoices in all currencies. */
const anyCurrency = '';

/**
 * Creates the jobs that pay open invoices from ACTIVE wallets; credit is used from its start time. Wallets
 * with the same start share a job, because separate jobs would charge the buyer’s default wallet again even
 * after a decline.
 */
export function schedulePayments(scope: OrgScope, ...wallets: WalletRow[]): Statement[] {
  const payloads = new Map<string, FundsPayload>();
  for (const { buyer_id: buyerId, type, currency, status, start_time: start } of wallets) {
    if (status !== 'ACTIVE') continue;
    const at = new Date(Math.max(scope.now.getTime(), Date.parse(start))).toISOString();
    const isCredit = type === 'credit';
    const payload = { buyerId, currency: currency ?? anyCurrency, isCredit, at };
    payloads.set(`${buyerId} ${payload.currency} ${isCredit} ${at}`, payload);
  }
  const all = [...payloads.values()];
  // A job for all currencies makes jobs for single currencies redundant.
  const isCovered = ({ buyerId, currency, isCredit, at }: FundsPayload): boolean =>
    currency !== anyCurrency && payloads.has(`${buyerId} ${anyCurrency} ${isCredit} ${at}`);
  return all
    .filter((payload) => !isCovered(payload))
    .map((payload) => enqueue(scope, fundsJob, payload, { at: new Date(payload.at) }));
}

/** Detaches the payment method of a deleted wallet from its customer at the provider. */
export const detachJob: JobDefinition<{ walletId: string }> = {
  kind: 'billing.detachWallet',
  payload: z.object({ walletId: z.string() }),
  lane: ({ walletId }) => `detach:${walletId}`,
  retry: backoff({ tries: 1000 }),
};

/**
 * Creates the job that detaches a payment method; empty for TEST organizations, because the sandbox’s
 * provider does not store payment methods for customers.
 */
export const scheduleDetachment = (
  scope: OrgScope,
  { id, external_id: externalId }: WalletRow,
): Statement[] =>
  externalId === null || scope.environment === 'TEST' ? [] : [enqueue(scope, detachJob, { walletId: id })];
