import type { OrgTransaction } from '../../platform/access/scope.ts';
import { textArray } from '../../platform/database/statement.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { ClaimedBatches, ClaimedCalls } from './claim.ts';

/** The first and the last batch that contain the groups, and the earliest and the latest time of receipt. */
export type Extent = {
  first_batch_id: string;
  last_batch_id: string;
  received_since: string;
  received_until: string;
};

/** The usage of an entitlement in an hour. */
export type Hour = Extent & {
  entitlement_id: string;
  hour: string;
  groups: number;
  used_first: string;
  used_last: string;
  has_events: boolean;
  /** Sum of the quantities by key. */
  sums: Map<string, Exact>;
};

/** SQL condition for the valid groups of claimed calls; uses the first four parameters. */
export const ofClaim = `g.organization_id = $1 AND g.batch_id = ANY($2::text[]) AND g.received_at >= $3::timestamptz
  AND g.received_at <= $4::timestamptz AND g.state IS NULL`;
export const valuesOf = (
  scope: OrgTransaction,
  { ids, receivedSince, receivedUntil }: ClaimedCalls,
): readonly unknown[] => [scope.organizationId, ids, receivedSince, receivedUntil];

/**
 * Array positions that are summed by position. Groups with equal keys have their quantities at the same
 * positions; few groups have more quantities.
 */
const places = [1, 2, 3, 4] as const;
const isWide = `cardinality(g.keys) > ${places.length}`;

/**
 * The sums of an entitlement’s groups of an hour with equal keys; `keys` is null for groups with too many
 * keys.
 */
type KeyedRow = Pick<Hour, 'entitlement_id' | 'groups' | 'used_first' | 'used_last' | 'has_events'> &
  Pick<Extent, 'first_batch_id' | 'last_batch_id'> & {
    /** An array in PostgreSQL’s text format. */
    keys: string | null;
  } & Record<`sum_${(typeof places)[number]}`, string | null>;

/**
 * Returns the query that sums groups in one pass. Terms are not joined, because the join would sort all
 * groups. Groups with equal keys are summed by position and then added by key in the service, because a row
 * for each quantity would be slower.
 */
const keyedOf = (further: string) => `
  SELECT g.entitlement_id, (CASE WHEN NOT ${isWide} THEN g.keys END)::text AS keys,
    ${places.map((place) => `sum(g.quantities[${place}]) AS sum_${place}`).join(', ')},
    count(*) AS groups, min(g.usage_time) AS used_first, max(g.usage_time) AS used_last,
    min(g.batch_id) AS first_batch_id, max(g.batch_id) AS last_batch_id,
    bool_or(g.billable_records IS NOT NULL) AS has_events
  FROM usage_group g WHERE ${ofClaim} ${further}
  GROUP BY g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch'), CASE WHEN NOT ${isWide} THEN g.keys END`;

type HourQuantityRow = { entitlement_id: string; hour: string; key: string; quantity: string };

/**
 * Returns the query that sums groups with more quantities, for one slice of calls, with a row for each
 * quantity.
 */
const wideOf = (further: string) => `
  SELECT g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour, u.key, sum(u.quantity) AS quantity
  FROM usage_group g, unnest(g.keys, g.quantities) AS u (key, quantity)
  WHERE ${ofClaim} ${further} AND ${isWide} GROUP BY 1, 2, 3`;

/** Sums the usage of claimed calls; undefined if there are more than `most` sums. */
export async function readAllHours(
  scope: OrgTransaction,
  claimed: ClaimedBatches,
  most: number,
): Promise<Hour[] | undefined> {
  const rows = await scope.query<KeyedRow>({
    name: 'sum_claimed_hours',
    text: `${keyedOf('')} LIMIT $5::integer`,
    values: [...valuesOf(scope, claimed), most + 1],
  });
  if (rows.length > most) return undefined;
  const wide: HourQuantityRow[] = [];
  if (rows.some(({ keys }) => keys === null))
    for (const slice of claimed.slices) {
      const found = await scope.query<HourQuantityRow>({
        name: 'sum_claimed_wide_groups',
        text: `${wideOf('')} LIMIT $5::integer`,
        values: [...valuesOf(scope, slice), most + 1],
      });
      if (wide.length + found.length > most) return undefined;
      wide.push(...found);
    }
  return toHours(claimed, rows, wide);
}

const ofSome = 'AND g.entitlement_id = ANY($5::text[])';

