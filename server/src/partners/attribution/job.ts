import { z } from 'zod';
import type { Follower, Notification } from '../../notifications/index.ts';
import { accepted, lockOffer, type OfferStatus } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { resellerAccountsOf } from './resellers.ts';
import { replaceAttributions } from './settle.ts';
import { partnersOfAccounts, resoldBy } from './sold.ts';
import { findAttributions } from './store.ts';

type Payload = { offerId: string };

const attributeJob: JobDefinition<Payload> = {
  kind: 'partners.attributeOffer',
  payload: z.object({ offerId: z.string() }),
  lane: ({ offerId }) => `attribution:${offerId}`,
  retry: backoff({ tries: 20 }),
};

/** Has an offer that was not accepted yet be due to those whose accounts resell it, unless somebody has said to whom it is. */
export const attributeJobHandler: JobHandler<Payload> = {
  definition: attributeJob,
  run: (job) =>
    job.finish('looked for the channel partners that resell it', async (scope) => {
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

/** Follows the trail for offers that name who resells them. Of other offers nothing is asked. */
export const followResales: Follower = async (scope, notifications) => {
  const offers = new Set(notifications.filter(isResale).map(({ entityId }) => entityId));
  if (offers.size === 0 || !(await hasAccounts(scope))) return false;
  for (const offerId of offers) await scope.query(enqueue(scope, attributeJob, { offerId }));
  return true;
};
