import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { resellerAccountsOf } from './resellers.ts';
import { shareOf } from './shares.ts';
import { type Attribution, findAttributions } from './store.ts';

/** What was sold: an entitlement, and the offer that was accepted. */
export type Sold = RowOf<'entitlement', 'id' | 'partner' | 'product_id' | 'offer_id' | 'info'> &
  OuterRowOf<'offer', 'meta_info'> & {
    offer_info: string | null;
    offer_product_id: string | null;
  };

/** Reads the entitlement, or the one that goes by an offer now. */
export async function findSold(
  scope: OrgTransaction,
  what: { entitlementId?: string | undefined; offerId?: string | undefined },
): Promise<Sold | undefined> {
  const [row] = await scope.query<Sold>({
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

/** Finds the channel partners whose accounts at a marketplace these are, in the order of their names there. */
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

/** What an account sells on earns its own margin: nothing is owed for it. */
export const resoldBy = (channelPartnerId: string): Attribution => ({
  channel_partner_id: channelPartnerId,
  kind: 'RESOLD',
  share: '0',
  basis: 'ACCOUNT',
  deal_registration_id: null,
});

/** The deal registration that was won by a sale, the first of them. */
async function findWon(scope: OrgTransaction, { id, offer_id }: Sold) {
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
 * Decides to which channel partners a sale is due: as somebody said of the offer, or of the one that a reseller made it from;
 * else to the one whose deal registration it won; else to those whose accounts sell it.
 * @param day of the sale, whose agreements count
 */
export async function attributionsOf(scope: OrgTransaction, sold: Sold, day: string): Promise<Attribution[]> {
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
