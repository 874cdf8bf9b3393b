import type { RevenueLine } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { defineStatement, rows } from '../platform/database/define-statement.ts';
import type { ColumnOf } from '../platform/database/rows.ts';

/** The key of a record: the entitlement, day and currency of its lines. */
export type Slot = { entitlement_id: string; day: string; currency: string };

const written = [
  'organization_id',
  'id',
  'partner',
  'line_id',
  'version',
  'is_current',
  'parent_line_id',
  'sold_id',
  'sku_id',
  'external_buyer_id',
  'day',
  'currency',
  'gross',
  'collectable',
  'invoiced',
  'tax',
  'disbursed',
  'refund_invoiced',
  'refund_disbursed',
  'invoice_date',
  'payment_due_date',
  'disburse_date',
  'refund_invoice_date',
  'refund_disburse_date',
  'payout_id',
  'failed_payout_id',
  'facts',
  'record',
  'creation_time',
] as const satisfies readonly ColumnOf<'revenue_detail'>[];

const insert = defineStatement(
  'insert_revenue_details',
  { details: rows('revenue_detail', written) },
  ({ details }) => `${details.insert('n', {})} FROM ${details.unnest('n')}
    ON CONFLICT (organization_id, partner, line_id, version) DO NOTHING RETURNING id, line_id`,
);

/**
 * Stores lines, deduplicated by the marketplace's id and version. A new version replaces the previous version.
 * @returns the ids of the new lines, and the record keys of the replaced lines
 */
export async function keepLines(
  scope: OrgTransaction,
  partner: string,
  lines: readonly RevenueLine[],
): Promise<{ ids: string[]; replaced: Slot[] }> {
  const distinct = new Map(lines.map((line) => [JSON.stringify([line.id, line.version]), line]));
  if (distinct.size === 0) return { ids: [], replaced: [] };
  const last = new Map([...distinct.values()].map((line) => [line.id, line]));
  const details = [...distinct.values()].map((line) =>
    detailOf(scope, partner, line, line.versionsAscend || last.get(line.id) === line),
  );
  const restored = await restorePresent(
    scope,
    partner,
    [...last.values()].filter(({ isPresent }) => isPresent),
  );
  const kept = [...(await scope.query<{ id: string; line_id: string }>(insert({ details }))), ...restored];
  const ids = kept.map(({ id }) => id);
  if (ids.length === 0) return { ids, replaced: [] };
  const ascending = new Set(lines.flatMap((line) => (line.versionsAscend ? line.id : [])));
  const lineIds = kept.map((row) => row.line_id);
  const replaced: Slot[] = [
    ...restored,
    ...(await replaceByLast(scope, partner, { ids, lineIds: lineIds.filter((id) => !ascending.has(id)) })),
    ...(await replaceByHighest(
      scope,
      partner,
      lineIds.filter((id) => ascending.has(id)),
    )),
    ...(await withdrawFailed(scope, partner, lines)),
  ];
  return { ids, replaced: replaced.filter((slot) => slot.entitlement_id !== null) };
}

/** Makes versions current again that were replaced and have returned, such as a payout that was revoked. */
async function restorePresent(
  scope: OrgTransaction,
  partner: string,
  lines: readonly RevenueLine[],
): Promise<(Slot & { id: string; line_id: string })[]> {
  if (lines.length === 0) return [];
  return scope.query<Slot & { id: string; line_id: string }>({
    name: 'restore_present_revenue_details',
    text: `UPDATE revenue_detail d SET is_current = true FROM unnest($3::text[], $4::text[]) s (line_id, version)
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.line_id = s.line_id AND d.version = s.version
             AND NOT d.is_current
           RETURNING d.id, d.line_id, d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, lines.map(({ id }) => id), lines.map(({ version }) => version)],
  });
}

/**
 * Excludes the lines that a complete feed no longer has, such as a line that was split. Sales of which the feed has no
 * line stay unchanged, because an empty feed, or the feed of another account, does not refute them.
 * @returns the record keys of the excluded lines
 */
export async function withdrawAbsent(
  scope: OrgTransaction,
  partner: string,
  lineIds: readonly string[],
): Promise<Slot[]> {
  const withdrawn = await scope.query<Slot>({
    name: 'withdraw_absent_revenue_details',
    text: `WITH present AS MATERIALIZED (SELECT unnest($3::text[]) AS line_id)
           UPDATE revenue_detail d SET is_current = false
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.is_current
             AND d.line_id NOT IN (SELECT p.line_id FROM present p)
             AND d.sold_id IN (SELECT s.sold_id FROM revenue_detail s JOIN present p ON p.line_id = s.line_id
               WHERE s.organization_id = $1 AND s.partner = $2 AND s.is_current AND s.sold_id IS NOT NULL)
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, lineIds],
  });
  return withdrawn.filter((slot) => slot.entitlement_id !== null);
}

