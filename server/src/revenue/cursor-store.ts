import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';

/** Finds the cursor for a marketplace's feed. */
export async function findCursor(scope: OrgTransaction, partner: string): Promise<string | undefined> {
  const [row] = await scope.query<RowOf<'revenue_cursor', 'cursor'>>({
    name: 'find_revenue_cursor',
    text: `SELECT c.cursor FROM revenue_cursor c WHERE c.organization_id = $1 AND c.partner = $2`,
    values: [scope.organizationId, partner],
  });
  return row?.cursor;
}

export async function keepCursor(scope: OrgTransaction, partner: string, cursor: string): Promise<void> {
  await scope.query({
    name: 'keep_revenue_cursor',
    text: `INSERT INTO revenue_cursor (organization_id, partner, cursor, last_update_time) VALUES ($1, $2, $3, $4)
           ON CONFLICT (organization_id, partner)
           DO UPDATE SET cursor = excluded.cursor, last_update_time = excluded.last_update_time`,
    values: [scope.organizationId, partner, cursor, scope.now],
  });
}

/**
 * Finds the entitlements with a request to read the revenue history again (`isGrossRevenueFullSync` is
 * false).
 */
export async function findFullSyncRequests(scope: OrgTransaction, partner: string): Promise<string[]> {
  const rows = await scope.query<RowOf<'entitlement', 'id'>>({
    name: 'find_revenue_to_read_anew',
    text: `SELECT e.id FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2
             AND e.meta_info -> 'isGrossRevenueFullSync' = 'false'::jsonb ORDER BY e.id`,
    values: [scope.organizationId, partner],
  });
  return rows.map(({ id }) => id);
}

/**
 * Whether the organization sells, or has recently sold, at a marketplace. Recent sales count because refunds and
 * payouts arrive late.
 */
export async function hasSales(scope: OrgTransaction, partner: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_sold_at_marketplace',
    text: `SELECT FROM entitlement e
           WHERE e.organization_id = $1 AND e.partner = $2
             AND (e.status NOT IN ('CANCELLED', 'DELETED') OR e.end_time > $3::timestamptz - interval '100 days'
               OR e.creation_time > $3::timestamptz - interval '100 days')
           LIMIT 1`,
    values: [scope.organizationId, partner, scope.now],
  });
  return rows.length > 0;
}

/** Finds the marketplaces of new entitlements whose feed has not been read yet. */
export async function findUnread(scope: OrgTransaction, partners: readonly string[]): Promise<string[]> {
  const rows = await scope.query<{ partner: string }>({
    name: 'find_unread_feeds',
    text: `SELECT p.partner FROM unnest($2::text[]) p (partner)
           WHERE NOT EXISTS (SELECT FROM job j
             WHERE j.organization_id = $1 AND j.lane = 'revenue-look:' || p.partner AND j.finished_at IS NULL)
           ORDER BY 1`,
    values: [scope.organizationId, partners],
  });
  return rows.map(({ partner }) => partner);
}

/** Finds the marketplaces with unmatched lines. */
export async function findUnmatched(scope: OrgTransaction, partners: readonly string[]): Promise<string[]> {
  const rows = await scope.query<{ partner: string }>({
    name: 'find_unmatched_feeds',
    text: `SELECT p.partner FROM unnest($2::text[]) p (partner)
           WHERE EXISTS (SELECT FROM revenue_detail d
             WHERE d.organization_id = $1 AND d.partner = p.partner AND d.is_current AND d.entitlement_id IS NULL
               AND coalesce(d.sold_id, d.sku_id, d.parent_line_id) IS NOT NULL)
           ORDER BY 1`,
    values: [scope.organizationId, partners],
  });
  return rows.map(({ partner }) => partner);
}
