import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import { resellerAccountsOf } from '../../marketplaces/index.ts';
import type { Follower } from '../../notifications/index.ts';
import { offerErrors } from '../../offers/index.ts';
import { domainOf } from '../../organizations/email-domains.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { route } from '../../platform/http/route.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { partnersOfAccounts, settleAttributions } from '../attribution/index.ts';
import { companyDomain } from '../domains.ts';
import { closeDeal, closeLocked } from './close.ts';
import type { DealRow } from './columns.ts';
import { notFound, pathOfOne, show, state, step } from './command.ts';
import { protects } from './protection.ts';
import { WinDealRegistrationParams } from './records.ts';
import { keyOfAccount, keyOfCrmA, keyOfDomain } from './rules.ts';
import { type DealChange, lockDeal } from './store.ts';

/** The change that marks a deal as won by a caller. @throws 404 for an unknown offer or entitlement */
async function requireWinner(
  scope: OrgTransaction,
  { offerID, entitlementID, message }: WinDealRegistrationParams,
): Promise<DealChange> {
  const [found] = await scope.query<{ has_offer: boolean; has_entitlement: boolean }>({
    name: 'find_winner_of_deal',
    text: `SELECT EXISTS (SELECT FROM offer WHERE organization_id = $1 AND id = $2 AND status <> 'DELETED') AS has_offer,
             EXISTS (SELECT FROM entitlement WHERE organization_id = $1 AND id = $3 AND status <> 'DELETED')
               AS has_entitlement`,
    values: [scope.organizationId, offerID ?? null, entitlementID ?? null],
  });
  if (offerID && !found?.has_offer) throw offerErrors.offer_not_found(`/offerID: offer ${offerID} not found`);
  if (entitlementID && !found?.has_entitlement)
    throw entitlementErrors.entitlement_not_found(`/entitlementID: entitlement ${entitlementID} not found`);
  return { offer_id: offerID || null, entitlement_id: entitlementID || null, close_note: message || null };
}

export const winDealRoute = route({
  ...step,
  path: `${pathOfOne}/win`,
  operationId: 'winDealRegistration',
  summary: 'Mark an approved deal as won',
  description:
    'An entitlement of the customer for one of the products wins the deal automatically; this operation ' +
    'is for other sales. Repeating the call has no effect.',
  access: 'deals:write',
  body: WinDealRegistrationParams.optional(),
  example: { message: 'Sold on paper.' },
  errors: [
    notFound,
    state,
    offerErrors.offer_not_found.definition,
    entitlementErrors.entitlement_not_found.definition,
  ],
  run: {
    kind: 'transaction',
    handle: async (scope, { params, body }) => {
      const to = { action: 'WIN', status: 'WON' } as const;
      const change = await requireWinner(scope, body ?? {});
      return show(await closeDeal(scope, params.dealRegistrationId, to, change));
    },
  },
});

/** A sale and its time, by the organization's clock. */
type Payload = SaleReference & { time: string };

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
    job.finish('matched with deal registrations and attributed', async (scope) => {
      const sale = await readSale(scope, job.payload);
      if (sale) await winDeal(scope, sale, new Date(job.payload.time));
      await settleAttributions(scope, job.payload);
    }),
};

/** Reads whether the organization has channel partners. Otherwise, sales are not attributed or matched. */
async function hasChannelPartners(scope: OrgTransaction): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_any_channel_partner',
    text: 'SELECT p.id FROM channel_partner p WHERE p.organization_id = $1 LIMIT 1',
    values: [scope.organizationId],
  });
  return rows.length > 0;
}

/**
 * Enqueues the matching of sales when their events are recorded: new entitlements, and offers accepted for
 * existing entitlements. Organizations without channel partners get no jobs.
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

/** A sale, with the data for matching deal registrations. */
type Sale = {
  entitlementId: string;
  offerId: string | null;
  productId: string;
  /** The keys that identify the buyer. */
  customerKeys: string[];
  /** The channel partners of the sale; undefined without an account, empty if the accounts are unknown. */
  soldBy: readonly string[] | undefined;
};

type SaleRow = RowOf<
  'entitlement',
  'id' | 'buyer_id' | 'product_id' | 'partner' | 'crm_a_account_id' | 'info'
> &
  OuterRowOf<'offer', 'info' | 'meta_info'> & {
    offer_id: string | null;
    offer_product_id: string | null;
    offer_crm_a_account_id: string | null;
    offer_info: string | null;
  };