async function replaceByLast(
  scope: OrgTransaction,
  partner: string,
  { ids, lineIds }: { ids: readonly string[]; lineIds: readonly string[] },
): Promise<Slot[]> {
  if (lineIds.length === 0) return [];
  return scope.query<Slot>({
    name: 'replace_revenue_details',
    text: `UPDATE revenue_detail d SET is_current = false
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.line_id = ANY ($3::text[]) AND d.is_current
             AND d.id <> ALL ($4::text[])
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, lineIds, ids],
  });
}

/** If versions can be sorted, the highest version is current, even if it was received earlier. */
async function replaceByHighest(
  scope: OrgTransaction,
  partner: string,
  lineIds: readonly string[],
): Promise<Slot[]> {
  if (lineIds.length === 0) return [];
  return scope.query<Slot>({
    name: 'replace_lower_revenue_details',
    text: `UPDATE revenue_detail d SET is_current = false
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.line_id = ANY ($3::text[]) AND d.is_current
             AND EXISTS (SELECT FROM revenue_detail h WHERE h.organization_id = $1 AND h.partner = $2
               AND h.line_id = d.line_id AND h.version > d.version)
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, lineIds],
  });
}

/**
 * Excludes the lines of a failed payout, regardless of the order in which payout and failure were received.
 */
async function withdrawFailed(
  scope: OrgTransaction,
  partner: string,
  lines: readonly RevenueLine[],
): Promise<Slot[]> {
  const payoutIds = new Set(
    lines.flatMap(({ payoutId, failedPayoutId }) => failedPayoutId ?? payoutId ?? []),
  );
  if (payoutIds.size === 0) return [];
  return scope.query<Slot>({
    name: 'withdraw_failed_payouts',
    text: `UPDATE revenue_detail d SET is_current = false
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.payout_id = ANY ($3::text[]) AND d.is_current
             AND EXISTS (SELECT FROM revenue_detail f WHERE f.organization_id = $1 AND f.partner = $2
               AND f.failed_payout_id = d.payout_id AND f.is_current)
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, [...payoutIds]],
  });
}

function detailOf(scope: OrgTransaction, partner: string, line: RevenueLine, isCurrent: boolean) {
  const { amounts, dates } = line;
  return {
    organization_id: scope.organizationId,
    id: scope.newId('rvd'),
    partner,
    line_id: line.id,
    version: line.version,
    is_current: isCurrent,
    parent_line_id: line.parentId,
    sold_id: line.soldId,
    sku_id: line.skuId,
    external_buyer_id: line.buyerId,
    day: line.day,
    currency: line.currency,
    gross: amounts.gross,
    collectable: amounts.collectable,
    invoiced: amounts.invoiced,
    tax: amounts.tax,
    disbursed: amounts.disbursed,
    refund_invoiced: amounts.refundInvoiced,
    refund_disbursed: amounts.refundDisbursed,
    invoice_date: dates.invoiceDate,
    payment_due_date: dates.paymentDueDate,
    disburse_date: dates.disburseDate,
    refund_invoice_date: dates.refundInvoiceDate,
    refund_disburse_date: dates.refundDisburseDate,
    payout_id: line.payoutId,
    failed_payout_id: line.failedPayoutId,
    facts: JSON.stringify(line.facts),
    record: JSON.stringify(line.record),
    creation_time: scope.now,
  };
}
