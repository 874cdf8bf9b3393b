import { z } from 'zod';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { backoff, enqueue, type JobDefinition } from '../../platform/jobs/queue.ts';
import type { WalletRow } from './columns.ts';

export type FundsPayload = { buyerId: string; currency: string; isCredit: boolean; at: string };

/** Pays what is open of a buyer's invoices in a currency, as there is something new to pay it with. */
export const fundsJob: JobDefinition<FundsPayload> = {
  kind: 'billing.payBuyer',
  payload: z.object({ buyerId: z.string(), currency: z.string(), isCredit: z.boolean(), at: z.string() }),
  // Credit that begins later keeps none waiting that is there now.
  lane: ({ buyerId, at }) => `pay buyer:${buyerId}:${at}`,
  retry: backoff({ tries: 1000 }),
};

/** A payload's currency where a card has none: it pays invoices in all. */
export const anyCurrency = '';

/**
 * The jobs that pay with wallets what was open before: with credit from its start on; none where a wallet does not pay. Wallets that
 * are there at once have one job together: each by itself would charge the default wallet of the buyer again, refused or not.
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
  // A job for all currencies does what one for a single currency would.
  const isCovered = ({ buyerId, currency, isCredit, at }: FundsPayload): boolean =>
    currency !== anyCurrency && payloads.has(`${buyerId} ${anyCurrency} ${isCredit} ${at}`);
  return all
    .filter((payload) => !isCovered(payload))
    .map((payload) => enqueue(scope, fundsJob, payload, { at: new Date(payload.at) }));
}
