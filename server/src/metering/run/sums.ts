import type { UsageEntitlement } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import type { ClaimedBatches, ClaimedCalls } from './claim.ts';
import { type Event, type EventSum, eventColumns, startsOf, sumEvents } from './events.ts';
import { type Extent, type Hour, mergeHours, ofClaim, readAllHours, readHoursOf, valuesOf } from './hours.ts';
import { segmentBetween, startsOfTerms } from './segments.ts';

/** The usage of an entitlement by key in an hour of use, between two term starts. */
export type Sum = {
  entitlement_id: string;
  hour: string;
  /** Number of terms and sub terms that had started. */
  segment: number;
  key: string;
  quantity: Exact;
} & Partial<Pick<EventSum, 'group_by' | 'metric' | 'newItems'>>;

/** The number of groups in a part of an hour. */
export type Count = Pick<Sum, 'entitlement_id' | 'hour' | 'segment'> & { groups: number } & Extent;

/** The calls that one statement sums, with data about their usage. */
export type ClaimedPart = ClaimedBatches & {
  /** Entitlements of the reported usage, in sorted order. */
  entitlementIds: string[];
  /** Whether metrics count some of the usage. */
  hasEvents: boolean;
  /** Sums by entitlement; undefined if their number requires reading in portions. */
  hours: ReadonlyMap<string, Hour[]> | undefined;
};

/** Maximum number of sums of one part that stay in memory until they are settled. */
const mostKept = 50_000;

/**
 * Reads the entitlements of the claimed calls and sums their usage. The calls are locked, so their groups
 * cannot change until settlement.
 */
export async function readClaimed(
  scope: OrgTransaction,
  claimed: ClaimedBatches,
  most = mostKept,
): Promise<ClaimedPart> {
  const hours = await readAllHours(scope, claimed, most);
  if (hours) {
    const byEntitlement = groupBy(hours, ({ entitlement_id: id }) => id);
    return {
      ...claimed,
      entitlementIds: [...byEntitlement.keys()].sort(),
      hasEvents: hours.some(({ has_events: has }) => has),
      hours: byEntitlement,
    };
  }
  const rows = await scope.query<{ entitlement_id: string; has_events: boolean }>({
    name: 'claimed_usage_entitlements',
    text: `SELECT g.entitlement_id, bool_or(g.billable_records IS NOT NULL) AS has_events FROM usage_group g
           WHERE ${ofClaim} GROUP BY 1 ORDER BY 1`,
    values: valuesOf(scope, claimed),
  });
  return {
    ...claimed,
    entitlementIds: rows.map(({ entitlement_id: id }) => id),
    hasEvents: rows.some(({ has_events: has }) => has),
    hours: undefined,
  };
}

type Sums = { sums: Sum[]; counts: Count[] };

/**
 * Sums the usage of claimed calls for entitlements with locked terms, merged over all parts. INVALID and
 * DELETED groups do not count.
 * @param isStale true if groups became INVALID after the calls were claimed, so that kept sums are outdated
 */
export async function sumClaimed(
  scope: OrgTransaction,
  parts: readonly ClaimedPart[],
  entitlements: readonly UsageEntitlement[],
  isStale: boolean,
): Promise<Sums> {
  const starts: Starts = new Map(entitlements.map(({ id, terms }) => [id, startsOfTerms(terms)]));
  const ids = [...starts.keys()];
  const found: (readonly Hour[])[] = [];
  for (const one of parts) {
    const kept = isStale ? undefined : one.hours;
    found.push(kept ? ids.flatMap((id) => kept.get(id) ?? []) : await readHoursOf(scope, one, ids));
  }
  const { sums, counts, divided } = placeHours(mergeHours(found), starts);
  const further = divided.length > 0 || parts.some(({ hasEvents }) => hasEvents);
  if (!further) return { sums, counts };
  const exact: Sums[] = [];
  for (const one of parts) exact.push(await sumExactly(scope, one, { ids, divided }));
  return {
    sums: addUp([...sums, ...exact.flatMap((one) => one.sums)], keyOfSum, addSums),
    counts: addUp([...counts, ...exact.flatMap((one) => one.counts)], keyOfCount, addCounts),
  };
}

/** The start times of terms by entitlement. */
type Starts = ReadonlyMap<string, readonly number[]>;

/**
 * Sums usage that cannot be summed by hour: usage of entitlements with a term that starts within an hour, and
 * events that metrics count.
 */
async function sumExactly(
  scope: OrgTransaction,
  claimed: ClaimedPart,
  { ids, divided }: { ids: readonly string[]; divided: readonly string[] },
): Promise<Sums> {
  const found: Sums[] = [];
  if (divided.length > 0)
    for (const slice of claimed.slices)
      found.push(await sumDivided(scope, [...valuesOf(scope, slice), divided]));
  const events = claimed.hasEvents ? await readEvents(scope, [...valuesOf(scope, claimed), ids]) : [];
  return {
    sums: [...found.flatMap(({ sums }) => sums), ...(await sumEvents(scope, claimed, events))],
    counts: found.flatMap(({ counts }) => counts),
  };
}

/**
 * Assigns hours to terms by the number of terms that have started. Entitlements with a term that starts
 * within an hour are returned in `divided` and omitted from the sums.
 */
