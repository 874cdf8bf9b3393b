import { resellerAccountsOf } from '../../marketplaces/index.ts';
import { accepted, lockOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement } from '../../platform/database/define-statement.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { type Attribution, findAttributions, removeAttribution, writeAttribution } from './store.ts';

/** A sale: an entitlement with its accepted offer. */
type AttributedSale = RowOf<'entitlement', 'id' | 'partner' | 'product_id' | 'offer_id' | 'info'> &
  OuterRowOf<'offer', 'meta_info'> & {
    offer_info: string | null;
    offer_product_id: string | null;
  };

/** Reads a sale by its entitlement, or by the offer under which the entitlement runs. */
async function findSold(
  scope: OrgTransaction,
  what: { entitlementId?: string | undefined; offerId?: string | undefined },
): Promise<AttributedSale | undefined> {
  const [row] = await scope.query<AttributedSale>({
    name: 'find_sold',
    text: `SELECT e.id, e.partner, e.product_id, e.offer_id, e.info, o.meta_info, o.info AS offer_info,
             o.product_id AS offer_product_id
           FROM entitlement e LEFT JOIN offer o ON o.organization_id = e.organization_id AND o.id = e.offer_id
           WHERE e.organization_id = $1 AND (e.id = $2 OR e.offer_id = $3)
           ORDER BY e.creation_time DESC, e.id DESC LIMIT 1`,
    values: [scope.organizationId, what.entitlementId ?? null, what.offerId ?? null],
  });
  return row;
}

/** Finds the channel partners that own some accounts at a marketplace. */
export async function partnersOfAccounts(
  scope: OrgTransaction,
  partner: string | null,
  accounts: readonly string[],
): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await scope.query<RowOf<'channel_partner_account', 'channel_partner_id'>>({
    name: 'find_channel_partners_of_accounts',
    text: `SELECT DISTINCT a.channel_partner_id FROM channel_partner_account a
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.account_id = ANY ($3)
           ORDER BY a.channel_partner_id`,
    values: [scope.organizationId, partner ?? '', accounts],
  });
  return rows.map((row) => row.channel_partner_id);
}

/** Attribution to a reseller, which earns its own margin and has a share of 0. */
export const resoldBy = (channelPartnerId: string): Attribution => ({
  channel_partner_id: channelPartnerId,
  kind: 'RESOLD',
  share: '0',
  basis: 'ACCOUNT',
  deal_registration_id: null,
});

/** Finds the first deal registration that a sale won. */
async function findWon(scope: OrgTransaction, { id, offer_id }: AttributedSale) {
  const [row] = await scope.query<
    RowOf<'deal_registration', 'id' | 'channel_partner_id' | 'customer_country'>
  >({
    name: 'find_deal_won_by_sale',
    text: `SELECT d.id, d.channel_partner_id, d.customer_country FROM deal_registration d
           WHERE d.organization_id = $1 AND d.status = 'WON' AND (d.entitlement_id = $2 OR d.offer_id = $3)
           ORDER BY d.close_time, d.id LIMIT 1`,
    values: [scope.organizationId, id, offer_id],
  });
  return row;
}

const parse = (text: string | null): { cppoOutOfferId?: string } => (text === null ? {} : JSON.parse(text));

/**
 * Decides to which channel partners a sale is attributed: by the attribution that a caller set for the offer or
 * its source offer; otherwise by the deal registration that the sale won; otherwise by the accounts that resell
 * the offer.
 * @param day day of the sale, on which agreements must be valid
 */
async function attributionsOf(
  scope: OrgTransaction,
  sold: AttributedSale,
  day: string,
): Promise<Attribution[]> {
  for (const offerId of [sold.offer_id, parse(sold.meta_info).cppoOutOfferId]) {
    const rows = offerId ? await findAttributions(scope, offerId) : [];
    const byHand = rows.filter(({ basis }) => basis === 'MANUAL');
    if (byHand.length > 0) return byHand;
  }
  const infos = [parse(sold.info), parse(sold.offer_info)];
  const accounts = infos.flatMap((info) => resellerAccountsOf(info, parse(sold.meta_info)));
  const resellers = await partnersOfAccounts(scope, sold.partner, accounts);
  const won = await findWon(scope, sold);
  if (!won) return resellers.map(resoldBy);
  const { id, channel_partner_id, customer_country: country } = won;
  const productId = sold.product_id ?? sold.offer_product_id;
  const isResold = resellers.includes(channel_partner_id);
  const share = isResold ? '0' : await shareOf(scope, channel_partner_id, { productId, country, day });
  return [
    {
      channel_partner_id,
      kind: isResold ? 'RESOLD' : 'SOURCED',
      share,
      basis: 'DEAL_REGISTRATION',
      deal_registration_id: id,
    },
  ];
}

/**
 * The share of a channel partner on a day: from the current agreement for the product and the customer's
 * country, otherwise from its tier, otherwise 0. If the country is unknown, an agreement for all countries is
 * preferred.
 */
