import { domainOf } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../../platform/database/rows.ts';
import { partnersOfAccounts, resellerAccountsOf } from '../attribution/index.ts';
import { companyDomain } from '../domains.ts';
import { keyOfAccount, keyOfCrmA, keyOfDomain } from './rules.ts';

/** What was sold to whom, as far as deal registrations ask for it. */
export type Sale = {
  entitlementId: string;
  offerId: string | null;
  productId: string;
  /** The ways in which the buyer is known, as the keys that protect customers. */
  customerKeys: string[];
  /** The channel partners by which it was sold; undefined where none is named, and empty where the named ones are unknown. */
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

/** The entitlement, or that of an offer, with the offer that it goes by. */
async function findSale(scope: OrgTransaction, what: What): Promise<SaleRow | undefined> {
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

/** The most contacts and accounts of a buyer that are looked at. */
const most = 1000;

/** Reads the ways in which a buyer is known: accounts, and names of hosts of its company and its people. */
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

/** Finds the channel partners by whose accounts something was sold; undefined where no account is named. */
async function soldBy(scope: OrgTransaction, sale: SaleRow): Promise<string[] | undefined> {
  const accounts = [sale.info, sale.offer_info].flatMap((info) =>
    resellerAccountsOf(parse(info), parse(sale.meta_info)),
  );
  return accounts.length === 0 ? undefined : partnersOfAccounts(scope, sale.partner, accounts);
}

export type What = { entitlementId?: string | undefined; offerId?: string | undefined };

/** Reads what was sold, by its entitlement, or by its offer; nothing where it is of no product. */
export async function readSale(scope: OrgTransaction, what: What): Promise<Sale | undefined> {
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