function placeHours(hours: readonly Hour[], starts: Starts): Sums & { divided: string[] } {
  const divided = new Set<string>();
  const segments = hours.map((one) => {
    const ofTerms = starts.get(one.entitlement_id) ?? [];
    if (ofTerms.length === 0) return undefined;
    const segment = segmentBetween(ofTerms, Date.parse(one.used_first), Date.parse(one.used_last));
    if (segment === undefined) divided.add(one.entitlement_id);
    return segment;
  });
  const [sums, counts]: [Sum[], Count[]] = [[], []];
  for (const [index, one] of hours.entries()) {
    const segment = segments[index];
    if (segment === undefined || divided.has(one.entitlement_id)) continue;
    counts.push(countOf(one, segment));
    const { entitlement_id, hour } = one;
    for (const key of [...one.sums.keys()].sort())
      sums.push({ entitlement_id, hour, segment, key, quantity: one.sums.get(key) as Exact });
  }
  return { sums, counts, divided: [...divided].sort() };
}

const countOf = (one: Hour, segment: number): Count => ({
  entitlement_id: one.entitlement_id,
  hour: one.hour,
  segment,
  groups: one.groups,
  first_batch_id: one.first_batch_id,
  last_batch_id: one.last_batch_id,
  received_since: one.received_since,
  received_until: one.received_until,
});

/** SQL join of the groups of some entitlements with their term starts. */
const segmented = `usage_group g
  JOIN ${startsOf('$5::text[]')} b ON b.entitlement_id = g.entitlement_id`;
const part = `g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour,
  width_bucket(g.usage_time, b.starts) AS segment`;

/** Sums the usage of entitlements with a term that starts within an hour, by the time of each group. */
async function sumDivided(scope: OrgTransaction, values: readonly unknown[]): Promise<Sums> {
  const [sums, counts] = await Promise.all([
    scope.query<Omit<Sum, 'quantity'> & { quantity: string }>({
      name: 'sum_claimed_usage',
      text: `SELECT ${part}, u.key, trim_scale(sum(u.quantity)) AS quantity
             FROM ${segmented}, unnest(g.keys, g.quantities) AS u (key, quantity)
             WHERE ${ofClaim} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      values,
    }),
    scope.query<Count>({
      name: 'count_claimed_usage',
      text: `SELECT ${part}, count(*) AS groups, min(g.batch_id) AS first_batch_id, max(g.batch_id) AS last_batch_id,
               min(g.received_at) AS received_since, max(g.received_at) + interval '1 millisecond' AS received_until
             FROM ${segmented} WHERE ${ofClaim}
             GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      values,
    }),
  ]);
  return { sums: sums.map((sum) => ({ ...sum, quantity: new Exact(sum.quantity) })), counts };
}

const readEvents = (scope: OrgTransaction, values: readonly unknown[]): Promise<Event[]> =>
  scope.query<Event>({
    name: 'claimed_usage_events',
    text: `SELECT ${part}, ${eventColumns} FROM ${segmented}
           WHERE ${ofClaim} AND g.billable_records IS NOT NULL ORDER BY 1, 2, 3`,
    values,
  });

const keyOfCount = ({
  entitlement_id: id,
  hour,
  segment,
}: Pick<Sum, 'entitlement_id' | 'hour' | 'segment'>) => `${id} ${hour} ${segment}`;
const keyOfSum = (sum: Sum) =>
  `${keyOfCount(sum)} ${sum.group_by === undefined ? sum.key : JSON.stringify([sum.key, sum.group_by])}`;

/** Adds two sums. Events occur in one part only, so their fields need no merging. */
const addSums = (one: Sum, other: Sum): Sum => ({
  ...one,
  quantity: one.quantity.plus(other.quantity),
});

const addCounts = (one: Count, other: Count): Count => ({
  ...one,
  groups: one.groups + other.groups,
  first_batch_id: least(one.first_batch_id, other.first_batch_id),
  last_batch_id: greatest(one.last_batch_id, other.last_batch_id),
  received_since: least(one.received_since, other.received_since),
  received_until: greatest(one.received_until, other.received_until),
});

const least = (one: string, other: string) => (one < other ? one : other);
const greatest = (one: string, other: string) => (one < other ? other : one);

function addUp<T>(list: readonly T[], keyOf: (one: T) => string, add: (one: T, other: T) => T): T[] {
  const all = new Map<string, T>();
  for (const one of list) {
    const key = keyOf(one);
    const known = all.get(key);
    all.set(key, known ? add(known, one) : one);
  }
  return [...all.values()];
}

/** Marks groups that cannot be settled as INVALID, with the reason. */
export async function refuseGroups(
  scope: OrgTransaction,
  calls: ClaimedCalls,
  { entitlementId, key, reason }: { entitlementId: string; key: string; reason: string },
): Promise<void> {
  await scope.query({
    name: 'refuse_usage_groups',
    text: `WITH refused AS (
             UPDATE usage_group g SET state = 'INVALID', reason = $7
             WHERE ${ofClaim} AND g.entitlement_id = $5
               AND ($6 = ANY(g.keys) OR g.billable_records IS NOT NULL AND EXISTS (
                 SELECT FROM json_array_elements(g.billable_records) r WHERE r ->> 'key' = $6))
             RETURNING g.batch_id)
           UPDATE usage_batch b SET invalid = b.invalid + counted.groups
           FROM (SELECT batch_id, count(*) AS groups FROM refused GROUP BY batch_id) counted
           WHERE b.organization_id = $1 AND b.id = counted.batch_id`,
    values: [...valuesOf(scope, calls), entitlementId, key, reason],
  });
}
