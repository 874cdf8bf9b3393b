import type { RevenueLine } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { defineStatement, rows } from '../platform/database/define-statement.ts';
import type { ColumnOf } from '../platform/database/rows.ts';

/** What the lines of an entitlement, a day and a currency come to is a record. */
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
 * Keeps lines, each once by the marketplace's id and version. Those of a version that is new take the place of the one
 * before. Answers the new ones, and whose the replaced ones were.
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
    detailOf(scope, partner, line, last.get(line.id) === line),
  );
  const kept = await scope.query<{ id: string; line_id: string }>(insert({ details }));
  const ids = kept.map(({ id }) => id);
  if (ids.length === 0) return { ids, replaced: [] };
  const replaced = await scope.query<Slot>({
    name: 'replace_revenue_details',
    text: `UPDATE revenue_detail d SET is_current = false
           WHERE d.organization_id = $1 AND d.partner = $2 AND d.line_id = ANY ($3::text[]) AND d.is_current
             AND d.id <> ALL ($4::text[])
           RETURNING d.entitlement_id, d.day, d.currency`,
    values: [scope.organizationId, partner, kept.map((row) => row.line_id), ids],
  });
  return { ids, replaced: replaced.filter((slot) => slot.entitlement_id !== null) };
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
    facts: JSON.stringify(line.facts),
    record: JSON.stringify(line.record),
    creation_time: scope.now,
  };
}
