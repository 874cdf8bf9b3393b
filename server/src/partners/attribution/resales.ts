import { z } from 'zod';
import { resellerAccountsOf } from '../../marketplaces/index.ts';
import type { Follower, Notification } from '../../notifications/index.ts';
import { accepted, lockOffer, type OfferStatus } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { partnersOfAccounts, replaceAttributions, resoldBy } from './settle.ts';
import { findAttributions } from './store.ts';

type Payload = { offerId: string };

const attributeJob: JobDefinition<Payload> = {
  kind: 'partners.attributeOffer',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `attribution:${offerId}`,
  retry: backoff({ tries: 20 }),
};

/**
 * Attributes an unaccepted offer to the channel partners whose accounts resell it, unless a member has set
 * the attribution.
 */
export const attributeJobHandler: JobHandler<Payload> = {
  definition: attributeJob,
  run: (job) =>
    job.finish('attributed to the channel partners that resell it, if any', async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (!offer || offer.status === 'DELETED' || accepted.includes(offer.status)) return;
      const rows = await findAttributions(scope, offer.id);
      if (rows.some(({ basis }) => basis === 'MANUAL')) return;
      const accounts = resellerAccountsOf(JSON.parse(offer.info), JSON.parse(offer.meta_info));
      const resellers = await partnersOfAccounts(scope, offer.partner, accounts);
      await replaceAttributions(scope, offer.id, resellers.map(resoldBy));
    }),
};

/** Reads whether any channel partner has an account at a marketplace. */
async function hasAccounts(scope: OrgTransaction): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_any_channel_partner_account',
    text: 'SELECT a.account_id FROM channel_partner_account a WHERE a.organization_id = $1 LIMIT 1',
    values: [scope.organizationId],
  });
  return rows.length > 0;
}

type Record = { status?: OfferStatus; info?: object; metaInfo?: object };

function isResale({ entityType, record }: Notification): boolean {
  if (entityType !== 'OFFER') return false;
  const { status, info = {}, metaInfo = {} } = record as Record;
  return !!status && !accepted.includes(status) && resellerAccountsOf(info, metaInfo).length > 0;
}

/**
 * Enqueues the attribution of offers with resellers when their events are recorded; other offers do not cause a
 * query.
 */
export const followResales: Follower = async (scope, notifications) => {
  const offers = new Set(notifications.filter(isResale).map(({ entityId }) => entityId));
  if (offers.size === 0 || !(await hasAccounts(scope))) return false;
  for (const offerId of offers) await scope.query(enqueue(scope, attributeJob, { offerId }));
  return true;
};