/** Sums the usage of claimed calls for some entitlements. */
export async function readHoursOf(
  scope: OrgTransaction,
  claimed: ClaimedBatches,
  entitlementIds: readonly string[],
): Promise<Hour[]> {
  const valuesOfSome = (calls: ClaimedCalls) => [...valuesOf(scope, calls), entitlementIds];
  const [rows, ...wide] = await Promise.all([
    scope.query<KeyedRow>({
      name: 'sum_claimed_hours_of_some',
      text: keyedOf(ofSome),
      values: valuesOfSome(claimed),
    }),
    ...claimed.slices.map((slice) =>
      scope.query<HourQuantityRow>({
        name: 'sum_claimed_wide_groups_of_some',
        text: wideOf(ofSome),
        values: valuesOfSome(slice),
      }),
    ),
  ]);
  return toHours(claimed, rows, wide.flat());
}

const hourOf = (time: string): string => `${time.slice(0, 13)}:00:00.000Z`;

function toHours(
  { receivedSince, receivedUntil }: ClaimedBatches,
  rows: readonly KeyedRow[],
  wide: readonly HourQuantityRow[],
): Hour[] {
  const hours = new Map<string, Hour>();
  const keysOf = createListReader();
  for (const row of rows) {
    const hour = hourOf(row.used_first);
    const slot = row.entitlement_id + hour;
    let found = hours.get(slot);
    if (found) widen(found, row);
    else {
      found = {
        entitlement_id: row.entitlement_id,
        hour,
        groups: row.groups,
        used_first: row.used_first,
        used_last: row.used_last,
        first_batch_id: row.first_batch_id,
        last_batch_id: row.last_batch_id,
        received_since: receivedSince,
        received_until: receivedUntil,
        has_events: row.has_events,
        sums: new Map(),
      };
      hours.set(slot, found);
    }
    const keys = keysOf(row.keys);
    for (let index = 0; index < keys.length; index++)
      addTo(found.sums, keys[index] as string, row[`sum_${places[index] as (typeof places)[number]}`]);
  }
  for (const { entitlement_id: id, hour, key, quantity } of wide)
    addTo((hours.get(id + hour) as Hour).sums, key, quantity);
  return [...hours.values()];
}

type HourExtent = Pick<
  Hour,
  'groups' | 'used_first' | 'used_last' | 'first_batch_id' | 'last_batch_id' | 'has_events'
>;

function widen(hour: Hour, by: HourExtent): void {
  hour.groups += by.groups;
  if (by.used_first < hour.used_first) hour.used_first = by.used_first;
  if (by.used_last > hour.used_last) hour.used_last = by.used_last;
  if (by.first_batch_id < hour.first_batch_id) hour.first_batch_id = by.first_batch_id;
  if (by.last_batch_id > hour.last_batch_id) hour.last_batch_id = by.last_batch_id;
  hour.has_events ||= by.has_events;
}

function addTo(sums: Map<string, Exact>, key: string, quantity: string | null): void {
  if (quantity === null) return;
  const known = sums.get(key);
  const sum = new Exact(quantity);
  sums.set(key, known ? known.plus(sum) : sum);
}

/** Creates a parser for PostgreSQL’s text arrays that parses each text once. */
function createListReader() {
  const read = new Map<string, string[]>();
  return (text: string | null): readonly string[] => {
    if (text === null) return [];
    let list = read.get(text);
    if (!list) {
      list = textArray(text);
      read.set(text, list);
    }
    return list;
  };
}

/** Merges the hours of several statements, so that each hour of an entitlement occurs once. */
export function mergeHours(parts: readonly (readonly Hour[])[]): readonly Hour[] {
  if (parts.length === 1) return parts[0] as readonly Hour[];
  const hours = new Map<string, Hour>();
  for (const one of parts.flat()) {
    const slot = one.entitlement_id + one.hour;
    const known = hours.get(slot);
    if (known) mergeHour(known, one);
    else hours.set(slot, { ...one, sums: new Map(one.sums) });
  }
  return [...hours.values()];
}

function mergeHour(into: Hour, one: Hour): void {
  widen(into, one);
  if (one.received_since < into.received_since) into.received_since = one.received_since;
  if (one.received_until > into.received_until) into.received_until = one.received_until;
  for (const [key, quantity] of one.sums) into.sums.set(key, into.sums.get(key)?.plus(quantity) ?? quantity);
}
