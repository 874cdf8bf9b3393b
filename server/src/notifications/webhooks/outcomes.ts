import type { Database } from '../../platform/database/database.ts';
import { defineStatement, insertSql, rows } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Queryable, Statement } from '../../platform/database/statement.ts';
import type { ClaimedDelivery } from './claims.ts';
import { changedColumns, updateMessages } from './messages.ts';
import { releaseHeads } from './queue-store.ts';
import type { DeliveryStatus } from './records.ts';
import type { SendResult } from './sender.ts';

/** The result of an attempt at a claimed delivery. */
export type Outcome = {
  delivery: ClaimedDelivery;
  leaseToken: string;
  /** Absent if no request was sent. */
  result: SendResult | undefined;
  status: DeliveryStatus;
  error: string | undefined;
  /** Milliseconds until the next attempt. */
  waitMs: number | undefined;
  /** The pause that the receiver requested, in milliseconds. */
  pauseMs: number | undefined;
};

/** The effects of recorded outcomes. */
export type RecordResult = {
  /** Whether a further delivery of these endpoints is due now. */
  due: boolean;
  failing: FailingEndpoint[];
};

/** An endpoint whose last attempt failed. */
export type FailingEndpoint = {
  organizationId: string;
  endpointId: string;
  failingSince: Date;
  warnedAt: Date | undefined;
};

/**
 * Records the outcomes of many deliveries in one transaction, in the system role: the attempts, the next due times, and
 * the states of the endpoints. If another process has claimed a delivery in the meantime, only the attempt is recorded.
 */
export const recordOutcomes = (database: Database, outcomes: readonly Outcome[]): Promise<RecordResult> =>
  database.transaction(async (queryable) => {
    const lanes = outcomes.filter(({ status }) => status !== 'PENDING').map(({ delivery }) => delivery);
    const retried = outcomes.filter(({ status }) => status === 'PENDING');
    // The statements are sent in one round trip and run in order. The queues stay locked until the commit.
    const [, , , , recorded] = await Promise.all([
      lockQueues(queryable, outcomes),
      writeOutcomes(queryable, outcomes),
      retried.length > 0 ? queryable.query(deferBehindEarlier(retried)) : undefined,
      queryable.query(
        releaseHeads({
          organizationIds: lanes.map((lane) => lane.organization_id),
          endpointIds: lanes.map((lane) => lane.endpoint_id),
          entityIds: lanes.map((lane) => lane.entity_id),
        }),
      ),
      noteEndpoints(queryable, outcomes),
    ]);
    return recorded;
  }, 'system');

/** Locks the queues in a fixed order, to avoid deadlocks between processes. */
async function lockQueues({ query }: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  await query({
    name: 'hold_outcome_webhook_queues',
    text: `SELECT FROM webhook_queue q
           WHERE (q.organization_id, q.endpoint_id) IN (
             SELECT k.organization_id, k.endpoint_id FROM unnest($1::text[], $2::text[])
               AS k (organization_id, endpoint_id))
           ORDER BY q.organization_id, q.endpoint_id FOR UPDATE`,
    values: [
      outcomes.map(({ delivery }) => delivery.organization_id),
      outcomes.map(({ delivery }) => delivery.endpoint_id),
    ],
  });
}

/**
 * Writes attempts and deliveries in four phases: `outcome` contains the arguments as rows; `attempt` inserts each sent
 * attempt, regardless of the current lease; `changed` sets status and due time of deliveries with our lease; the last
 * phase copies these values to the messages.
 */
const writeAll = defineStatement(
  'record_webhook_outcomes',
  {
    outcomes: rows(
      'webhook_delivery',
      ['organization_id', 'id', 'lease_token', 'attempts', 'status', 'response_status'],
      {
        error: 'text',
        start_time: 'timestamptz',
        duration_ms: 'integer',
        response_excerpt: 'text',
        wait_ms: 'double precision',
      },
    ),
  },
  ({ outcomes }) => `
      WITH outcome AS (
        SELECT o.organization_id, o.id, o.lease_token, o.attempts, o.status, o.response_status, o.error, o.start_time,
          o.duration_ms, o.response_excerpt, o.wait_ms
        FROM ${outcomes.unnest('o')}),
      attempt AS (
        ${insertSql('webhook_attempt', {
          organization_id: 'o.organization_id',
          delivery_id: 'o.id',
          number: 'o.attempts',
          start_time: 'o.start_time',
          duration_ms: 'o.duration_ms',
          response_status: 'o.response_status',
          response_excerpt: 'o.response_excerpt',
          error: 'o.error',
        })}
        FROM outcome o WHERE o.start_time IS NOT NULL ON CONFLICT DO NOTHING),
      changed AS (
        UPDATE webhook_delivery d SET status = o.status, lease_token = NULL, response_status = o.response_status,
          -- A delivery released by a process that stops was not an attempt.
          tries = d.tries - (o.status = 'PENDING' AND o.start_time IS NULL)::integer,
          last_error = o.error, last_attempt_time = coalesce(o.start_time, d.last_attempt_time),
          due_at = clock_timestamp() + o.wait_ms * interval '1 millisecond',
          finished_at = CASE WHEN o.status <> 'PENDING' THEN clock_timestamp() END
        FROM outcome o
        -- Not '=': the planner would scan all leased deliveries instead of using the key.
        WHERE d.organization_id = o.organization_id AND d.id = o.id AND d.lease_token IS NOT DISTINCT FROM o.lease_token
        RETURNING ${changedColumns})
      ${updateMessages}`,
);

