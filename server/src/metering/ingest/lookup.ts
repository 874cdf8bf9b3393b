import type { EntitlementStatus } from '../../entitlements/records.ts';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { Answer, Batch } from '../../platform/http/route.ts';
import { type Dimension, type Dimensions, dimensionsIn, type Sold } from './judge.ts';
import type { Reported } from './shape.ts';

type EntitlementRow = RowOf<
  'entitlement',
  'id' | 'status' | 'partner' | 'buyer_id' | 'start_time' | 'end_time',
  { status: EntitlementStatus }
> & {
  /** JSON text. */
  dimensions: string | null;
  /** Of the row: it changes with whatever changes there. */
  version: string;
};

/** JSON text of key and name of the dimensions of an info. */
export const namesOf = (info: string) =>
  `(SELECT json_agg(json_build_object('key', d ->> 'key', 'name', d ->> 'name'))
    FROM jsonb_array_elements(CASE jsonb_typeof(${info} -> 'dimensions') WHEN 'array' THEN ${info} -> 'dimensions' ELSE '[]' END) d)`;

/** Selects the entitlements that a call names. Of those that are as they are remembered, the dimensions are not read. */
const selectEntitlements = (
  scope: OrgScope,
  ids: readonly string[],
  knownVersions: readonly (string | null)[],
): Statement => ({
  name: 'select_entitlements_of_usage',
  text: `SELECT e.id, e.status, e.partner, e.buyer_id, e.start_time, e.end_time,
           CASE WHEN e.xmin::text IS DISTINCT FROM k.version THEN ${namesOf('e.info')} END AS dimensions,
           e.xmin::text AS version
         FROM unnest($2::text[], $3::text[]) AS k (id, version)
         JOIN entitlement e ON e.organization_id = $1 AND e.id = k.id`,
  values: [scope.organizationId, ids, knownVersions],
});

type FurtherRow = {
  id: string;
  offered: string | null;
  listed: string | null;
  /** The partner's settings of usage. */
  config: string | null;
};

/**
 * Selects what else gives dimensions to entitlements: an entitlement carries the first 50 only (R41), its offer and product
 * have all, and the partner's settings may map names of the caller's own.
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

/** Selects which of these billable metrics are in use. */
const selectMetrics = (scope: OrgScope, ids: readonly string[]): Statement => ({
  name: 'select_metrics_of_usage',
  text: `SELECT m.id FROM billable_metric m
         WHERE m.organization_id = $1 AND m.id = ANY ($2::text[]) AND m.status = 'ACTIVE'`,
  values: [scope.organizationId, ids],
});

/** An entitlement as it was read, with the dimensions that it carries itself. */
export type SaleRow = { row: EntitlementRow; dimensions: Dimensions };
type Sale = { row: EntitlementRow; sold: Sold };

/** Entitlements that were read before. Whether one is still in that version is to be asked. */
export type SaleMemory = {
  find: (scope: OrgScope, id: string) => SaleRow | undefined;
  keep: (scope: OrgScope, row: SaleRow) => void;
};
/** The entitlements that a call names, by id. */
export type Sales = Map<string, Sale>;

const listOf = (text: string | null): Dimension[] => (text === null ? [] : JSON.parse(text));
const millisecondsOf = (time: string | null) => (time === null ? undefined : Date.parse(time));

const saleRowOf = (row: EntitlementRow): SaleRow => ({
  row,
  dimensions: dimensionsIn([listOf(row.dimensions)]),
});

/** Makes what rules ask of entitlements from their rows. */
export function toSales(scope: OrgScope, registry: AdapterRegistry, rows: readonly SaleRow[]): Sales {
  const usage = new Map<string, Sold['usage']>();
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
        endsAt: millisecondsOf(row.end_time),
        usage: usageAt(row.partner),
        dimensions,
      },
    });
  return sales;
}

/** Lists the entitlements of which a name was reported that they do not carry themselves. */
export const unresolved = (groups: readonly Reported[], sales: Sales): string[] => [
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

/** Adds the dimensions of offers and products, and the names that are mapped, to what entitlements carry. */
function addFurther(sales: Sales, rows: readonly Row[]): void {
  for (const { id, offered, listed, config } of rows as FurtherRow[]) {
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

const entitlementIds = (groups: readonly Reported[]) => [
  ...new Set(groups.map(({ entitlementId }) => entitlementId)),
];
const metricIds = (groups: readonly Reported[]) => [
  ...new Set(groups.flatMap(({ billable }) => billable?.map(({ key = '' }) => key) ?? [])),
];

/** Finds what is reported of, in one go for all groups of a call; in a second where that does not know all names. */
export function findSales(
  scope: OrgScope,
  registry: AdapterRegistry,
  groups: readonly Reported[],
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
