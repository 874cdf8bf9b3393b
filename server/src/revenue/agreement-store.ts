import type { OrgTransaction } from '../platform/access/scope.ts';

/** An agreement whose invoices are due for reading, with the cursor of the last page. */
export type DueAgreement = { externalId: string; cursor: string | undefined };

/** The time between two readings of an agreement with likely charges; `quietRest` applies to all other agreements. */
const busyRest = '20 hours';
const quietRest = '7 days';

/**
 * Finds the next agreement whose invoices are due for reading: daily for an agreement that is charged by usage or by
 * date, or changed recently; weekly for other agreements. Ended agreements, including earlier agreements in a chain,
 * are read for 100 days, because credit memos arrive late.
 */
export async function nextDue(
  scope: OrgTransaction,
  partner: string,
  after: string,
): Promise<DueAgreement | undefined> {
  const [row] = await scope.query<{ external_id: string; cursor: string | null }>({
    name: 'find_agreement_with_invoices_to_read',
    text: `SELECT s.external_id, a.cursor FROM (
             SELECT e.external_id, e.info ?| ARRAY['dimensions', 'paymentInstallments']
               OR e.last_update_time > $3::timestamptz - interval '40 days' AS is_busy
             FROM entitlement e
             WHERE e.organization_id = $1 AND e.partner = $2 AND e.external_id > $4 AND e.status <> 'DELETED'
               AND (e.status <> 'CANCELLED' OR e.end_time > $3::timestamptz - interval '100 days')
             UNION ALL
             SELECT c.external_id, false FROM entitlement_agreement c
             JOIN entitlement e ON e.organization_id = $1 AND e.id = c.entitlement_id AND e.external_id <> c.external_id
             WHERE c.organization_id = $1 AND c.partner = $2 AND c.external_id > $4 AND e.status NOT IN ('CANCELLED', 'DELETED')
           ) s
           LEFT JOIN revenue_agreement a
             ON a.organization_id = $1 AND a.partner = $2 AND a.external_id = s.external_id
           WHERE a.read_at IS NULL
             OR a.read_at < $3::timestamptz - CASE WHEN s.is_busy THEN interval '${busyRest}' ELSE interval '${quietRest}' END
           ORDER BY s.external_id LIMIT 1`,
    values: [scope.organizationId, partner, scope.now, after],
  });
  return row && { externalId: row.external_id, cursor: row.cursor ?? undefined };
}

/** Stores the cursor for an agreement's invoices, and whether the reading is complete. */
export async function keepAgreementCursor(
  scope: OrgTransaction,
  partner: string,
  { externalId, cursor, isRead }: { externalId: string; cursor: string; isRead: boolean },
): Promise<void> {
  await scope.query({
    name: 'keep_agreement_cursor',
    text: `INSERT INTO revenue_agreement AS a (organization_id, partner, external_id, cursor, read_at)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (organization_id, partner, external_id)
           DO UPDATE SET cursor = excluded.cursor, read_at = coalesce(excluded.read_at, a.read_at)`,
    values: [scope.organizationId, partner, externalId, cursor, isRead ? scope.now : null],
  });
}

/** Resets the cursors for agreements, so that all their invoices are read again. */
export async function forgetInvoices(
  scope: OrgTransaction,
  partner: string,
  entitlementIds: readonly string[],
): Promise<void> {
  await scope.query({
    name: 'forget_agreement_cursors',
    text: `DELETE FROM revenue_agreement a USING entitlement e
           WHERE a.organization_id = $1 AND a.partner = $2 AND e.organization_id = $1 AND e.id = ANY ($3::text[])
             AND a.external_id = e.external_id`,
    values: [scope.organizationId, partner, entitlementIds],
  });
}

/** Marks an agreement's invoices as due for reading, after a charge or a credit. */
export async function expediteInvoices(
  scope: OrgTransaction,
  partner: string,
  externalId: string,
): Promise<void> {
  await scope.query({
    name: 'hasten_agreement_invoices',
    text: `UPDATE revenue_agreement a SET read_at = NULL
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.external_id = $3`,
    values: [scope.organizationId, partner, externalId],
  });
}

/**
 * Marks the invoices of agreements as due for reading if new lines have a collectable amount but no gross amount,
 * because these invoices have not been read yet.
 * @param ids the ids of the lines
 */
export async function expediteBilledInvoices(
  scope: OrgTransaction,
  partner: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await scope.query({
    name: 'hasten_billed_agreements',
    text: `UPDATE revenue_agreement a SET read_at = NULL
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.read_at IS NOT NULL
             AND a.external_id IN (SELECT d.sold_id FROM revenue_detail d
               WHERE d.organization_id = $1 AND d.id = ANY ($3::text[]) AND d.collectable IS NOT NULL AND d.gross IS NULL)`,
    values: [scope.organizationId, partner, ids],
  });
}
