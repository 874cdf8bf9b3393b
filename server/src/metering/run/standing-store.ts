import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { ExistingLine } from './buckets.ts';
import type { PeriodUnit } from './included.ts';
import { hourOf } from './open-hours.ts';
import { includedKey } from './settle.ts';

type QuantitiesByTerm = Map<string, Map<string, Exact>>;

const put = (maps: QuantitiesByTerm, termId: string, key: string, value: string): void => {
  const map = maps.get(termId) ?? new Map<string, Exact>();
  map.set(key, new Exact(value));
  maps.set(termId, map);
};

/** Reads the carried units and the used included units of terms. */
export async function readStanding(
  scope: OrgTransaction,
  termIds: readonly string[],
): Promise<{ carry: QuantitiesByTerm; included: QuantitiesByTerm }> {
  const [carried, used] = await Promise.all([
    scope.query<RowOf<'usage_balance', 'entitlement_term_id' | 'dimension' | 'carry'>>({
      name: 'usage_balances',
      text: `SELECT b.entitlement_term_id, b.dimension, b.carry FROM usage_balance b
             WHERE b.organization_id = $1 AND b.entitlement_term_id = ANY($2::text[]) AND b.carry <> 0`,
      values: [scope.organizationId, termIds],
    }),
    scope.query<
      RowOf<'usage_included', 'entitlement_term_id' | 'dimension' | 'period_unit' | 'period_start' | 'used'>
    >({
      name: 'usage_included_units',
      text: `SELECT i.entitlement_term_id, i.dimension, i.period_unit, i.period_start, i.used FROM usage_included i
             WHERE i.organization_id = $1 AND i.entitlement_term_id = ANY($2::text[])`,
      values: [scope.organizationId, termIds],
    }),
  ]);
  const [carry, included]: [QuantitiesByTerm, QuantitiesByTerm] = [new Map(), new Map()];
  for (const row of carried) put(carry, row.entitlement_term_id, row.dimension, row.carry);
  for (const {
    entitlement_term_id: termId,
    dimension,
    period_unit: unit,
    period_start: start,
    used: units,
  } of used)
    put(included, termId, includedKey(dimension, unit as PeriodUnit, start), units);
  return { carry, included };
}

/** A locked report that an earlier chunk of the run created. */
export type EarlierReportRow = RowOf<
  'usage_report',
  | 'id'
  | 'entitlement_id'
  | 'entitlement_term_id'
  | 'usage_from'
  | 'usage_until'
  | 'group_count'
  | 'info'
  | 'mapped'
  | 'message'
  | 'billable'
>;

export const readMade = (
  scope: OrgTransaction,
  runId: string,
  entitlementIds: readonly string[],
): Promise<EarlierReportRow[]> =>
  scope.query<EarlierReportRow>({
    name: 'usage_reports_of_run',
    text: `SELECT r.id, r.entitlement_id, r.entitlement_term_id, r.usage_from, r.usage_until, r.group_count, r.info,
             r.mapped, r.message, r.billable
           FROM usage_report r
           WHERE r.organization_id = $1 AND r.run_id = $2 AND r.entitlement_id = ANY($3::text[])
           ORDER BY r.entitlement_id, r.usage_from`,
    values: [scope.organizationId, runId, entitlementIds],
  });

/**
 * The billing progress of an entitlement’s usage: the current generation of its reports, and the end of its
 * billed spans.
 */
export type BillingProgress = { generation: number; until: string | null };

/**
 * Reads the billing progress of locked entitlements. Billed reports belong to earlier generations.
 * Entitlements without billed usage are omitted; their reports have generation 0.
 */
export async function readBillingProgress(
  scope: OrgTransaction,
  entitlementIds: readonly string[],
): Promise<Map<string, BillingProgress>> {
  if (entitlementIds.length === 0) return new Map();
  const rows = await scope.query<RowOf<'usage_billing', 'entitlement_id'> & BillingProgress>({
    name: 'usage_billed_so_far',
    text: `SELECT w.id AS entitlement_id, b.generation + 1 AS generation, b.until
           FROM unnest($2::text[]) w (id) CROSS JOIN LATERAL (
             SELECT max(o.generation) AS generation, max(o.until) FILTER (WHERE o.live) AS until FROM usage_billing o
             WHERE o.organization_id = $1 AND o.entitlement_id = w.id) b
           WHERE b.generation IS NOT NULL`,
    values: [scope.organizationId, entitlementIds],
  });
  return new Map(rows.map(({ entitlement_id: id, generation, until }) => [id, { generation, until }]));
}

export type ExistingLineRow = ExistingLine & { id: string; entitlementId: string };

/**
 * Reads the lines of locked entitlements for hours since a time. Unsent lines of this run’s reports are
 * locked and open; a line that is being sent is not locked.
 */
export async function readTaken(
  scope: OrgTransaction,
  {
    entitlementIds,
    since,
    reportIds,
  }: { entitlementIds: readonly string[]; since: string; reportIds: readonly string[] },
): Promise<ExistingLineRow[]> {
  const open = new Set(reportIds.length === 0 ? [] : await lockOpenLines(scope, reportIds));
  const rows = await scope.query<
    RowOf<'usage_line', 'id' | 'entitlement_id' | 'dimension' | 'bucket_hour' | 'report_id' | 'state'>
  >({
    name: 'taken_usage_hours',
    text: `SELECT l.id, l.entitlement_id, l.dimension, l.bucket_hour, l.report_id, l.state FROM usage_line l
           WHERE l.organization_id = $1 AND l.entitlement_id = ANY($2::text[]) AND l.bucket_hour >= $3`,
    values: [scope.organizationId, entitlementIds, hourOf(since)],
  });
  return rows.map((row) => ({
    id: row.id,
    entitlementId: row.entitlement_id,
    dimension: row.dimension,
    hour: row.bucket_hour,
    reportId: row.report_id,
    isOpen: open.has(row.id),
    isReported: ['ACCEPTED', 'SENDING', 'UNKNOWN'].includes(row.state),
  }));
}

async function lockOpenLines(scope: OrgTransaction, reportIds: readonly string[]): Promise<string[]> {
  const rows = await scope.query<{ id: string }>({
    name: 'lock_open_usage_lines',
    text: `SELECT l.id FROM usage_line l WHERE l.organization_id = $1 AND l.report_id = ANY($2::text[])
             AND l.state = 'WAITING' AND l.attempts = 0 ORDER BY l.id FOR UPDATE SKIP LOCKED`,
    values: [scope.organizationId, reportIds],
  });
  return rows.map(({ id }) => id);
}
