import { Exact, type UsageEntitlement } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { ClaimedBatches } from './claim.ts';
import { type Event, type EventSum, eventColumns, startsOf, sumEvents } from './events.ts';
import { segmentBetween, startsOfTerms } from './segments.ts';

/** What was used of an entitlement by a key in an hour of use, between two starts of terms. */
export type Sum = {
  entitlement_id: string;
  hour: string;
  /** How many terms and parts of them had begun. */
  segment: number;
  key: string;
  /** A decimal, as text. */
  quantity: string;
} & Partial<Pick<EventSum, 'group_by' | 'metric' | 'newItems'>>;

/** Between which calls groups lie, and when these were received. */
export type Extent = {
  first_batch_id: string;
  last_batch_id: string;
  received_since: string;
  received_until: string;
};

/** How many groups a part of an hour has. */
export type Count = Pick<Sum, 'entitlement_id' | 'hour' | 'segment'> & { groups: number } & Extent;

const ofClaim = `g.organization_id = $1 AND g.batch_id = ANY($2::text[]) AND g.received_at >= $3::timestamptz
  AND g.received_at <= $4::timestamptz AND g.state IS NULL`;
const valuesOf = (scope: OrgTransaction, { ids, receivedSince, receivedUntil }: ClaimedBatches) => [
  scope.organizationId,
  ids,
  receivedSince,
  receivedUntil,
];

/** Calls that one statement sums, and what is to be known of them before. */
export type ClaimedPart = ClaimedBatches & {
  /** Of which they reported usage, in their order. */
  entitlementIds: string[];
  /** Whether metrics count some of it. */
  hasEvents: boolean;
};

/** Reads of what the claimed calls reported usage. */
export async function readClaimed(scope: OrgTransaction, claimed: ClaimedBatches): Promise<ClaimedPart> {
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
  };
}

type Sums = { sums: Sum[]; counts: Count[] };

/**
 * Sums what claimed calls reported of entitlements, whose terms are locked: a statement for each part, which come together
 * here. Groups that are INVALID or DELETED do not count.
 */
export async function sumClaimed(
  scope: OrgTransaction,
  parts: readonly ClaimedPart[],
  entitlements: readonly UsageEntitlement[],
): Promise<Sums> {
  const starts = new Map(entitlements.map(({ id, terms }) => [id, startsOfTerms(terms)]));
  const found: Sums[] = [];
  for (const one of parts) found.push(await sumPart(scope, one, starts));
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  return {
    sums: addUp(
      found.flatMap(({ sums }) => sums),
      keyOfSum,
      addSums,
    ),
    counts: addUp(
      found.flatMap(({ counts }) => counts),
      keyOfCount,
      addCounts,
    ),
  };
}

/** By entitlement. */
type Starts = ReadonlyMap<string, readonly number[]>;

async function sumPart(scope: OrgTransaction, claimed: ClaimedPart, starts: Starts): Promise<Sums> {
  const values = [...valuesOf(scope, claimed), [...starts.keys()]];
  const [hours, events] = await Promise.all([
    readHours(scope, values),
    claimed.hasEvents ? readEvents(scope, values) : [],
  ]);
  const { sums, counts, divided } = placeHours(hours, starts);
  const exact =
    divided.length > 0
      ? await sumDivided(scope, [...valuesOf(scope, claimed), divided])
      : { sums: [], counts: [] };
  return {
    sums: [...sums, ...exact.sums, ...(await sumEvents(scope, claimed, events))],
    counts: [...counts, ...exact.counts],
  };
}

/** What was used of an entitlement by a key in an hour, and of how many groups it is the first key. */
type Hour = Pick<Count, 'entitlement_id' | 'hour' | 'groups'> &
  Extent & { key: string | null; quantity: string | null; used_first: string; used_last: string };

