import { machineImageFields } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Slot } from './detail-store.ts';

const hasImage = machineImageFields.map((field) => `o.info -> '${field}' ? d.sku_id`).join(' OR ');

/** The ways to find the entitlement of a line, of which the first match counts (R63). */
const ways = {
  /** By the marketplace's agreement id. */
  agreement: `SELECT e.id AS entitlement_id, e.product_id, d.id, d.day FROM unmatched d
    JOIN entitlement e ON e.organization_id = $1 AND e.partner = $2 
      AND e.external_id = d.sold_id`,
  /** By an earlier agreement in a chain. */
  earlier: `SELECT e.id AS entitlement_id, e.product_id, d.id, d.day FROM unmatched d
    JOIN entitlement_agreement a ON a.organization_id = $1 AND a.partner = $2 AND a.external_id = d.sold_id
    JOIN entitlement e ON e.organization_id = $1 AND e.id = a.entitlement_id`,
  /** By the order, if the line has an order id. */
  order: `SELECT e.id AS entitlement_id, e.product_id, d.id, d.day FROM unmatched d
    JOIN entitlement e ON e.organization_id = $1 AND e.partner = $2 AND e.mk_b_asset_id = d.sold_id`,
  /** By the plan's machine image, and by the buyer if several buyers have bought it. */
  image: `SELECT e.id AS entitlement_id, e.product_id, d.id, d.day FROM unmatched d
    JOIN LATERAL (
      SELECT e.id, e.product_id FROM offer o
      JOIN entitlement e ON e.organization_id = o.organization_id AND e.offer_id = o.id
      WHERE o.organization_id = $1 AND o.partner = $2 AND (${hasImage})
        AND (e.external_buyer_id IS NULL OR d.external_buyer_id IS NULL OR e.external_buyer_id = d.external_buyer_id)
      ORDER BY e.external_buyer_id IS NULL, e.creation_time, e.id LIMIT 1) e ON true
    WHERE d.sku_id IS NOT NULL`,
  /** By the parent line, whose day also applies to this line. */
  parent: `SELECT p.entitlement_id, p.product_id, d.id, p.day FROM unmatched d
    JOIN revenue_detail p ON p.organization_id = $1 AND p.partner = $2 AND p.line_id = d.parent_line_id AND p.is_current
    WHERE p.entitlement_id IS NOT NULL`,
} as const;
type MatchMethod = keyof typeof ways;

/**
 * The order in which ways are tried. Lines are matched after their parents; a payment for a refund is two levels below
 * the first line.
 */
const order: readonly MatchMethod[] = [
  'parent',
  'agreement',
  'earlier',
  'order',
  'image',
  'parent',
  'parent',
  'parent',
];

/**
 * Matches unmatched lines to entitlements.
 * @param ids the lines to match; by default, all unmatched lines of sales
 * @returns the record keys of the matched lines
 */
export async function matchLines(
  scope: OrgTransaction,
  partner: string,
  ids?: readonly string[],
): Promise<Slot[]> {
  const found: Slot[] = [];
  if (ids?.length === 0) return found;
  for (const way of order) found.push(...(await matchBy(scope, partner, way, ids)));
  return found;
}

const matchBy = (
  { organizationId, query }: OrgTransaction,
  partner: string,
  way: MatchMethod,
  ids: readonly string[] | undefined,
): Promise<Slot[]> =>
  query<Slot>({
    name: `match_revenue_by_${way}${ids ? '_of_page' : ''}`,
    text: `WITH unmatched AS MATERIALIZED (
             SELECT d.id, d.day, d.sold_id, d.sku_id, d.external_buyer_id, d.parent_line_id FROM revenue_detail d
             WHERE d.organization_id = $1 AND d.partner = $2 AND d.is_current AND d.entitlement_id IS NULL
               AND coalesce(d.sold_id, d.sku_id, d.parent_line_id) IS NOT NULL${ids ? ' AND d.id = ANY ($3::text[])' : ''}),
           matched AS (${ways[way]})
           UPDATE revenue_detail d SET entitlement_id = m.entitlement_id, product_id = m.product_id, day = m.day
           FROM matched m WHERE d.organization_id = $1 AND d.id = m.id
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [organizationId, partner, ...(ids ? [ids] : [])],
  });
