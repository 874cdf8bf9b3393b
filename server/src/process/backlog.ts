import type { Database } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Backlog } from '../platform/observability/telemetry.ts';

/**
 * The number at which counting stops. The cost of counting grows with the number, and alerts fire at much smaller
 * numbers.
 */
const mostCounted = 10_000;
const deadline = '2s';

/** The gauges of pending work, with their descriptions. */
export const pendingGauges = {
  webhook_deliveries_owed: `Pending webhook deliveries, counted up to ${mostCounted}`,
  mails_owed: `Mails that are neither sent nor abandoned, counted up to ${mostCounted}`,
  events_unsealed: `Entries of the audit trail that are not sealed yet, counted up to ${mostCounted}`,
  integrations_not_verified: `Integrations with the status NOT_VERIFIED, counted up to ${mostCounted}`,
  integrations_in_bad_health: `Integrations with the health BAD, counted up to ${mostCounted}`,
  usage_oldest_waiting_seconds: `Age of the oldest usage that waits for its marketplace, among ${mostCounted} lines`,
} as const;

const counted = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${mostCounted}) counted)`;

/**
 * Selects the pending work of the whole installation from the indexes of unfinished rows: the oldest ready jobs that no
 * process runs, and the number of other pending rows. The query uses `now()`, because an index cannot be searched with
 * `clock_timestamp()`.
 */
export const selectBacklog: Statement = {
  name: 'select_backlog',
  text: `WITH ready AS MATERIALIZED (
           SELECT j.kind, j.ready_at FROM job j
           WHERE j.finished_at IS NULL AND j.ready_at <= now() AND (j.lease_until IS NULL OR j.lease_until < now())
           ORDER BY j.ready_at, j.position LIMIT ${mostCounted})
         SELECT
           (SELECT coalesce(json_agg(json_build_object('kind', k.kind, 'waiting', k.waiting, 'oldestSeconds',
              extract(epoch FROM now() - k.oldest))), '[]')
            FROM (SELECT kind, count(*) AS waiting, min(ready_at) AS oldest FROM ready GROUP BY kind) k) AS jobs,
           ${counted(`SELECT FROM webhook_delivery WHERE status = 'PENDING'`)} AS webhook_deliveries_owed,
           ${counted('SELECT FROM outgoing_mail WHERE finished_at IS NULL')} AS mails_owed,
           ${counted('SELECT FROM unsealed_event')} AS events_unsealed,
           ${counted(`SELECT FROM integration WHERE status = 'NOT_VERIFIED'`)} AS integrations_not_verified,
           ${counted(`SELECT FROM integration WHERE health = 'BAD'`)} AS integrations_in_bad_health,
           (SELECT greatest(max(extract(epoch FROM now() - w.since) + o.clock_offset_ms / 1000.0), 0)
            FROM (SELECT l.organization_id, greatest(l.creation_time, l.bucket_hour) AS since FROM usage_line l
                  WHERE l.state IN ('WAITING', 'SENDING', 'UNKNOWN') LIMIT ${mostCounted}) w
            JOIN organization o ON o.organization_id = w.organization_id) AS usage_oldest_waiting_seconds`,
  values: [],
};

/**
 * The statement that limits the query. Sequential scans are disabled, because a table may have millions of finished
 * rows and outdated statistics.
 */
const boundStatement: Statement = {
  name: 'bound_backlog',
  text: `SELECT set_config('statement_timeout', '${deadline}', true), set_config('enable_seqscan', 'off', true)`,
  values: [],
};

export const readBacklog = (database: Database): Promise<Backlog> =>
  database.transaction(async ({ query }) => {
    const [, [row]] = await Promise.all([query(boundStatement), query(selectBacklog)]);
    const pending = Object.keys(pendingGauges).map((name) => [name, Number(row?.[name])] as const);
    return { jobs: JSON.parse(String(row?.jobs)), pending: Object.fromEntries(pending) };
  }, 'system');
