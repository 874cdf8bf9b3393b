import { outOfService } from '../../platform/access/organization-states.ts';
import type { Database } from '../../platform/database/database.ts';
import { selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Statement } from '../../platform/database/statement.ts';
import { inList } from '../../platform/records/moves.ts';

const ofClaimed = [
  'organization_id',
  'id',
  'endpoint_id',
  'event_id',
  'entity_id',
  'scope',
  'attempts',
  'tries',
] as const satisfies readonly ColumnOf<'webhook_delivery'>[];
const ofReceiver = [
  'url',
  'timeout_seconds',
  'sealed_secrets',
] as const satisfies readonly ColumnOf<'webhook_endpoint'>[];

type ClaimedRow = RowOf<'webhook_delivery', (typeof ofClaimed)[number]> &
  RowOf<'webhook_endpoint', (typeof ofReceiver)[number]> & {
    /** Null if the payload has been removed. */
    body: RowOf<'webhook_payload'>['body'] | null;
  };

/** A delivery that this process has claimed, with the data for sending. */
export type ClaimedDelivery = ClaimedRow & {
  /** Whether the last attempt at the endpoint failed. */
  failing: boolean;
};

export type Claim = {
  taken: ClaimedDelivery[];
  /**
   * Milliseconds until more deliveries to one of these endpoints are allowed; 0 if further deliveries can be
   * sent now.
   */
  againInMs: number;
};

export type ClaimLimits = {
  /** The maximum number of deliveries to claim. */
  free: number;
  /** The maximum number of additional deliveries to claim for failing endpoints. */
  freeFailing: number;
  /** The maximum number of deliveries of one endpoint in flight, in all processes. */
  ofEndpoint: number;
  /** The maximum number of deliveries of a failing endpoint in flight, in all processes. */
  ofFailing: number;
};

/** The time in which a process must write an outcome before the lease expires. */
const graceSeconds = 10;
const endpointsAtOnce = 100;

/**
 * Claims due deliveries in the system role. The number for each endpoint is limited by its slots and its rate, so that
 * a slow endpoint does not delay other endpoints. Served endpoints move to the end of the queue.
 */
export const claimDeliveries = (
  database: Database,
  leaseToken: string,
  limits: ClaimLimits,
): Promise<Claim> =>
  database.transaction(async (queryable) => {
    const [, locked] = await Promise.all([queryable.query(commitLater), lockDueQueues(queryable, limits)]);
    if (locked.organizationIds.length === 0) return { taken: [], againInMs: Number.POSITIVE_INFINITY };
    const [taken, againInMs] = await Promise.all([
      take(queryable, locked, leaseToken, limits),
      setWakes(queryable, locked, leaseToken, limits),
    ]);
    return {
      taken: taken.map((delivery) => ({ ...delivery, failing: locked.failing.has(keyOf(delivery)) })),
      againInMs: locked.mayBeMore ? 0 : againInMs,
    };
  }, 'system');

const keyOf = (row: RowOf<'webhook_delivery', 'organization_id' | 'endpoint_id'>): string =>
  `${row.organization_id} ${row.endpoint_id}`;

/**
 * The commit is asynchronous. If the database loses the commit, the leases are lost, as after a crash of this process.
 * Outcomes are committed later, so a stored outcome implies that this commit is stored.
 */
const commitLater: Statement = {
  name: 'commit_later',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
  values: [],
};

/**
 * Locks due queues. Failing endpoints come first, with one slot each; the number of locked failing endpoints
 * is limited by the slots for failing endpoints.
 */
type LockedQueues = {
  organizationIds: string[];
  endpointIds: string[];
  failing: ReadonlySet<string>;
  mayBeMore: boolean;
};

/** An SQL condition: a delivery to an endpoint may be due. */
export const webhooksAreDue = `(
  SELECT true FROM webhook_queue q WHERE q.wake_at <= statement_timestamp() ORDER BY q.wake_at LIMIT 1) IS TRUE`;