async function shareOf(
  scope: OrgTransaction,
  channelPartnerId: string,
  { productId, country, day }: { productId: string | null; country: string | null; day: string },
): Promise<string> {
  const [row] = await scope.query<{ share: string | null }>({
    name: 'find_share_of_channel_partner',
    text: `SELECT coalesce((
             SELECT a.share FROM channel_partner_agreement a
             WHERE a.organization_id = $1 AND a.channel_partner_id = $2 AND a.start_date <= $4::date
               AND (a.end_date IS NULL OR a.end_date > $4::date)
               AND (a.product_ids = '{}' OR $3 = ANY (a.product_ids))
               AND ($5::text IS NULL OR a.countries = '{}' OR $5 = ANY (a.countries))
             ORDER BY a.product_ids = '{}', a.countries <> '{}', a.creation_time, a.id LIMIT 1),
             t.share, 0) AS share
           FROM channel_partner p
             LEFT JOIN channel_partner_tier t ON t.organization_id = p.organization_id AND t.id = p.tier_id
           WHERE p.organization_id = $1 AND p.id = $2`,
    values: [scope.organizationId, channelPartnerId, productId, day, country],
  });
  return row?.share ?? '0';
}

/** Replaces all attributions of a locked offer. */
export async function replaceAttributions(
  scope: OrgTransaction,
  offerId: string,
  wanted: readonly Attribution[],
): Promise<void> {
  const rows = await findAttributions(scope, offerId);
  for (const row of rows)
    if (!wanted.some(({ channel_partner_id: id }) => id === row.channel_partner_id))
      await removeAttribution(scope, row);
  for (const values of wanted) {
    const before = rows.find((row) => row.channel_partner_id === values.channel_partner_id);
    await writeAttribution(scope, offerId, before, values);
  }
}

const insert = defineStatement(
  'insert_entitlement_attribution',
  {
    attribution: columns('entitlement_attribution', [
      'organization_id',
      'id',
      'entitlement_id',
      'offer_id',
      'channel_partner_id',
      'kind',
      'share',
      'basis',
      'deal_registration_id',
      'start_date',
      'creation_time',
    ]),
  },
  ({ attribution }) => `${attribution.insert({}, 'a')} ON CONFLICT DO NOTHING`,
);

type AttributionRow = RowOf<'entitlement_attribution', 'offer_id'>;

/** Locks the entitlement and reads its attributions, so that only one transaction at a time changes them. */
async function lockHeld(scope: OrgTransaction, entitlementId: string): Promise<AttributionRow[]> {
  await scope.query({
    name: 'lock_attributed_entitlement',
    text: 'SELECT id FROM entitlement WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [scope.organizationId, entitlementId],
  });
  return scope.query<AttributionRow>({
    name: 'select_entitlement_attributions',
    text: `SELECT a.offer_id FROM entitlement_attribution a
           WHERE a.organization_id = $1 AND a.entitlement_id = $2`,
    values: [scope.organizationId, entitlementId],
  });
}

const endBefore = (scope: OrgTransaction, { id, offer_id }: AttributedSale, day: string) => ({
  name: 'end_entitlement_attributions',
  text: `UPDATE entitlement_attribution a SET end_date = greatest($4::date, a.start_date)
         WHERE a.organization_id = $1 AND a.entitlement_id = $2 AND a.offer_id IS DISTINCT FROM $3
           AND a.end_date IS NULL`,
  values: [scope.organizationId, id, offer_id, day],
});

/**
 * Copies the attributions of an accepted offer to its entitlement, where they stay fixed. When an entitlement
 * continues under another offer, that offer's attributions apply from the day on which it was accepted.
 */
export async function settleAttributions(
  scope: OrgTransaction,
  what: { entitlementId?: string | undefined; offerId?: string | undefined; time: string },
): Promise<void> {
  const sold = await findSold(scope, what);
  if (!sold) return;
  // The offer is locked before the entitlement, in the same order as by an acceptance.
  const offer = sold.offer_id === null ? undefined : await lockOffer(scope, sold.offer_id);
  const held = await lockHeld(scope, sold.id);
  if (held.some(({ offer_id }) => offer_id === sold.offer_id)) return;
  const day = dayOfAcceptance(what.time, offer?.meta_info);
  const wanted = await attributionsOf(scope, sold, day);
  if (offer && accepted.includes(offer.status)) await replaceAttributions(scope, offer.id, wanted);
  await scope.query(endBefore(scope, sold, day));
  for (const { channel_partner_id, kind, share, basis, deal_registration_id } of wanted)
    await scope.query(
      insert({
        attribution: {
          organization_id: scope.organizationId,
          id: scope.newId('eat'),
          entitlement_id: sold.id,
          offer_id: sold.offer_id,
          channel_partner_id,
          kind,
          share,
          basis,
          deal_registration_id,
          start_date: what.entitlementId === undefined ? day : null,
          creation_time: scope.now,
        },
      }),
    );
}

function dayOfAcceptance(time: string, metaInfo: string | undefined): string {
  const { offerAcceptDate } = JSON.parse(metaInfo ?? '{}') as { offerAcceptDate?: string };
  return new Date(offerAcceptDate ?? time).toISOString().slice(0, 10);
}
