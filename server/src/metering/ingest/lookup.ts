import { cancelDateOf } from '../../entitlements/index.ts';
import type { EntitlementStatus } from '../../entitlements/records.ts';
import { type AdapterRegistry, isDirect } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import { type Dimension, type Dimensions, dimensionsIn, type EntitlementFacts } from './judge.ts';
import type { ReportedGroup } from './shape.ts';

type EntitlementRow = RowOf<
  'entitlement',
  'id' | 'status' | 'partner' | 'buyer_id' | 'start_time' | 'end_time',
  { status: EntitlementStatus }
> & {
  /** JSON text. */
  dimensions: string | null;
  /** The date for which the cancellation is scheduled. */
  cancel_date: string | null;
  /** Row version; changes with every update. */
  version: string;
};

/** Returns the SQL expression for the keys and names of the dimensions in an info, as JSON text. */
export const namesOf = (info: string) =>
  `(SELECT json_agg(json_build_object('key', d ->> 'key', 'name', d ->> 'name'))
    FROM jsonb_array_elements(CASE jsonb_typeof(${info} -> 'dimensions') WHEN 'array' THEN ${info} -> 'dimensions' ELSE '[]' END) d)`;

/** Selects the entitlements of a call. Dimensions are omitted if the version matches the cached one. */
const selectEntitlements = (
  scope: OrgScope,
  ids: readonly string[],
  knownVersions: readonly (string | null)[],
): Statement => ({
  name: 'select_entitlements_of_usage',
  text: `SELECT e.id, e.status, e.partner, e.buyer_id, e.start_time, e.end_time, ${cancelDateOf('e')} AS cancel_date,
           CASE WHEN e.xmin::text IS DISTINCT FROM k.version THEN ${namesOf('e.info')} END AS dimensions,
           e.xmin::text AS version
         FROM unnest($2::text[], $3::text[]) AS k (id, version)
         JOIN entitlement e ON e.organization_id = $1 AND e.id = k.id`,
  values: [scope.organizationId, ids, knownVersions],
});

type DimensionSourceRow = {
  id: string;
  offered: string | null;
  listed: string | null;
  /** Usage settings of the partner. */
  config: string | null;
};

/**
 * Selects further dimensions of entitlements. An entitlement has only its first 50 dimensions (R41); its
 * offer and product have all dimensions. The partner’s settings may map the caller’s own names.
 */
const selectFurtherDimensions = (scope: OrgScope, ids: readonly string[]): Statement => ({
  name: 'select_further_dimensions_of_usage',
  text: `SELECT e.id, ${namesOf('f.info')} AS offered, ${namesOf('p.info')} AS listed, (
           SELECT c FROM organization o, jsonb_array_elements(
             coalesce(o.info -> 'usageMeteringConfigInfo' -> 'partnerUsageMeteringConfigs', '[]')) c
           WHERE o.organization_id = e.organization_id AND coalesce(c ->> 'partner', '') = coalesce(e.partner, '') LIMIT 1
         ) AS config
         FROM entitlement e
         LEFT JOIN offer f ON f.organization_id = e.organization_id AND f.id = e.offer_id
         LEFT JOIN product p ON p.organization_id = e.organization_id AND p.id = e.product_id
         WHERE e.organization_id = $1 AND e.id = ANY ($2::text[])`,
  values: [scope.organizationId, ids],
});

/** Selects the given billable metrics that are in use. */
const selectMetrics = (scope: OrgScope, ids: readonly string[]): Statement => ({
  name: 'select_metrics_of_usage',
  text: `SELECT m.id FROM billable_metric m
         WHERE m.organization_id = $1 AND m.id = ANY ($2::text[]) AND m.status = 'ACTIVE'`,
  values: [scope.organizationId, ids],
});

/** An entitlement as read, with its own dimensions. */
export type SaleRow = { row: EntitlementRow; dimensions: Dimensions };
type Sale = { row: EntitlementRow; sold: EntitlementFacts };

/** A cache of entitlements. The caller must compare entries with the current row version. */
export type SaleMemory = {
  find: (scope: OrgScope, id: string) => SaleRow | undefined;
  keep: (scope: OrgScope, row: SaleRow) => void;
};
/** The entitlements of a call, by id. */
export type Sales = Map<string, Sale>;

const listOf = (text: string | null): Dimension[] => (text === null ? [] : JSON.parse(text));
const millisecondsOf = (time: string | null) => (time === null ? undefined : Date.parse(time));

