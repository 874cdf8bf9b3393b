import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { moneyFields } from './columns.ts';
import type { Days } from './days.ts';

/** The filter of sums; undefined fields do not filter. */
export type SumFilter = Days & {
  partners: readonly string[];
  productId?: string | undefined;
  buyerId?: string | undefined;
  entitlementId?: string | undefined;
};

const money = moneyFields.map(([, column]) => column);

/**
 * Sums revenue by day or month, marketplace and currency; currencies are never added. Sums for an organization or a
 * product come from stored daily sums; sums for a buyer or an entitlement come from revenue records.
 */
export function selectSums(scope: OrgScope, filter: SumFilter, by: 'day' | 'month'): Statement {
  const { organizationId } = scope;
  const { partners, first, last, productId, buyerId, entitlementId } = filter;
  const day = by === 'day' ? 's.day' : `date_trunc('month', s.day::timestamp)::date`;
  const ofSome = buyerId !== undefined || entitlementId !== undefined;
  const source = ofSome
    ? `FROM entitlement e JOIN revenue_record s ON s.organization_id = e.organization_id AND s.entitlement_id = e.id
       WHERE e.organization_id = $1 AND s.partner = ANY ($2::text[]) AND s.day >= $3::date AND s.day <= $4::date
         AND ($5 = '' OR s.product_id = $5) AND ${buyerId === undefined ? `$6 = ''` : 'e.buyer_id = $6'}
         AND ${entitlementId === undefined ? `$7 = ''` : 'e.id = $7'}`
    : `FROM revenue_daily s
       WHERE s.organization_id = $1 AND s.partner = ANY ($2::text[]) AND s.product_id = $5
         AND s.day >= $3::date AND s.day <= $4::date AND $6 = '' AND $7 = ''`;
  const which = [
    buyerId === undefined ? '' : '_of_buyer',
    entitlementId === undefined ? '' : '_of_entitlement',
  ];
  return {
    name: `sum_revenue_by_${by}${which.join('')}`,
    text: `SELECT $1::text AS organization_id, s.partner, s.currency, ${day} AS day,
             ${money.map((column) => `trim_scale(sum(s.${column})) AS ${column}`).join(', ')}
           ${source} GROUP BY s.partner, s.currency, 4 ORDER BY 4, s.partner, s.currency`,
    values: [organizationId, partners, first, last, productId ?? '', buyerId ?? '', entitlementId ?? ''],
  };
}