/** In one pass, and without the terms: they would have every group sorted. */
const readHours = (scope: OrgTransaction, values: readonly unknown[]): Promise<Hour[]> =>
  scope.query<Hour>({
    name: 'sum_claimed_hours',
    text: `SELECT g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour, u.key,
             trim_scale(sum(u.quantity)) AS quantity, min(g.usage_time) AS used_first, max(g.usage_time) AS used_last,
             count(*) FILTER (WHERE u.place = 1 OR u.place IS NULL) AS groups,
             min(g.batch_id) AS first_batch_id, max(g.batch_id) AS last_batch_id,
             min(g.received_at) AS received_since, max(g.received_at) + interval '1 millisecond' AS received_until
           FROM usage_group g
             LEFT JOIN LATERAL unnest(g.keys, g.quantities) WITH ORDINALITY AS u (key, quantity, place) ON true
           WHERE ${ofClaim} AND g.entitlement_id = ANY($5::text[]) GROUP BY 1, 2, 3`,
    values,
  });

/**
 * Says of hours how many terms had begun in them. The entitlements of which a term begins within one are divided: these are
 * left out.
 */
function placeHours(hours: readonly Hour[], starts: Starts): Sums & { divided: string[] } {
  const divided = new Set<string>();
  const placed = hours.flatMap((one) => {
    const ofTerms = starts.get(one.entitlement_id) ?? [];
    if (ofTerms.length === 0) return [];
    const segment = segmentBetween(ofTerms, Date.parse(one.used_first), Date.parse(one.used_last));
    if (segment === undefined) divided.add(one.entitlement_id);
    return segment === undefined ? [] : [{ ...one, segment }];
  });
  const whole = placed.filter(({ entitlement_id: id }) => !divided.has(id));
  const sums = whole.flatMap(({ key, quantity, entitlement_id, hour, segment }) =>
    key === null || quantity === null ? [] : [{ entitlement_id, hour, segment, key, quantity }],
  );
  return {
    sums: sums.sort(inOrder),
    counts: addUp(whole.map(countOf), keyOfCount, addCounts).sort(inOrder),
    divided: [...divided].sort(),
  };
}

const countOf = (one: Hour & { segment: number }): Count => ({
  entitlement_id: one.entitlement_id,
  hour: one.hour,
  segment: one.segment,
  groups: one.groups,
  first_batch_id: one.first_batch_id,
  last_batch_id: one.last_batch_id,
  received_since: one.received_since,
  received_until: one.received_until,
});

type Ordered = Pick<Sum, 'entitlement_id' | 'hour' | 'segment'> & { key?: string };
const inOrder = (one: Ordered, other: Ordered): number =>
  compare(one.entitlement_id, other.entitlement_id) ||
  compare(one.hour, other.hour) ||
  one.segment - other.segment ||
  compare(one.key ?? '', other.key ?? '');
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Groups of some entitlements, with the number of their terms that had begun. */
const segmented = `usage_group g
  JOIN ${startsOf('$5::text[]')} b ON b.entitlement_id = g.entitlement_id`;
const part = `g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour,
  width_bucket(g.usage_time, b.starts) AS segment`;

/** Sums entitlements of which a term begins within an hour of use: each group by its own time. */
async function sumDivided(scope: OrgTransaction, values: readonly unknown[]): Promise<Sums> {
  const [sums, counts] = await Promise.all([
    scope.query<Sum>({
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
  return { sums, counts };
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
const keyOfSum = (sum: Sum) => `${keyOfCount(sum)} ${JSON.stringify([sum.key, sum.group_by ?? null])}`;

/** Events are of one part only, so that nothing of them is to be added. */
const addSums = (one: Sum, other: Sum): Sum => ({
  ...one,
  quantity: new Exact(one.quantity).plus(other.quantity).toFixed(),
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

/** Marks groups that cannot be settled INVALID, with the reason. */
export async function refuseGroups(
  scope: OrgTransaction,
  claimed: ClaimedBatches,
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
    values: [...valuesOf(scope, claimed), entitlementId, key, reason],
  });
}