/** Finds a sale by its entitlement or offer. */
async function findSale(scope: OrgTransaction, what: SaleReference): Promise<SaleRow | undefined> {
  const rows = await scope.query<SaleRow>({
    name: 'find_sale_of_deals',
    text: `SELECT e.id, e.buyer_id, e.product_id, e.partner, e.crm_a_account_id, e.info, e.offer_id,
             o.product_id AS offer_product_id, o.crm_a_account_id AS offer_crm_a_account_id,
             o.info AS offer_info, o.meta_info
           FROM entitlement e LEFT JOIN offer o ON o.organization_id = e.organization_id AND o.id = e.offer_id
           WHERE e.organization_id = $1 AND (e.id = $2 OR e.offer_id = $3)
           ORDER BY e.creation_time DESC, e.id DESC LIMIT 1`,
    values: [scope.organizationId, what.entitlementId ?? null, what.offerId ?? null],
  });
  return rows[0];
}

/** Maximum number of contacts and accounts of a buyer that are read. */
const most = 1000;

/** Reads the keys that identify a buyer: accounts, and domains of its company and contacts. */
async function keysOfBuyer(scope: OrgTransaction, buyerId: string): Promise<string[]> {
  const rows = await scope.query<{ partner: string | null; value: string }>({
    name: 'find_keys_of_buyer',
    text: `SELECT a.partner, a.external_id AS value FROM buyer_account a
           WHERE a.organization_id = $1 AND a.buyer_id = $2
           UNION ALL
           SELECT NULL, v.value FROM buyer b,
             LATERAL (VALUES (b.email_key), (b.info->'companyInfo'->>'emailDomain')) v (value)
           WHERE b.organization_id = $1 AND b.id = $2 AND v.value IS NOT NULL
           UNION ALL
           SELECT NULL, c.email_key FROM buyer_contact k
             JOIN contact c ON c.organization_id = k.organization_id AND c.id = k.contact_id
           WHERE k.organization_id = $1 AND k.buyer_id = $2 AND c.email_key IS NOT NULL
           LIMIT ${most}`,
    values: [scope.organizationId, buyerId],
  });
  return rows.flatMap(({ partner, value }) => {
    if (partner !== null) return [keyOfAccount(partner, value)];
    const domain = companyDomain(domainOf(value));
    return domain ? [keyOfDomain(domain)] : [];
  });
}

const parse = (text: string | null): object => (text === null ? {} : JSON.parse(text));

/** Finds the channel partners whose accounts made a sale; undefined if the sale has no account. */
async function soldBy(scope: OrgTransaction, sale: SaleRow): Promise<string[] | undefined> {
  const accounts = [sale.info, sale.offer_info].flatMap((info) =>
    resellerAccountsOf(parse(info), parse(sale.meta_info)),
  );
  return accounts.length === 0 ? undefined : partnersOfAccounts(scope, sale.partner, accounts);
}

type SaleReference = { entitlementId?: string | undefined; offerId?: string | undefined };

/** Reads a sale by its entitlement or offer; undefined without a product. */
async function readSale(scope: OrgTransaction, what: SaleReference): Promise<Sale | undefined> {
  const row = await findSale(scope, what);
  const productId = row?.product_id ?? row?.offer_product_id;
  if (!row || !productId) return undefined;
  const crm = [row.crm_a_account_id, row.offer_crm_a_account_id].flatMap((id) => (id ? [keyOfCrmA(id)] : []));
  const ofBuyer = row.buyer_id ? await keysOfBuyer(scope, row.buyer_id) : [];
  return {
    entitlementId: row.id,
    offerId: row.offer_id,
    productId,
    customerKeys: [...new Set([...ofBuyer, ...crm])],
    soldBy: await soldBy(scope, row),
  };
}

/** Returns whether a registration was approved before a time and protects its customer at that time. */
const protectedAt = (deal: DealRow, time: Date): boolean =>
  protects(deal, time) && deal.decision_time !== null && new Date(deal.decision_time) <= time;

/** Locks the registrations that protected the buyer for the product at a time, in order of their approval. */
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
 * Marks as WON the registration that protected the buyer for the product when it was sold. If the sale names
 * channel partners, only their registrations count. If several registrations match, the earliest approved
 * registration wins. Repeating the call has no effect.
 */
async function winDeal(scope: OrgTransaction, sale: Sale, time: Date): Promise<DealRow | undefined> {
  if (sale.customerKeys.length === 0) return undefined;
  const deals = await lockProtecting(scope, sale, time);
  const won = deals.find(
    ({ channel_partner_id: id }) => sale.soldBy === undefined || sale.soldBy.includes(id),
  );
  if (!won) return undefined;
  const change = { status: 'WON', offer_id: sale.offerId, entitlement_id: sale.entitlementId } as const;
  return closeLocked(scope, won, 'WIN', change);
}