async function writeOutcomes({ query }: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  await query(
    writeAll({
      outcomes: outcomes.map(({ delivery, leaseToken, status, result, error, waitMs }) => ({
        organization_id: delivery.organization_id,
        id: delivery.id,
        lease_token: leaseToken,
        attempts: delivery.attempts,
        status,
        response_status: result?.status,
        error,
        start_time: result?.startTime,
        duration_ms: result?.durationMs,
        response_excerpt: result?.excerpt,
        wait_ms: waitMs,
      })),
    }),
  );
}

/**
 * At endpoints that keep order, defers retries if a resend or replay has enqueued an earlier delivery in the meantime.
 * The end of the earlier delivery makes the retry due.
 */
const deferBehindEarlier = (outcomes: readonly Outcome[]): Statement => ({
  name: 'hold_webhook_retries',
  text: `UPDATE webhook_delivery d SET due_at = NULL
         FROM unnest($1::text[], $2::text[]) AS k (organization_id, id), webhook_queue q
         WHERE d.organization_id = k.organization_id AND d.id = k.id AND d.status = 'PENDING' AND d.lease_token IS NULL
           AND q.organization_id = d.organization_id AND q.endpoint_id = d.endpoint_id AND q.fifo
           AND EXISTS (
             SELECT FROM webhook_delivery p
             WHERE p.organization_id = d.organization_id AND p.endpoint_id = d.endpoint_id
               AND p.entity_id = d.entity_id AND p.status = 'PENDING'
               AND (p.position, p.part) < (d.position, d.part)
             -- OFFSET 0 forces a lookup for each row: an endpoint may have a hundred thousand pending deliveries.
             OFFSET 0)`,
  values: [
    outcomes.map(({ delivery }) => delivery.organization_id),
    outcomes.map(({ delivery }) => delivery.id),
  ],
});

type Note = {
  organizationId: string;
  endpointId: string;
  tried: boolean;
  taken: boolean;
  pauseMs: number | undefined;
};

function notesOf(outcomes: readonly Outcome[]): Note[] {
  const notes = new Map<string, Note>();
  for (const { delivery, result, status, pauseMs } of outcomes) {
    const { organization_id: organizationId, endpoint_id: endpointId } = delivery;
    const key = `${organizationId} ${endpointId}`;
    const known = notes.get(key) ?? {
      organizationId,
      endpointId,
      tried: false,
      taken: false,
      pauseMs: undefined,
    };
    notes.set(key, {
      ...known,
      tried: known.tried || result !== undefined,
      taken: known.taken || status === 'DONE',
      pauseMs: pauseMs === undefined ? known.pauseMs : Math.max(pauseMs, known.pauseMs ?? 0),
    });
  }
  return [...notes.values()];
}

type QueueOutcomeRow = RowOf<
  'webhook_queue',
  'organization_id' | 'endpoint_id' | 'failing_since' | 'warned_at'
> & { due: boolean | null };

/**
 * Updates endpoints after attempts. One success makes an endpoint healthy; a failing endpoint keeps the time of its
 * first failure. The same update starts the pause requested by the receiver, and sets the time of the queue's next
 * delivery.
 */
async function noteEndpoints({ query }: Queryable, outcomes: readonly Outcome[]): Promise<RecordResult> {
  const notes = notesOf(outcomes);
  const noted = await query<QueueOutcomeRow>({
    name: 'note_webhook_endpoints',
    text: `UPDATE webhook_queue q SET
             failing_since = CASE WHEN k.taken THEN NULL WHEN k.tried THEN coalesce(q.failing_since, clock_timestamp())
               ELSE q.failing_since END,
             warned_at = CASE WHEN k.taken THEN NULL ELSE q.warned_at END,
             hold_until = greatest(q.hold_until, clock_timestamp() + k.hold_ms * interval '1 millisecond'),
             wake_at = (
               SELECT min(d.due_at) FROM webhook_delivery d WHERE d.organization_id = q.organization_id
                 AND d.endpoint_id = q.endpoint_id AND d.status = 'PENDING')
           FROM unnest($1::text[], $2::text[], $3::boolean[], $4::double precision[], $5::boolean[])
             AS k (organization_id, endpoint_id, taken, hold_ms, tried)
           WHERE q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id
           RETURNING q.organization_id, q.endpoint_id, q.failing_since, q.warned_at,
             q.wake_at <= clock_timestamp() AS due`,
    values: [
      notes.map(({ organizationId }) => organizationId),
      notes.map(({ endpointId }) => endpointId),
      notes.map(({ taken }) => taken),
      notes.map(({ pauseMs }) => pauseMs ?? null),
      notes.map(({ tried }) => tried),
    ],
  });
  return { due: noted.some(({ due }) => due), failing: noted.flatMap(failingOf) };
}

const failingOf = (row: QueueOutcomeRow): FailingEndpoint[] =>
  row.failing_since === null
    ? []
    : [
        {
          organizationId: row.organization_id,
          endpointId: row.endpoint_id,
          failingSince: new Date(row.failing_since),
          warnedAt: row.warned_at === null ? undefined : new Date(row.warned_at),
        },
      ];
