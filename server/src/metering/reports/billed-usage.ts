import { endedJob } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { MetricRecord } from '../metrics/index.ts';
import { runJob } from '../run-job-definition.ts';
import type { BilledSpan } from './billings.ts';

/** What was used of a dimension that has a price, beyond what the price includes and what credit paid for. */
export type BilledUnits = { dimension: string; units: Exact; price: Exact };

/** A record of an event, for metrics, and the day in UTC on which it was; later ones come after earlier ones. */
export type BilledRecord = { metricId: string; record: MetricRecord; day: string };

/** Usage of a direct sale: units by their price, and records. */
export type BilledUsage = { units: BilledUnits[]; records: BilledRecord[] };

/** A time of which usage of an entitlement is billed, and the invoices that bill usage of it already. */
export type UsagePart = { entitlementId: string; start: string; end: string; billedBy: readonly string[] };

/** Usage of a part that no invoice bills. */
export type UnbilledUsage = {
  /** One of its reports: no other usage that is billed has it. */
  reportId: string;
  /** What is to be said of it to be billed. */
  spans: BilledSpan[];
  /** All usage of the part, also that which invoices bill. */
  all: BilledUsage;
};

/**
 * Reads which of these entitlements have usage that waits for the run and was used before a time, or have reports of that time to
 * which a run that has not ended may still add: what came to a report after it was billed, nobody would bill. Of their groups, those
 * are read that came since the first call that waits.
 */
export async function withWaitingUsage(
  scope: OrgTransaction,
  wanted: readonly { entitlementId: string; before: string }[],
): Promise<Set<string>> {
  const rows = await scope.query<{ id: string }>({
    name: 'entitlements_with_waiting_usage',
    text: `WITH first AS MATERIALIZED (
             SELECT b.id FROM usage_batch b WHERE b.organization_id = $1 AND b.run_id IS NULL ORDER BY b.id LIMIT 1)
           SELECT DISTINCT w.id
           FROM first f CROSS JOIN unnest($2::text[], $3::timestamptz[]) AS w (id, before) CROSS JOIN LATERAL (
             SELECT FROM usage_group g JOIN usage_batch b ON b.organization_id = $1 AND b.id = g.batch_id
             WHERE g.organization_id = $1 AND g.entitlement_id = w.id AND b.run_id IS NULL AND g.state IS NULL
               AND g.batch_id >= f.id AND g.usage_time < w.before LIMIT 1) g
           UNION
           SELECT w.id FROM job j CROSS JOIN unnest($2::text[], $3::timestamptz[]) AS w (id, before)
           WHERE j.organization_id = $1 AND j.finished_at IS NULL
             AND (j.lane = $4 OR j.lane >= $5 AND j.lane < $5 || '~' AND j.attempts > 0)
             AND EXISTS (SELECT FROM usage_report r WHERE r.organization_id = $1 AND r.run_id = j.id
               AND r.entitlement_id = w.id AND r.usage_from < w.before)`,
    values: [
      scope.organizationId,
      wanted.map(({ entitlementId }) => entitlementId),
      wanted.map(({ before }) => before),
      runJob.lane({}),
      endedJob.lane({ entitlementId: '' }),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The parts: their entitlements, times and numbers. */
const parts = `part AS MATERIALIZED (
  SELECT p.id AS entitlement_id, p.since, p.until, p.n
  FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::int[]) AS p (id, since, until, n))`;

/**
 * What of the parts no invoice bills, for each generation of their reports: what lies before, between and behind that which invoices
 * bill. So no report is looked at that is billed.
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

/** Each by itself, so that no more of the index is read than its time. */
const isIn = (place: string) => `r.organization_id = $1 AND r.entitlement_id = ${place}.entitlement_id
        AND r.generation = ${place}.generation AND r.usage_from >= ${place}.since AND r.usage_from < ${place}.until`;
const reportsIn = (columns: readonly string[], place: string) => `CROSS JOIN LATERAL (
      SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM usage_report r WHERE ${isIn(place)} OFFSET 0) r`;
const inPart = (place: string) =>
  `JOIN part p ON p.entitlement_id = ${place}.entitlement_id AND r.usage_from >= p.since AND r.usage_from < p.until`;

/** The units of reports by price and dimension; of a report without any there is a row too. */
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

/** How many prices are summed by their places; a report with more of them, or with long names, is summed by these. */
const places = Array.from({ length: 8 }, (_, index) => index + 1);

type SummedRow = Omit<UnbilledRow, 'key' | 'units'> & {
  /** JSON text: the keys that some of the reports have, all of them; null where these are summed by names. */
  keys: string | null;
  units: (string | null)[];
};

/** The first whole day in UTC of a gap, and the end of the last one; where it has none, the first lies behind its end. */
const days = `day AS MATERIALIZED (
    SELECT g.n, g.entitlement_id, g.generation, g.since, g.until, date_trunc('day', g.since + interval '24 hours' - interval '1 microsecond', 'UTC') AS first_day,
      date_trunc('day', g.until, 'UTC') AS last_day
    FROM gap g)`;

/** Reports at an end of a gap: in the order of the index in which all of it lies, as no other one is to be read for them. */
const ofEnd = (from: string, until: string) => `
          (SELECT r.billable_keys, r.billable_units, r.usage_from, r.id FROM usage_report r
          WHERE r.organization_id = $1 AND r.entitlement_id = g.entitlement_id AND r.generation = g.generation
            AND r.usage_from >= ${from} AND r.usage_from < ${until} ORDER BY r.usage_from)`;

/** Sums the units of reports that no invoice bills, of those together that have the same keys: whole days, and the reports beside them. */
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

/** The same of reports with many prices, or long names. */
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

/** The units of reports that no invoice bills, by price and dimension; of reports without any there is a row too, without a key. */
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

/** The times that the invoices `$6` bill. */
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

/** The records that metrics count, in the order of their times. */
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
 * Reads the settled usage of some times, each of an entitlement that is locked, where there is any that no invoice bills. The
 * database sums the units of its reports by their price; where invoices bill other usage of the same time, that is read too.
 * @param isCounted whether metrics count usage of an entitlement
 */
export const readUnbilledUsage = (
  scope: OrgTransaction,
  wanted: readonly UsagePart[],
  isCounted: (entitlementId: string) => boolean,
): Promise<(UnbilledUsage | undefined)[]> => readParts(scope, wanted, isCounted, () => undefined);

/** Reads all settled usage of some times, as `readUnbilledUsage`, also where invoices bill all of it. */
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
