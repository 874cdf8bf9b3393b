import type { Database } from '../platform/database/database.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { Backlog } from '../platform/observability/telemetry.ts';

/** The number at which counting stops: alerts come long before, and a count costs what it counts. */
const mostCounted = 10_000;
const deadline = '2s';

/** The gauges of what is pending, and what they count. */
export const pendingGauges = {
  webhook_deliveries_owed: `Webhook deliveries that are not ended, up to ${mostCounted}`,
  mails_owed: `Mails that are neither sent nor given up, up to ${mostCounted}`,
  events_unsealed: `Entries of the audit trail without a seal, up to ${mostCounted}`,
  integrations_not_verified: `Integrations whose partner does not let us in, up to ${mostCounted}`,
  integrations_in_bad_health: `Integrations of which calls are not answered, up to ${mostCounted}`,
  usage_oldest_waiting_seconds: `For how long the oldest usage that can be sent waits for its marketplace, of up to ${mostCounted} lines`,
} as const;

const counted = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${mostCounted}) counted)`;

/**
 * Selects what waits in the whole installation, by the indexes of what is not ended: the oldest jobs that are ready and
 * that nobody runs, and how much is pending. `now()` and not the moving clock, which keeps an index from being used.
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

/** Tables with millions of ended rows and statistics of when they were empty must not be read through. */
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
