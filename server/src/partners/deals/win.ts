import { z } from 'zod';
import type { Follower } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { settleAttributions } from '../attribution/index.ts';
import type { DealRow } from './columns.ts';
import { closeLocked } from './commands.ts';
import { protects } from './protection.ts';
import { readSale, type Sale, type What } from './sale.ts';
import { lockDeal } from './store.ts';

/** What was sold, and when, by the organization's clock. */
type Payload = What & { time: string };

const winJob: JobDefinition<Payload> = {
  kind: 'partners.winDeal',
  payload: z.object({
    entitlementId: z.string().optional(),
    offerId: z.string().optional(),
    time: z.string(),
  }),
  lane: ({ entitlementId, offerId }) => `dealWin:${entitlementId ?? offerId}`,
  retry: backoff({ tries: 20 }),
};

export const winJobHandler: JobHandler<Payload> = {
  definition: winJob,
  run: (job) =>
    job.finish('looked for the deal registration that was won', async (scope) => {
      const sale = await readSale(scope, job.payload);
      if (sale) await winDeal(scope, sale, new Date(job.payload.time));
      await settleAttributions(scope, job.payload);
    }),
};

/** Reads whether there are channel partners, so that a sale may be due to one, or win what it registered. */
async function hasChannelPartners(scope: OrgTransaction): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_any_channel_partner',
    text: 'SELECT p.id FROM channel_partner p WHERE p.organization_id = $1 LIMIT 1',
    values: [scope.organizationId],
  });
  return rows.length > 0;
}

/**
 * Follows the trail for what was sold: each new entitlement, and each offer that was accepted for one that was there before.
 * Nothing is enqueued where there are no channel partners.
 */
export const followSales: Follower = async (scope, notifications) => {
  const begun = notifications.filter((each) => each.entityType === 'ENTITLEMENT' && each.action === 'CREATE');
  const ofBegun = new Set(begun.map(({ record }) => record.offerID));
  const accepted = notifications.filter(
    (each) => each.entityType === 'OFFER' && each.action === 'ACCEPT' && !ofBegun.has(each.entityId),
  );
  if (begun.length + accepted.length === 0 || !(await hasChannelPartners(scope))) return false;
  for (const { entityId, timestamp: time } of begun)
    await scope.query(enqueue(scope, winJob, { entitlementId: entityId, time }));
  for (const { entityId, timestamp: time } of accepted)
    await scope.query(enqueue(scope, winJob, { offerId: entityId, time }));
  return true;
};

/** Says whether it was approved by a time, and protects its customer then. */
const protectedAt = (deal: DealRow, time: Date): boolean =>
  protects(deal, time) && deal.decision_time !== null && new Date(deal.decision_time) <= time;

/** The registrations that protected the buyer for the product at a time, locked, in the order in which they were approved. */
async function lockProtecting(
  scope: OrgTransaction,
  { productId, customerKeys }: Sale,
  time: Date,
): Promise<DealRow[]> {
  const found = await scope.query<RowOf<'deal_protection', 'deal_registration_id'>>({
    name: 'find_deals_of_sale',
    text: `SELECT DISTINCT p.deal_registration_id FROM deal_protection p
           WHERE p.organization_id = $1 AND p.customer_key = ANY ($2) AND p.product_id = $3
           ORDER BY p.deal_registration_id`,
    values: [scope.organizationId, customerKeys, productId],
  });
  const locked: DealRow[] = [];
  for (const { deal_registration_id: id } of found) {
    const deal = await lockDeal(scope, id);
    if (deal && protectedAt(deal, time) && deal.protected_product_ids.includes(productId)) locked.push(deal);
  }
  return locked.sort(
    (one, other) => Date.parse(one.decision_time ?? '') - Date.parse(other.decision_time ?? ''),
  );
}

/**
 * Has a sale of a time win the registration that protected its buyer for its product. Where the sale names channel partners, it is that
 * of one of them; where two know the buyer in different ways, the one that was approved first. A repeat finds nothing more.
 */
export async function winDeal(scope: OrgTransaction, sale: Sale, time: Date): Promise<DealRow | undefined> {
  if (sale.customerKeys.length === 0) return undefined;
  const deals = await lockProtecting(scope, sale, time);
  const won = deals.find(
    ({ channel_partner_id: id }) => sale.soldBy === undefined || sale.soldBy.includes(id),
  );
  if (!won) return undefined;
  const change = { status: 'WON', offer_id: sale.offerId, entitlement_id: sale.entitlementId } as const;
  return closeLocked(scope, won, 'WIN', change);
}
