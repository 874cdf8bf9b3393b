import { live } from '../../entitlements/index.ts';
import { buyerAccountsField } from '../../marketplaces/index.ts';
import { soonAcceptable } from '../../offers/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { inList } from '../../platform/records/moves.ts';
import { partnerErrors } from '../errors.ts';
import type { DealRow } from './columns.ts';
import { group, notFound, pathOfOne } from './command.ts';
import { DealConflicts } from './records.ts';
import { inTheWay } from './states.ts';
import { selectDeal } from './store.ts';

type ConflictQuery = Pick<
  DealRow,
  'id' | 'customer_domain' | 'customer_partner' | 'customer_account_id' | 'crm_a_account_id' | 'product_ids'
>;

/**
 * Creates the statement that reads conflicting referrals, with the columns of `selectConflicts`; absent while
 * referrals are not implemented.
 */
export type SelectReferrals = (scope: Pick<OrgScope, 'organizationId'>, deal: ConflictQuery) => Statement;

/** Maximum number of conflicts of each kind that are read. */
const most = 100;

/** SQL that is true if a host name is the domain $2 or a subdomain of it. */
const isOf = (host: string): string => `(${host} = $2 OR right(${host}, length($2) + 1) = '.' || $2)`;
const hostOf = (address: string): string => `split_part(${address}, '@', 2)`;

/**
 * SQL for the reason why a buyer of a record is the same customer: $2 is the domain, $3 and $4 the account.
 * @param links the rows that reference the buyers
 */
const reasonOfBuyers = (links: string): string => `(
  SELECT CASE WHEN bool_or(EXISTS (
      SELECT FROM buyer_account a WHERE a.organization_id = $1 AND a.buyer_id = b.id AND a.partner = $3
        AND a.external_id = $4)) THEN 'ACCOUNT'
    WHEN bool_or(${isOf(hostOf('b.email_key'))} OR ${isOf(`lower(b.info->'companyInfo'->>'emailDomain')`)} OR EXISTS (
      SELECT FROM buyer_contact k JOIN contact c ON c.organization_id = k.organization_id AND c.id = k.contact_id
      WHERE k.organization_id = $1 AND k.buyer_id = b.id AND ${isOf(hostOf('c.email_key'))})) THEN 'DOMAIN' END
  FROM ${links} JOIN buyer b ON b.organization_id = l.organization_id AND b.id = l.buyer_id)`;

const ofDeals = `
  SELECT 'DEAL_REGISTRATION' AS kind, d.id, d.name, d.status, d.channel_partner_id,
    CASE WHEN d.customer_domain = $2 THEN 'DOMAIN' WHEN d.crm_a_account_id = $5 THEN 'CRM_ACCOUNT' ELSE 'ACCOUNT' END AS reason,
    ARRAY(SELECT unnest(d.standing) INTERSECT SELECT unnest($6::text[]) ORDER BY 1) AS product_ids
  FROM (SELECT id, name, status, channel_partner_id, customer_domain, crm_a_account_id, creation_time,
          CASE status WHEN 'APPROVED' THEN protected_product_ids ELSE product_ids END AS standing
        FROM deal_registration
        WHERE organization_id = $1 AND status IN (${inList(inTheWay)})
          AND (customer_domain = $2 OR customer_partner = $3 AND customer_account_id = $4 OR crm_a_account_id = $5)) d
  WHERE d.id <> $7 AND d.standing && $6::text[]
  ORDER BY d.creation_time, d.id LIMIT ${most}`;

/** Open offers to the same customer. An accepted offer is covered by its entitlement. */
const ofOffers = `
  SELECT 'OFFER' AS kind, f.id, f.name, f.status, NULL AS channel_partner_id, f.reason, ARRAY[f.product_id] AS product_ids
  FROM (SELECT o.id, o.name, o.status, o.product_id, o.creation_time,
          CASE WHEN o.crm_a_account_id = $5 THEN 'CRM_ACCOUNT'
            WHEN o.partner = $3 AND o.info->'${buyerAccountsField}' @> to_jsonb($4::text) THEN 'ACCOUNT'
            ELSE ${reasonOfBuyers('(SELECT organization_id, buyer_id FROM offer_buyer WHERE organization_id = $1 AND offer_id = o.id) l')}
          END AS reason
        FROM offer o
        WHERE o.organization_id = $1 AND o.product_id = ANY ($6)
          AND o.status IN (${inList(['PENDING_CREATE', ...soonAcceptable])})) f
  WHERE f.reason IS NOT NULL ORDER BY f.creation_time, f.id LIMIT ${most}`;

