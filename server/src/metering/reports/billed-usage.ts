import { endedJob } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { MetricRecord } from '../metrics/index.ts';
import { runJob } from '../run-job-definition.ts';
import type { BilledSpan } from './billings.ts';

/** The usage of a dimension with a price, beyond included units and units paid by credit. */
export type BilledUnits = { dimension: string; units: Exact; price: Exact };

/** An event record for metrics, and its day in UTC. Records are in time order. */
export type BilledRecord = { metricId: string; record: MetricRecord; day: string };

/** The usage of a direct sale: units by price, and records for metrics. */
export type BilledUsage = { units: BilledUnits[]; records: BilledRecord[] };

/** A span of an entitlement whose usage is billed, with the invoices that already bill usage of this span. */
export type UsagePart = { entitlementId: string; start: string; end: string; billedBy: readonly string[] };

/** The usage of a part with unbilled usage. */
export type UnbilledUsage = {
  /** The id of an unbilled report, unique to this usage. */
  reportId: string;
  /** Spans to mark as billed. */
  spans: BilledSpan[];
  /** All usage of the part, including billed usage. */
  all: BilledUsage;
};

/**
 * The state of usage that delays invoices. REPORTED: not claimed by a run yet. SETTLING: an unfinished run
 * may still add usage to its reports.
 */
export type WaitingUsage = 'REPORTED' | 'SETTLING';

/**
 * Finds the entitlements with unsettled usage before a time, or with reports to which an unfinished run may
 * still add usage; usage that is added to a billed report would stay unbilled. Only groups since the first
 * unsettled call are read.
 */
