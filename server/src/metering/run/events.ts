import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type Aggregate, aggregate, isAdditive, type Metric, type MetricRecord } from '../metrics/index.ts';
import type { ClaimedBatches } from './claim.ts';

/** A metric with its fields in reports. */
export type NamedMetric = Metric & { name: string; info: string };

/** The quantity that a metric aggregated from the events of an hour of use, between two term starts. */
export type EventSum = {
  entitlement_id: string;
  hour: string;
  segment: number;
  /** Id of the metric. */
  key: string;
  quantity: Exact;
  group_by: string;
  metric: NamedMetric;
  /** The new values, for a metric that counts distinct values. */
  newItems: readonly string[] | undefined;
};

export type Event = Pick<EventSum, 'entitlement_id' | 'hour' | 'segment'> & {
  billable_records: string;
  /** Sort key that determines the last record: time of use in microseconds, then call and ordinal. */
  used_at: string;
};
type EventRecord = { key?: string; properties?: Record<string, unknown>; quantity?: number };
type PlacedRecord = Omit<Event, 'billable_records'> & { key: string; record: MetricRecord };

/** The columns of an event, except its part of the hour. */
export const eventColumns = `g.billable_records,
  to_char(g.usage_time AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') || ' ' || g.batch_id || ' ' || lpad(g.ordinal::text, 10, '0')
    AS used_at`;

/** Returns the subquery for the term starts of entitlements, for the organization `$1`. */
export const startsOf = (
  ids: string,
) => `(SELECT t.entitlement_id, array_agg(DISTINCT t.start_time ORDER BY t.start_time) AS starts
        FROM entitlement_term t
        WHERE t.organization_id = $1 AND t.entitlement_id = ANY(${ids}) AND t.start_time IS NOT NULL
        GROUP BY t.entitlement_id)`;

/**
 * Aggregates the events of claimed calls by metric. A metric that is not additive is computed over the whole
 * hour: records that were settled before are also read, and only the increase is counted.
 */
export async function sumEvents(
  scope: OrgTransaction,
  { ids: claimedIds }: ClaimedBatches,
  events: readonly Event[],
): Promise<EventSum[]> {
  if (events.length === 0) return [];
  const records = events.flatMap(recordsOf);
  const metrics = await readMetrics(scope, [...new Set(records.map(({ key }) => key))]);
  const whole = records.filter(({ key }) => !isAdditive(metrics.get(key)));
  const before = groupBy(await earlierRecords(scope, claimedIds, whole), partKey);
  return [...groupBy(records, partKey)].flatMap(([part, ofPart]) => {
    const { entitlement_id, hour, segment, key } = ofPart[0] as PlacedRecord;
    const metric = metrics.get(key);
    if (!metric) return [];
    return increments(metric, before.get(part) ?? [], ofPart).map(
      ({ groupBysExpression, quantity, values }) => ({
        entitlement_id,
        hour,
        segment,
        key,
        quantity,
        group_by: groupBysExpression,
        metric,
        newItems: values,
      }),
    );
  });
}

const partKey = ({ entitlement_id: id, hour, segment, key }: PlacedRecord) =>
  JSON.stringify([id, hour, segment, key]);

const recordsOf = ({ billable_records: text, ...at }: Event): PlacedRecord[] =>
  (JSON.parse(text) as EventRecord[]).map(({ key = '', properties, quantity }) => ({
    ...at,
    key,
    record: { properties, quantity: quantity === undefined ? undefined : new Exact(quantity) },
  }));

/** Computes the increase in the quantities by later events. Settled quantities are never reduced. */
function increments(
  metric: Metric,
  before: readonly PlacedRecord[],
  later: readonly PlacedRecord[],
): Aggregate[] {
  const of = (placed: readonly PlacedRecord[]) =>
    aggregate(
      metric,
      [...placed].sort((one, other) => (one.used_at < other.used_at ? -1 : 1)).map(({ record }) => record),
    );
  if (before.length === 0) return of(later);
  const byGroup = (found: Aggregate[]) => new Map(found.map((one) => [one.groupBysExpression, one]));
  const [old, all] = [byGroup(of(before)), byGroup(of([...before, ...later]))];
  return of(later).map(({ groupBysExpression, properties }) => {
    const { quantity, values } = all.get(groupBysExpression) as Aggregate;
    const known = old.get(groupBysExpression);
    return {
      groupBysExpression,
      properties,
      quantity: Exact.max(0, quantity.minus(known?.quantity ?? 0)),
      values: values?.filter((value) => !known?.values?.includes(value)),
    };
  });
}

/** Reads settled records of the same hours and metrics through their reports. */
async function earlierRecords(
  scope: OrgTransaction,
  claimedIds: readonly string[],
  records: readonly PlacedRecord[],
): Promise<PlacedRecord[]> {
  if (records.length === 0) return [];
  const keys = new Set(records.map(({ key }) => key));
  const hours = [...groupBy(records, ({ entitlement_id: id, hour }) => `${id} ${hour}`).values()].map(
    ([first]) => first as PlacedRecord,
  );
  const events = await scope.query<Event>({
    name: 'settled_usage_events',
    text: `SELECT g.entitlement_id, w.hour, width_bucket(g.usage_time, b.starts) AS segment, ${eventColumns}
           FROM unnest($2::text[], $3::timestamptz[]) AS w (entitlement_id, hour)
             JOIN ${startsOf('$2::text[]')} b ON b.entitlement_id = w.entitlement_id
             JOIN usage_report r ON r.organization_id = $1 AND r.entitlement_id = w.entitlement_id
               AND r.creation_time >= w.hour AND r.usage_from < w.hour + interval '1 hour' AND r.usage_until > w.hour
             JOIN usage_group g ON g.organization_id = $1 AND g.entitlement_id = r.entitlement_id
               AND g.batch_id >= r.first_batch_id AND g.batch_id <= r.last_batch_id
               AND g.received_at >= r.received_since AND g.received_at <= r.received_until
               AND g.usage_time >= greatest(r.usage_from, w.hour)
               AND g.usage_time < least(r.usage_until, w.hour + interval '1 hour')
           WHERE g.state IS NULL AND g.billable_records IS NOT NULL AND g.batch_id <> ALL ($4::text[])
             AND r.run_id = (SELECT c.run_id FROM usage_batch c WHERE c.organization_id = $1 AND c.id = g.batch_id)`,
    values: [
      scope.organizationId,
      hours.map(({ entitlement_id: id }) => id),
      hours.map(({ hour }) => hour),
      claimedIds,
    ],
  });
  return events.flatMap(recordsOf).filter(({ key }) => keys.has(key));
}

async function readMetrics(scope: OrgTransaction, ids: readonly string[]): Promise<Map<string, NamedMetric>> {
  const rows = await scope.query<{ id: string; name: string; aggregation_type: string; info: string }>({
    name: 'metrics_of_run',
    text: `SELECT m.id, m.name, m.aggregation_type, m.info FROM billable_metric m
           WHERE m.organization_id = $1 AND m.id = ANY($2::text[])`,
    values: [scope.organizationId, ids],
  });
  return new Map(
    rows.map(({ id, name, aggregation_type: aggregationType, info }) => [
      id,
      { ...(JSON.parse(info) as Omit<Metric, 'aggregationType'>), aggregationType, name, info },
    ]),
  );
}