const ofEntitlements = `
  SELECT 'ENTITLEMENT' AS kind, f.id, f.name, f.status, NULL AS channel_partner_id, f.reason,
    ARRAY[f.product_id] AS product_ids
  FROM (SELECT e.id, e.name, e.status, e.product_id, e.creation_time,
          CASE WHEN e.crm_a_account_id = $5 THEN 'CRM_ACCOUNT'
            ELSE ${reasonOfBuyers(
              '(SELECT organization_id, buyer_id FROM entitlement_buyer WHERE organization_id = $1 AND entitlement_id = e.id) l',
            )}
          END AS reason
        FROM entitlement e
        WHERE e.organization_id = $1 AND e.product_id = ANY ($6) AND e.status IN (${inList(live)})) f
  WHERE f.reason IS NOT NULL ORDER BY f.creation_time, f.id LIMIT ${most}`;

/**
 * Selects the records with the same customer and one of the products: open registrations, open offers and
 * current entitlements. A customer is identified by its domain, a marketplace account or a CRM A account.
 */
const selectConflicts = (scope: Pick<OrgScope, 'organizationId'>, deal: ConflictQuery): Statement => ({
  name: 'select_deal_conflicts',
  text: `(${ofDeals}) UNION ALL (${ofOffers}) UNION ALL (${ofEntitlements})`,
  values: [
    scope.organizationId,
    deal.customer_domain,
    deal.customer_partner,
    deal.customer_account_id,
    deal.crm_a_account_id,
    deal.product_ids,
    deal.id,
  ],
});

const conflictStatements = (
  scope: Pick<OrgScope, 'organizationId'>,
  deal: ConflictQuery,
  selectReferrals?: SelectReferrals,
): Statement[] => [selectConflicts(scope, deal), ...(selectReferrals ? [selectReferrals(scope, deal)] : [])];

/** Reads whether a deal registration has conflicts. */
export async function hasConflict(
  scope: OrgTransaction,
  deal: ConflictQuery,
  selectReferrals?: SelectReferrals,
): Promise<boolean> {
  for (const statement of conflictStatements(scope, deal, selectReferrals))
    if ((await scope.query(statement)).length > 0) return true;
  return false;
}

function encodeConflict(row: Row): string {
  const { kind, id, name, status, reason, product_ids, channel_partner_id } = row;
  return JSON.stringify({
    kind,
    id,
    name: name ?? undefined,
    status,
    reason,
    productIds: product_ids,
    channelPartnerId: channel_partner_id ?? undefined,
  });
}

export type DealRouteDeps = {
  /** Creates the statement that reads conflicting referrals; absent while referrals are not implemented. */
  selectReferrals?: SelectReferrals;
};

export const listDealConflictsRoute = ({ selectReferrals }: DealRouteDeps) =>
  route({
    method: 'GET',
    path: `${pathOfOne}/conflict`,
    operationId: 'listDealRegistrationConflicts',
    group,
    summary: 'List the current conflicts of a deal registration',
    description:
      'Conflicts are open registrations, open offers, current entitlements and referrals for one of the ' +
      'products and the same customer, identified by domain, marketplace account or CRM A account. The ' +
      'channel partner receives only the flag `hasConflict`. Only the protection by ' +
      'another approved registration prevents an approval.',
    access: 'deals:read',
    response: DealConflicts,
    responseDescription: 'The conflicts',
    errors: [notFound],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [selectDeal(scope, params.dealRegistrationId)],
        respond: ([rows]) => {
          const deal = rows?.[0] as DealRow | undefined;
          if (!deal) throw partnerErrors.deal_registration_not_found();
          return {
            statements: conflictStatements(scope, deal, selectReferrals),
            respond: (found) => ({
              body: new RawJson(`{"conflicts":[${found.flat().map(encodeConflict).join(',')}]}`),
            }),
          };
        },
      }),
    },
  });