/** A direct sale ends on the date of its scheduled cancellation; a marketplace decides when its sale ends. */
function endOf({ partner, end_time: end, cancel_date: cancelDate }: EntitlementRow): number | undefined {
  const ends = isDirect(partner) ? [end, cancelDate] : [end];
  const times = ends.filter((time) => time !== null).map((time) => Date.parse(time));
  return times.length > 0 ? Math.min(...times) : undefined;
}

const saleRowOf = (row: EntitlementRow): SaleRow => ({
  row,
  dimensions: dimensionsIn([listOf(row.dimensions)]),
});

/** Converts entitlement rows to the data for validation. */
export function toSales(scope: OrgScope, registry: AdapterRegistry, rows: readonly SaleRow[]): Sales {
  const usage = new Map<string, EntitlementFacts['usage']>();
  const usageAt = (partner: string | null) => {
    if (!partner) return undefined;
    if (!usage.has(partner)) {
      const adapter = registry.find(scope, partner);
      usage.set(partner, adapter && (adapter.describe().usage ?? null));
    }
    return usage.get(partner);
  };
  const sales: Sales = new Map();
  for (const { row, dimensions } of rows)
    sales.set(row.id, {
      row,
      sold: {
        id: row.id,
        status: row.status,
        partner: row.partner,
        buyerId: row.buyer_id,
        startsAt: millisecondsOf(row.start_time),
        endsAt: endOf(row),
        usage: usageAt(row.partner),
        dimensions,
      },
    });
  return sales;
}

/** Returns the entitlements whose own dimensions do not contain a reported name. */
export const unresolved = (groups: readonly ReportedGroup[], sales: Sales): string[] => [
  ...new Set(
    groups.flatMap(({ entitlementId, names }) => {
      const sold = sales.get(entitlementId)?.sold;
      return sold && names.some((name) => sold.dimensions(name) === undefined) ? [entitlementId] : [];
    }),
  ),
];

type Config = {
  enableDimensionMapping?: boolean;
  dimensionMapping?: object;
  dimensionMappingV2?: object;
};

/** Adds the dimensions of offers and products, and the mapped names, to the dimensions of entitlements. */
function addFurther(sales: Sales, rows: readonly Row[]): void {
  for (const { id, offered, listed, config } of rows as DimensionSourceRow[]) {
    const sale = sales.get(id);
    if (!sale) continue;
    const settings: Config = JSON.parse(config ?? '{}');
    const mapped = settings.enableDimensionMapping
      ? [settings.dimensionMappingV2, settings.dimensionMapping].flatMap((mapping) =>
          Object.keys(mapping ?? {}),
        )
      : [];
    const own = listOf(sale.row.dimensions);
    const lists = [own, mapped.map((key) => ({ key })), listOf(offered), listOf(listed)];
    sale.sold = { ...sale.sold, dimensions: dimensionsIn(lists) };
  }
}

const entitlementIds = (groups: readonly ReportedGroup[]) => [
  ...new Set(groups.map(({ entitlementId }) => entitlementId)),
];
const metricIds = (groups: readonly ReportedGroup[]) => [
  ...new Set(groups.flatMap(({ billable }) => billable?.map(({ key = '' }) => key) ?? [])),
];

/**
 * Reads the entitlements of all groups of a call in one round trip. If names are still unresolved, a second
 * round trip reads further dimensions.
 */
export function findSales(
  scope: OrgScope,
  registry: AdapterRegistry,
  groups: readonly ReportedGroup[],
  then: (sales: Sales, metrics: ReadonlySet<string>) => Answer | Batch,
  memory?: SaleMemory,
): Batch {
  const asked = metricIds(groups);
  const ids = entitlementIds(groups);
  const known = ids.map((id) => memory?.find(scope, id));
  const byId = new Map(known.flatMap((sale) => (sale ? [[sale.row.id, sale] as const] : [])));
  const saleOf = (row: EntitlementRow): SaleRow => {
    const before = byId.get(row.id);
    if (before?.row.version === row.version) return before;
    const sale = saleRowOf(row);
    memory?.keep(scope, sale);
    return sale;
  };
  return {
    statements: [
      selectEntitlements(
        scope,
        ids,
        known.map((sale) => sale?.row.version ?? null),
      ),
      ...(asked.length > 0 ? [selectMetrics(scope, asked)] : []),
    ],
    respond: ([rows = [], found = []]) => {
      const metrics = new Set((found as { id: string }[]).map(({ id }) => id));
      const sales = toSales(scope, registry, (rows as EntitlementRow[]).map(saleOf));
      const missing = unresolved(groups, sales);
      if (missing.length === 0) return then(sales, metrics);
      return {
        statements: [selectFurtherDimensions(scope, missing)],
        respond: ([further = []]) => {
          addFurther(sales, further);
          return then(sales, metrics);
        },
      };
    },
  };
}