/** Selects the queues that are due, except queues of suspended or deleted organizations. */
const dueQueues = (condition: string, limit: string) => `
  SELECT q.organization_id, q.endpoint_id FROM webhook_queue q
  WHERE q.wake_at <= clock_timestamp() AND ${condition} AND NOT EXISTS (
    SELECT FROM organization o
    WHERE o.organization_id = q.organization_id AND o.status IN (${inList(outOfService)}))
  ORDER BY q.wake_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

async function lockDueQueues(
  { query }: Queryable,
  { free, freeFailing }: ClaimLimits,
): Promise<LockedQueues> {
  const ofFailing = Math.min(freeFailing, endpointsAtOnce);
  const ofWell = free > 0 ? endpointsAtOnce : 0;
  const rows = await query<RowOf<'webhook_queue', 'organization_id' | 'endpoint_id'> & { failing: boolean }>({
    name: 'hold_due_webhook_queues',
    text: `
      WITH failing AS (${dueQueues('q.failing_since IS NOT NULL', '$1')}),
        well AS (${dueQueues('q.failing_since IS NULL', '$2')})
      SELECT f.organization_id, f.endpoint_id, true AS failing FROM failing f
      UNION ALL SELECT w.organization_id, w.endpoint_id, false FROM well w`,
    values: [ofFailing, ofWell],
  });
  const failing = rows.filter((row) => row.failing);
  return {
    organizationIds: rows.map((row) => row.organization_id),
    endpointIds: rows.map((row) => row.endpoint_id),
    failing: new Set(failing.map(keyOf)),
    mayBeMore:
      (ofFailing > 0 && failing.length === ofFailing) ||
      (ofWell > 0 && rows.length - failing.length === ofWell),
  };
}

/**
 * A rate may catch up by a tenth of a second, or by one delivery if its interval is longer, so that the rate is reached
 * although queues are polled only at intervals.
 */
const paceWindow = `greatest(interval '1 second' / e.rate_per_second, interval '100 milliseconds')`;
const pacedFrom = `greatest(q.paced_until, clock_timestamp() - ${paceWindow})`;

/**
 * The CTE of the endpoints that may send now, with the number of allowed deliveries. `$1` and `$2` identify the
 * endpoints; `$3` and `$4` are the slots of a healthy and a failing endpoint.
 */
const openEndpoints = `
  open AS (
    SELECT e.organization_id, e.id, ${selectList<'webhook_endpoint'>('e', ofReceiver)}, k.place,
      least(
        CASE WHEN q.failing_since IS NULL THEN $3::integer ELSE $4::integer END - (
          SELECT count(*) FROM webhook_delivery r WHERE r.organization_id = e.organization_id AND r.endpoint_id = e.id
            AND r.lease_token IS NOT NULL AND r.due_at > clock_timestamp()),
        CASE WHEN e.rate_per_second IS NULL THEN $3::integer ELSE floor(
          extract(epoch FROM clock_timestamp() - ${pacedFrom}) * e.rate_per_second + 0.001) END) AS places
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (organization_id, endpoint_id, place)
      JOIN webhook_queue q ON q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id
      JOIN webhook_endpoint e ON e.organization_id = k.organization_id AND e.id = k.endpoint_id
    WHERE e.status = 'ENABLED' AND (q.hold_until IS NULL OR q.hold_until <= clock_timestamp()))`;

/**
 * Claims deliveries in three phases: `open` computes the allowed number of deliveries for each endpoint, by its slots
 * and its rate; `picked` selects this number of due deliveries, earliest first, up to the overall limit; the update
 * leases these deliveries until after their timeout, and returns the data to send.
 */
async function take(
  { query }: Queryable,
  { organizationIds, endpointIds, failing }: LockedQueues,
  leaseToken: string,
  limits: ClaimLimits,
): Promise<ClaimedRow[]> {
  return query<ClaimedRow>({
    name: 'take_webhook_deliveries',
    text: `
      WITH ${openEndpoints},
      picked AS (
        SELECT o.organization_id, due.id, ${selectList<'webhook_endpoint'>('o', ofReceiver)}
        FROM open o CROSS JOIN LATERAL (
          SELECT d.id FROM webhook_delivery d
          WHERE d.organization_id = o.organization_id AND d.endpoint_id = o.id AND d.status = 'PENDING'
            AND d.due_at <= clock_timestamp()
          ORDER BY d.due_at, d.position, d.part LIMIT greatest(o.places, 0)) due
        ORDER BY o.place LIMIT $5)
      UPDATE webhook_delivery d SET lease_token = $6, attempts = d.attempts + 1, tries = d.tries + 1,
        due_at = clock_timestamp() + (p.timeout_seconds + $7) * interval '1 second'
      FROM picked p
      WHERE d.organization_id = p.organization_id AND d.id = p.id
      RETURNING ${selectList<'webhook_delivery'>('d', ofClaimed)}, ${selectList<'webhook_endpoint'>('p', ofReceiver)}, (
          SELECT b.body FROM webhook_payload b
          WHERE b.organization_id = d.organization_id AND b.event_id = d.event_id) AS body`,
    values: [
      ...[organizationIds, endpointIds, limits.ofEndpoint, limits.ofFailing],
      ...[limits.free + failing.size, leaseToken, graceSeconds],
    ],
  });
}

/**
 * Sets the time of the next check of each locked endpoint: now if more deliveries are allowed, otherwise the time at
 * which this may change. Returns the earliest of these times, in milliseconds. Works in three phases: `used` advances
 * the rate by the claimed deliveries; `next` finds the time at which a slot becomes free or the next delivery is due;
 * the update sets the latest of this time, the rate and the pause.
 */
async function setWakes(
  { query }: Queryable,
  { organizationIds, endpointIds }: LockedQueues,
  leaseToken: string,
  limits: ClaimLimits,
): Promise<number> {
  const rows = await query<{ wait_ms: number | null }>({
    name: 'set_webhook_wakes',
    text: `
      WITH used AS (
        SELECT e.organization_id, e.id, e.status, q.hold_until, e.rate_per_second,
          CASE WHEN e.rate_per_second IS NULL THEN q.paced_until
            ELSE ${pacedFrom} + (
              SELECT count(*) FROM webhook_delivery t WHERE t.organization_id = k.organization_id
                AND t.endpoint_id = k.endpoint_id AND t.lease_token = $5
            ) * (interval '1 second' / e.rate_per_second) END AS paced_until,
          CASE WHEN q.failing_since IS NULL THEN $3::integer ELSE $4::integer END AS places
        FROM unnest($1::text[], $2::text[]) AS k (organization_id, endpoint_id)
          JOIN webhook_queue q ON q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id
          JOIN webhook_endpoint e ON e.organization_id = k.organization_id AND e.id = k.endpoint_id),
      next AS (
        SELECT u.organization_id, u.id, u.status, u.hold_until, u.rate_per_second, u.paced_until,
          CASE WHEN running.number >= u.places THEN running.ends ELSE (
            SELECT min(d.due_at) FROM webhook_delivery d WHERE d.organization_id = u.organization_id
              AND d.endpoint_id = u.id AND d.status = 'PENDING') END AS at
        FROM used u CROSS JOIN LATERAL (
          SELECT count(*) AS number, min(r.due_at) AS ends FROM webhook_delivery r
          WHERE r.organization_id = u.organization_id AND r.endpoint_id = u.id AND r.lease_token IS NOT NULL
            AND r.due_at > clock_timestamp()) running)
      UPDATE webhook_queue q SET paced_until = n.paced_until,
        wake_at = CASE WHEN n.status = 'ENABLED' AND n.at IS NOT NULL THEN greatest(n.at, clock_timestamp(),
          n.hold_until, CASE WHEN n.rate_per_second IS NOT NULL
            THEN n.paced_until + interval '1 second' / n.rate_per_second END) END
      FROM next n WHERE q.organization_id = n.organization_id AND q.endpoint_id = n.id
      RETURNING extract(epoch FROM q.wake_at - clock_timestamp())::double precision * 1000 AS wait_ms`,
    values: [organizationIds, endpointIds, limits.ofEndpoint, limits.ofFailing, leaseToken],
  });
  const waits = rows.map(({ wait_ms }) => wait_ms ?? Number.POSITIVE_INFINITY);
  return Math.max(0, Math.min(...waits));
}
