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

/** The job that pays with a wallet what was open before: of credit from its start on; none where it does not pay. */
export const schedulePayments = (scope: OrgScope, wallet: WalletRow): Statement[] => {
  const { buyer_id: buyerId, type, currency, status, start_time: start } = wallet;
  if (status !== 'ACTIVE') return [];
  const at = new Date(Math.max(scope.now.getTime(), Date.parse(start)));
  const payload = { buyerId, currency, isCredit: type === 'credit', at: at.toISOString() };
  return [enqueue(scope, fundsJob, payload, { at })];
};
