import { Exact } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type Aggregated, aggregate, type Metric } from '../metrics/index.ts';
import type { ClaimedBatches } from './claim.ts';

/** What was used of an entitlement by a key in an hour of use, between two starts of terms. */
export type Sum = {
  entitlement_id: string;
  hour: string;
  /** How many terms and parts of them had begun. */
  segment: number;
  key: string;
  /** A decimal, as text. */
  quantity: string;
  group_by?: string;
};

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

/** The entitlements that the claimed calls reported usage of, in the order of their ids. */
export async function claimedEntitlements(scope: OrgTransaction, claimed: ClaimedBatches): Promise<string[]> {
  const rows = await scope.query<{ entitlement_id: string }>({
    name: 'claimed_usage_entitlements',
    text: `SELECT DISTINCT g.entitlement_id FROM usage_group g WHERE ${ofClaim} ORDER BY 1`,
    values: valuesOf(scope, claimed),
  });
  return rows.map(({ entitlement_id: id }) => id);
}

/** Groups of some entitlements, with the number of their terms that had begun. */
const segmented = `usage_group g
  JOIN (SELECT t.entitlement_id, array_agg(DISTINCT t.start_time ORDER BY t.start_time) AS starts
        FROM entitlement_term t
        WHERE t.organization_id = $1 AND t.entitlement_id = ANY($5::text[]) AND t.start_time IS NOT NULL
        GROUP BY t.entitlement_id) b ON b.entitlement_id = g.entitlement_id`;
const part = `g.entitlement_id, date_bin('1 hour', g.usage_time, 'epoch') AS hour,
  width_bucket(g.usage_time, b.starts) AS segment`;

/** Sums what the claimed calls reported of entitlements, whose terms are locked. Groups that are INVALID or DELETED do not count. */
export async function sumClaimed(
  scope: OrgTransaction,
  claimed: ClaimedBatches,
  entitlementIds: readonly string[],
): Promise<{ sums: Sum[]; counts: Count[] }> {
  const values = [...valuesOf(scope, claimed), entitlementIds];
  const [sums, counts, events] = await Promise.all([
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
    scope.query<Event>({
      name: 'claimed_usage_events',
      text: `SELECT ${part}, g.billable_records FROM ${segmented}
             WHERE ${ofClaim} AND g.billable_records IS NOT NULL
             ORDER BY 1, 2, 3, g.usage_time, g.batch_id, g.ordinal`,
      values,
    }),
  ]);
  return { sums: [...sums, ...(await sumEvents(scope, events))], counts };
}

type Event = Pick<Sum, 'entitlement_id' | 'hour' | 'segment'> & { billable_records: string };
type EventRecord = { key?: string; properties?: Record<string, unknown>; quantity?: number };

async function sumEvents(scope: OrgTransaction, events: readonly Event[]): Promise<Sum[]> {
  if (events.length === 0) return [];
  const records = events.flatMap(({ billable_records: text, ...at }) =>
    (JSON.parse(text) as EventRecord[]).map((record) => ({ ...at, key: record.key ?? '', record })),
  );
  const metrics = await readMetrics(scope, [...new Set(records.map(({ key }) => key))]);
  const parts = groupBy(records, ({ entitlement_id: id, hour, segment, key }) =>
    JSON.stringify([id, hour, segment, key]),
  );
  return [...parts.values()].flatMap((ofPart): Sum[] => {
    const { record: _, ...at } = ofPart[0] as (typeof records)[number];
    const metric = metrics.get(at.key);
    const found: Aggregated[] = metric
      ? aggregate(
          metric,
          ofPart.map(({ record: { properties, quantity } }) => ({
            properties,
            quantity: quantity === undefined ? undefined : new Exact(quantity),
          })),
        )
      : [];
    return found.map(({ groupBysExpression, quantity }) => ({
      ...at,
      quantity: quantity.toFixed(),
      group_by: groupBysExpression,
    }));
  });
}

async function readMetrics(scope: OrgTransaction, ids: readonly string[]): Promise<Map<string, Metric>> {
  const rows = await scope.query<{ id: string; aggregation_type: string; info: string }>({
    name: 'metrics_of_run',
    text: `SELECT m.id, m.aggregation_type, m.info FROM billable_metric m
           WHERE m.organization_id = $1 AND m.id = ANY($2::text[])`,
    values: [scope.organizationId, ids],
  });
  return new Map(
    rows.map(({ id, aggregation_type: aggregationType, info }) => [
      id,
      { ...(JSON.parse(info) as Omit<Metric, 'aggregationType'>), aggregationType },
    ]),
  );
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
