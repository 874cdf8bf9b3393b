import { Exact } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { MetricRecord } from '../metrics/index.ts';

/** What was used of a dimension that has a price, beyond what the price includes and what credit paid for. */
export type BilledUnits = { dimension: string; units: Exact; price: Exact };

/** A record of an event, for metrics; later ones come after earlier ones. */
export type BilledRecord = { metricId: string; record: MetricRecord };

/** The usage of a direct sale that a report has. */
export type BilledReport = {
  id: string;
  from: string;
  /** The invoice that bills it, if one does. */
  invoiceId: string | null;
  units: BilledUnits[];
  records: BilledRecord[];
};

type Found = RowOf<'usage_report', 'id' | 'usage_from' | 'invoice_id'> & { prices: string | null };

/** Reads whether usage of an entitlement waits for the run that was used before a time. */
export async function hasWaitingUsage(
  scope: OrgTransaction,
  entitlementId: string,
  before: string,
): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_waiting_usage_before',
    text: `SELECT FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
           WHERE g.organization_id = $1 AND g.entitlement_id = $2 AND b.run_id IS NULL AND g.state IS NULL
             AND g.usage_time < $3 LIMIT 1`,
    values: [scope.organizationId, entitlementId, before],
  });
  return rows.length > 0;
}

/** Reads since when there is usage of an entitlement that no invoice bills. */
export async function unbilledSince(
  scope: OrgTransaction,
  entitlementId: string,
): Promise<string | undefined> {
  const [row] = await scope.query<{ since: string | null }>({
    name: 'unbilled_usage_since',
    text: `SELECT min(r.usage_from) AS since FROM usage_report r
           WHERE r.organization_id = $1 AND r.entitlement_id = $2 AND r.invoice_id IS NULL`,
    values: [scope.organizationId, entitlementId],
  });
  return row?.since ?? undefined;
}

/** Reads the settled usage of an entitlement in a time, report by report. */
export async function readBilledUsage(
  scope: OrgTransaction,
  entitlementId: string,
  { since, until }: { since: string; until: string },
): Promise<BilledReport[]> {
  const values = [scope.organizationId, entitlementId, since, until];
  const ofTime = `r.organization_id = $1 AND r.entitlement_id = $2 AND r.usage_from >= $3 AND r.usage_from < $4`;
  const reports = await scope.query<Found>({
    name: 'reports_to_bill',
    text: `SELECT r.id, r.usage_from, r.invoice_id, r.info -> 'dimensionUnitPrice' AS prices FROM usage_report r
           WHERE ${ofTime} ORDER BY r.usage_from, r.id`,
    values,
  });
  const units = await scope.query<{ report_id: string; dimension: string; units: string }>({
    name: 'units_to_bill',
    text: `SELECT l.report_id, l.dimension, trim_scale(sum(CASE WHEN l.type IN ('USAGE', 'LIST_PRICE') THEN l.quantity
               ELSE -l.quantity END)) AS units
           FROM usage_ledger l JOIN usage_report r ON r.organization_id = $1 AND r.id = l.report_id
           WHERE l.organization_id = $1 AND ${ofTime} AND l.type IN ('USAGE', 'LIST_PRICE', 'INCLUDED', 'CREDIT')
             AND l.entitlement_term_id = r.entitlement_term_id AND l.dimension IS NOT NULL
           GROUP BY 1, 2 ORDER BY 1, 2`,
    values,
  });
  const events = await scope.query<{ report_id: string; billable_records: string }>({
    name: 'events_to_bill',
    text: `SELECT r.id AS report_id, g.billable_records
           FROM usage_report r JOIN usage_group g ON g.organization_id = $1 AND g.entitlement_id = r.entitlement_id
             AND g.batch_id >= r.first_batch_id AND g.batch_id <= r.last_batch_id
             AND g.received_at >= r.received_since AND g.received_at <= r.received_until
             AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until
           WHERE ${ofTime} AND g.state IS NULL AND g.billable_records IS NOT NULL
             AND r.run_id = (SELECT c.run_id FROM usage_batch c WHERE c.organization_id = $1 AND c.id = g.batch_id)
           ORDER BY g.usage_time, g.batch_id, g.ordinal`,
    values,
  });
  const byId = new Map(
    reports.map((row) => [row.id, { row, units: [] as BilledUnits[], records: [] as BilledRecord[] }]),
  );
  for (const { report_id: id, dimension, units: text } of units) {
    const report = byId.get(id);
    const price = pricesOf(report?.row.prices)[dimension];
    if (report && price !== undefined)
      report.units.push({ dimension, units: new Exact(text), price: new Exact(price) });
  }
  for (const { report_id: id, billable_records: text } of events)
    byId.get(id)?.records.push(...recordsOf(text));
  return [...byId.values()].map(({ row, ...usage }) => ({
    id: row.id,
    from: row.usage_from,
    invoiceId: row.invoice_id,
    ...usage,
  }));
}

const pricesOf = (text: string | null | undefined) => JSON.parse(text ?? '{}') as Record<string, number>;

type EventRecord = { key?: string; properties?: Record<string, unknown>; quantity?: number };

const recordsOf = (text: string): BilledRecord[] =>
  (JSON.parse(text) as EventRecord[]).map(({ key = '', properties, quantity }) => ({
    metricId: key,
    record: { properties, quantity: quantity === undefined ? undefined : new Exact(quantity) },
  }));

/** Marks reports as billed by an invoice: INVOICED. */
export async function markBilled(
  scope: OrgTransaction,
  reportIds: readonly string[],
  invoiceId: string,
): Promise<void> {
  await scope.query({
    name: 'mark_reports_billed',
    text: `UPDATE usage_report r SET invoice_id = $3, status = 'INVOICED', group_status = 'REPORTED', last_update_time = $4,
             sequence = r.sequence + 1
           WHERE r.organization_id = $1 AND r.id = ANY($2::text[])`,
    values: [scope.organizationId, reportIds, invoiceId, scope.now],
  });
}

/** Marks what a voided or withdrawn invoice billed as to be billed again. */
export async function markUnbilled(scope: OrgTransaction, invoiceId: string): Promise<void> {
  await scope.query({
    name: 'mark_reports_unbilled',
    text: `UPDATE usage_report r SET invoice_id = NULL, status = 'CREATED', group_status = 'CREATED', last_update_time = $3,
             sequence = r.sequence + 1
           WHERE r.organization_id = $1 AND r.invoice_id = $2`,
    values: [scope.organizationId, invoiceId, scope.now],
  });
}

/** A metric by which usage is billed. */
export async function readMetrics(
  scope: OrgTransaction,
  ids: readonly string[],
): Promise<Map<string, RowOf<'billable_metric', 'id' | 'name' | 'aggregation_type' | 'info'>>> {
  const rows = await scope.query<RowOf<'billable_metric', 'id' | 'name' | 'aggregation_type' | 'info'>>({
    name: 'metrics_to_bill',
    text: `SELECT m.id, m.name, m.aggregation_type, m.info FROM billable_metric m
           WHERE m.organization_id = $1 AND m.id = ANY($2::text[])`,
    values: [scope.organizationId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