export async function withWaitingUsage(
  scope: OrgTransaction,
  wanted: readonly { entitlementId: string; before: string }[],
): Promise<Map<string, WaitingUsage>> {
  const rows = await scope.query<{ id: string; waiting: WaitingUsage }>({
    name: 'entitlements_with_waiting_usage',
    text: `WITH first AS MATERIALIZED (
             SELECT b.id FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL ORDER BY b.id LIMIT 1)
           SELECT DISTINCT w.id, 'REPORTED' AS waiting
           FROM first f CROSS JOIN unnest($2::text[], $3::timestamptz[]) AS w (id, before) CROSS JOIN LATERAL (
             SELECT FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
             WHERE g.organization_id = $1 AND g.entitlement_id = w.id AND b.run_id IS NULL AND g.state IS NULL
               AND g.batch_id >= f.id AND g.usage_time < w.before LIMIT 1) g
           UNION
           SELECT w.id, 'SETTLING' FROM job j CROSS JOIN unnest($2::text[], $3::timestamptz[]) AS w (id, before)
           WHERE j.organization_id = $1 AND j.finished_at IS NULL
             AND (j.lane = $4 OR j.lane >= $5 AND j.lane < $5 || '~' AND j.attempts > 0)
             AND EXISTS (SELECT FROM usage_report r WHERE r.organization_id = $1 AND r.run_id = j.id
               AND r.entitlement_id = w.id AND r.usage_from < w.before)
           ORDER BY 1, 2`,
    values: [
      scope.organizationId,
      wanted.map(({ entitlementId }) => entitlementId),
      wanted.map(({ before }) => before),
      runJob.lane({}),
      endedJob.lane({ entitlementId: '' }),
    ],
  });
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

/** CTE with the entitlements, spans and numbers of the parts. */
const parts = `part AS MATERIALIZED (
  SELECT p.id AS entitlement_id, p.since, p.until, p.n
  FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[]) AS p (id, since, until, n))`;

/**
 * CTEs with the unbilled spans of the parts, before, between and after the billed spans of each report
 * generation, so that billed reports are not read.
 */
const gaps = `sale AS (
    SELECT p.entitlement_id FROM part p GROUP BY 1),
  span AS MATERIALIZED (
    SELECT b.entitlement_id, b.generation, b.since, b.until, b.live FROM sale s CROSS JOIN LATERAL (
      SELECT o.entitlement_id, o.generation, o.since, o.until, o.live FROM usage_billing o
      WHERE o.organization_id = $1 AND o.entitlement_id = s.entitlement_id ORDER BY o.generation, o.since) b),
  open AS MATERIALIZED (
    SELECT b.entitlement_id, b.generation, b.since AS until,
      coalesce(lag(b.until) OVER (PARTITION BY b.entitlement_id, b.generation ORDER BY b.since), '-infinity') AS since
    FROM span b WHERE b.live
    UNION ALL
    SELECT b.entitlement_id, b.generation, 'infinity', max(b.until) FROM span b WHERE b.live GROUP BY 1, 2
    UNION ALL
    SELECT n.entitlement_id, n.generation, 'infinity', '-infinity'
    FROM (
      SELECT t.entitlement_id, g.generation
      FROM (SELECT s.entitlement_id, coalesce(max(b.generation) + 1, 0) AS last
        FROM sale s LEFT JOIN span b ON b.entitlement_id = s.entitlement_id GROUP BY 1) t
      CROSS JOIN LATERAL generate_series(0, t.last) AS g (generation)
      EXCEPT SELECT b.entitlement_id, b.generation FROM span b WHERE b.live) n),
  gap AS MATERIALIZED (
    SELECT p.n, o.entitlement_id, o.generation, greatest(o.since, p.since) AS since, least(o.until, p.until) AS until
    FROM part p JOIN open o ON o.entitlement_id = p.entitlement_id
    WHERE greatest(o.since, p.since) < least(o.until, p.until))`;

/**
 * Returns the SQL condition that a report is in a span. This form limits the read to the span’s index range.
 */
const isIn = (place: string) => `r.organization_id = $1 AND r.entitlement_id = ${place}.entitlement_id
        AND r.generation = ${place}.generation AND r.usage_from >= ${place}.since AND r.usage_from < ${place}.until`;
const reportsIn = (columns: readonly string[], place: string) => `CROSS JOIN LATERAL (
      SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM usage_report r WHERE ${isIn(place)} OFFSET 0) r`;
const inPart = (place: string) =>
  `JOIN part p ON p.entitlement_id = ${place}.entitlement_id AND r.usage_from >= p.since AND r.usage_from < p.until`;

/** SQL join of the units of reports, by price and dimension. The outer join keeps reports without units. */
const units = 'LEFT JOIN LATERAL jsonb_each(r.billable) u ON true';

const valuesOf = (scope: OrgTransaction, wanted: readonly (UsagePart & { n: number })[]) => [
  scope.organizationId,
  wanted.map(({ entitlementId }) => entitlementId),
  wanted.map(({ start }) => start),
  wanted.map(({ end }) => end),
  wanted.map(({ n }) => n),
];

type UnitsRow = { n: number; key: string | null; units: string | null; first: string };
type UnbilledRow = UnitsRow & {
  entitlement_id: string;
  generation: number;
  since: string;
  until: string;
  id: string;
};

/**
 * Number of array positions that are summed by position. Reports with more prices, or with long names, are
 * summed by key.
 */
const places = Array.from({ length: 8 }, (_, index) => index + 1);

type SummedRow = Omit<UnbilledRow, 'key' | 'units'> & {
  /** JSON text with the common keys of the summed reports; null if the reports are summed by key. */
  keys: string | null;
  units: (string | null)[];
};

/**
 * CTE with the start of the first whole UTC day and the end of the last whole day of each gap. In a gap
 * without a whole day, the start is after the end.
 */
const days = `day AS MATERIALIZED (
    SELECT g.n, g.entitlement_id, g.generation, g.since, g.until, date_trunc('day', g.since + interval '24 hours' - interval '1 microsecond', 'UTC') AS first_day,
      date_trunc('day', g.until, 'UTC') AS last_day
    FROM gap g)`;

/** Returns the subquery for the reports at an end of a gap, in the order of a covering index. */
const ofEnd = (from: string, until: string) => `
          (SELECT r.billable_keys, r.billable_units, r.usage_from, r.id FROM usage_report r
          WHERE r.organization_id = $1 AND r.entitlement_id = g.entitlement_id AND r.generation = g.generation
            AND r.usage_from >= ${from} AND r.usage_from < ${until} ORDER BY r.usage_from)`;

/**
 * Sums the units of unbilled reports with equal keys, from daily sums for whole days and from reports for
 * partial days.
 */
const sumByPlaces = (scope: OrgTransaction, wanted: readonly (UsagePart & { n: number })[]) =>
  scope.query<SummedRow>({
    name: 'usage_to_bill',
    text: `WITH ${parts}, ${gaps}, ${days}
      SELECT g.n, g.entitlement_id, g.generation, g.since, g.until, r.keys, r.units, r.first, r.id
      FROM day g CROSS JOIN LATERAL (
        SELECT r.keys, ARRAY[${places.map((place) => `sum(r.units[${place}])`).join(', ')}] AS units,
          min(r.first) AS first, min(r.id) AS id
        FROM (
          SELECT nullif(d.keys, '') AS keys, d.units, d.first_used AS first, d.report_id AS id FROM usage_billable_day d
          WHERE d.organization_id = $1 AND d.entitlement_id = g.entitlement_id AND d.generation = g.generation
            AND d.day >= g.first_day AND d.day < g.last_day
          UNION ALL ${ofEnd('g.since', 'least(g.first_day, g.until)')}
          UNION ALL ${ofEnd('greatest(g.first_day, g.last_day)', 'g.until')}) r
        GROUP BY r.keys) r`,
    values: valuesOf(scope, wanted),
  });

/** Sums the units of unbilled reports with many prices or long names, by key. */
const sumByNames = (scope: OrgTransaction, wanted: readonly (UsagePart & { n: number })[]) =>
  scope.query<UnbilledRow>({
    name: 'usage_of_many_prices_to_bill',
    text: `WITH ${parts}, ${gaps}
      SELECT g.n, g.entitlement_id, g.generation, g.since, g.until, r.key, r.units, r.first, r.id
      FROM gap g CROSS JOIN LATERAL (
        SELECT u.key, sum((u.billable -> u.key)::numeric) AS units, min(u.usage_from) AS first, min(u.id) AS id
        FROM (
          SELECT r.id, r.usage_from, r.billable, jsonb_object_keys(r.billable) AS key
          FROM usage_report r WHERE ${isIn('g')} AND r.billable_keys IS NULL OFFSET 0) u
        GROUP BY u.key) r`,
    values: valuesOf(scope, wanted),
  });

/**
 * Reads the units of unbilled reports by price and dimension. Reports without units return a row without a
 * key.
 */
async function readUnbilledUnits(
  scope: OrgTransaction,
  wanted: readonly (UsagePart & { n: number })[],
): Promise<UnbilledRow[]> {
  const summed = await sumByPlaces(scope, wanted);
  const long = new Set(summed.filter(({ keys }) => keys === null).map(({ n }) => n));
  const named =
    long.size > 0
      ? await sumByNames(
          scope,
          wanted.filter(({ n }) => long.has(n)),
        )
      : [];
  return [...summed.flatMap(unitsByPlace), ...named];
}

function unitsByPlace({ keys: text, units, ...of }: SummedRow): UnbilledRow[] {
  if (text === null) return [];
  const keys = JSON.parse(text) as string[];
  if (keys.length === 0) return [{ ...of, key: null, units: null }];
  return keys.map((key, place) => ({ ...of, key, units: units[place] ?? null }));
}

/** CTE with the spans that the invoices `$6` bill. */
const ofInvoices = `span AS MATERIALIZED (
    SELECT b.entitlement_id, b.generation, b.since, b.until FROM usage_billing b
    WHERE b.organization_id = $1 AND b.invoice_id = ANY ($6::text[]) AND b.live)`;

const readBilledUnits = (
  scope: OrgTransaction,
  wanted: readonly (UsagePart & { n: number })[],
  invoiceIds: readonly string[],
) =>
  scope.query<UnitsRow>({
    name: 'usage_of_invoices',
    text: `WITH ${parts}, ${ofInvoices}
      SELECT p.n, u.key, trim_scale(sum(u.value::numeric)) AS units, min(r.usage_from) AS first
      FROM span b ${reportsIn(['usage_from', 'billable'], 'b')} ${inPart('b')} ${units} GROUP BY p.n, u.key`,
    values: [...valuesOf(scope, wanted), invoiceIds],
  });

const ofReport =
  'run_id first_batch_id last_batch_id received_since received_until usage_from usage_until'.split(' ');
const listed = ofReport.map((column) => `r.${column}`).join(', ');

type RecordsRow = { n: number; billable_records: string; day: string };

/** Reads the records that metrics count, in time order. */
const readRecords = (
  scope: OrgTransaction,
  wanted: readonly (UsagePart & { n: number })[],
  invoiceIds: readonly string[],
) =>
  scope.query<RecordsRow>({
    name: 'events_to_bill',
    text: `WITH ${parts}, ${gaps}, ${ofInvoices.replace('span', 'billed')},
      report AS MATERIALIZED (
        SELECT g.n, g.entitlement_id, ${listed} FROM gap g ${reportsIn(ofReport, 'g')}
        UNION ALL
        SELECT p.n, b.entitlement_id, ${listed} FROM billed b ${reportsIn(ofReport, 'b')} ${inPart('b')})
      SELECT r.n, g.billable_records, to_char(g.usage_time AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
      FROM report r JOIN usage_group g ON g.organization_id = $1 AND g.entitlement_id = r.entitlement_id
        AND g.batch_id >= r.first_batch_id AND g.batch_id <= r.last_batch_id
        AND g.received_at >= r.received_since AND g.received_at <= r.received_until
        AND g.usage_time >= r.usage_from AND g.usage_time < r.usage_until
      WHERE g.state IS NULL AND g.billable_records IS NOT NULL
        AND r.run_id = (SELECT c.run_id FROM usage_batch c WHERE c.organization_id = $1 AND c.id = g.batch_id)
      ORDER BY g.usage_time, g.batch_id, g.ordinal`,
    values: [...valuesOf(scope, wanted), invoiceIds],
  });

/**
 * Reads the settled usage of spans of locked entitlements; undefined if all usage of a span is billed. The
 * database sums the units by price. The result includes usage of the span that invoices already bill.
 * @param isCounted whether metrics count usage of an entitlement
 */
export const readUnbilledUsage = (
  scope: OrgTransaction,
  wanted: readonly UsagePart[],
  isCounted: (entitlementId: string) => boolean,
): Promise<(UnbilledUsage | undefined)[]> => readParts(scope, wanted, isCounted, () => undefined);

/** Reads all settled usage of spans, including spans whose usage is fully billed. See `readUnbilledUsage`. */
export const readWholeUsage = async (
  scope: OrgTransaction,
  wanted: readonly UsagePart[],
  isCounted: (entitlementId: string) => boolean,
): Promise<UnbilledUsage[]> => (await readParts(scope, wanted, isCounted, noUsage)) as UnbilledUsage[];

const noUsage = (): UnbilledUsage => ({ reportId: '', spans: [], all: { units: [], records: [] } });

async function readParts(
  scope: OrgTransaction,
  wanted: readonly UsagePart[],
  isCounted: (entitlementId: string) => boolean,
  begin: () => UnbilledUsage | undefined,
): Promise<(UnbilledUsage | undefined)[]> {
  if (wanted.length === 0) return [];
  const numbered = wanted.map((part, n) => ({ ...part, n }));
  const open = await readUnbilledUnits(scope, numbered);
  const found = wanted.map(begin);
  for (const row of open.sort((a, b) => compare(a.since, b.since))) addOpen(found, row);
  const used = numbered.filter(({ n }) => found[n]);
  const late = used.filter(({ billedBy }) => billedBy.length > 0);
  const ofMetrics = used.filter(({ entitlementId }) => isCounted(entitlementId));
  const invoicesOf = (given: typeof used) => given.flatMap(({ billedBy }) => billedBy);
  const [billed, records] = await Promise.all([
    late.length === 0 ? [] : readBilledUnits(scope, late, invoicesOf(late)),
    ofMetrics.length === 0 ? [] : readRecords(scope, ofMetrics, invoicesOf(ofMetrics)),
  ]);
  const sorted = [...open, ...billed].sort(
    (a, b) => compare(a.first, b.first) || compare(dimensionIn(a.key), dimensionIn(b.key)),
  );
  for (const row of sorted) {
    const unit = unitOf(row);
    if (unit) found[row.n]?.all.units.push(unit);
  }
  for (const row of records) found[row.n]?.all.records.push(...recordsOf(row));
  return found;
}

function addOpen(found: (UnbilledUsage | undefined)[], row: UnbilledRow): void {
  const known = found[row.n];
  const part = known ?? noUsage();
  found[row.n] = part;
  if (part.spans.length === 0 || row.id < part.reportId) part.reportId = row.id;
  const { entitlement_id, generation, since, until } = row;
  const isKnown = part.spans.some((span) => span.generation === generation && span.since === since);
  if (!isKnown) part.spans.push({ entitlement_id, generation, since, until });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const dimensionIn = (key: string | null): string => key?.slice(key.indexOf(' ') + 1) ?? '';

const unitOf = ({ key, units: sum }: UnitsRow): BilledUnits | undefined =>
  key === null
    ? undefined
    : {
        dimension: dimensionIn(key),
        units: new Exact(sum ?? 0),
        price: new Exact(key.slice(0, key.indexOf(' '))),
      };

type EventRecord = { key?: string; properties?: Record<string, unknown>; quantity?: number };

const recordsOf = ({ billable_records: text, day }: RecordsRow): BilledRecord[] =>
  (JSON.parse(text) as EventRecord[]).map(({ key = '', properties, quantity }) => ({
    metricId: key,
    day,
    record: { properties, quantity: quantity === undefined ? undefined : new Exact(quantity) },
  }));

/** Reads the metrics by which usage is billed. */
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
