import { acquireSharedBuyersLock, findBuyer } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { type FundsPayload, fundsJob } from '../wallets/index.ts';
import { payWithNewFunds } from './pay.ts';

/** Pays the open invoices of a buyer one by one, those first that are due first: a transaction of the database for each. */
export const fundsJobHandler: JobHandler<FundsPayload> = {
  definition: fundsJob,
  run: async (job) => {
    const { isCredit } = job.payload;
    const open = await job.transaction((scope) => openInvoices(scope, job.payload));
    for (const id of open) await job.transaction((scope) => payWithNewFunds(scope, id, isCredit));
    await job.finish(`looked at ${open.length} that were open`);
  },
};

/** The invoices that new funds may pay: by credit all, by a means of payment those that are due. */
async function openInvoices(
  scope: OrgTransaction,
  { buyerId, currency, isCredit }: FundsPayload,
): Promise<string[]> {
  await acquireSharedBuyersLock(scope);
  const buyer = await findBuyer(scope, buyerId);
  if (!buyer) return [];
  const rows = await scope.query<{ id: string }>({
    name: 'open_invoices_of_buyer',
    text: `SELECT i.id FROM invoice i
           WHERE i.organization_id = $1 AND i.buyer_id = $2 AND ($3 = '' OR i.currency = $3) AND i.status = 'FINALIZED'
             AND i.payment_status <> 'SUCCESS' AND ($4 OR i.due_date <= $5)
           ORDER BY i.due_date, i.number`,
    values: [scope.organizationId, buyer.id, currency, isCredit, scope.now],
  });
  return rows.map(({ id }) => id);
}
