import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  type Call,
  type Integration,
  type Notice,
  type NoticePayload,
  noticeJob,
  type Stream,
} from '../../marketplaces/index.ts';
import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../../platform/database/define-statement.ts';
import type { NewId } from '../../platform/ids.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import type { IntegrationStreamName } from './records.ts';
import { type IntegrationRow, lockIntegration, nextEvent, recordIntegration, withSettings } from './store.ts';

/**
 * Outcome of a call. `REFUSED_ENTRY`: the marketplace rejected the credentials; the integration's status also
 * reports this. `IN_PART`: the marketplace responded, but rejected a part of the request.
 */
type StreamOutcome = 'ANSWERED' | 'IN_PART' | 'UNANSWERED' | 'REFUSED_ENTRY';

const insert = defineStatement(
  'note_integration_stream',
  {
    stream: columns('integration_stream', [
      'organization_id',
      'integration_id',
      'stream',
      'last_success_time',
      'failing_since',
      'last_error',
      'last_error_time',
      'lag_ms',
      'last_update_time',
    ]),
    more: parameters({ fared: 'text' }),
  },
  ({ stream, more }) => `${stream.insert({}, 's')}
    ON CONFLICT (organization_id, integration_id, stream) DO UPDATE SET
      last_success_time = coalesce(excluded.last_success_time, s.last_success_time),
      failing_since = CASE ${more.fared} WHEN 'ANSWERED' THEN NULL WHEN 'IN_PART' THEN NULL
        WHEN 'UNANSWERED' THEN coalesce(s.failing_since, excluded.failing_since) ELSE s.failing_since END,
      last_error = coalesce(excluded.last_error, s.last_error),
      last_error_time = coalesce(excluded.last_error_time, s.last_error_time),
      lag_ms = CASE WHEN ${more.fared} = 'ANSWERED' THEN excluded.lag_ms ELSE s.lag_ms END,
      last_update_time = excluded.last_update_time`,
);

/** Maximum number of stored characters of an error. */
const longestError = 2000;

/** Records the outcome of a call of one kind. */
async function noteStream(
  scope: OrgTransaction,
  integrationId: string,
  call: { stream: string; fared: StreamOutcome; message: string | undefined; lagMs: number | undefined },
): Promise<void> {
  const isAnswered = call.fared === 'ANSWERED' || call.fared === 'IN_PART';
  const isWhole = call.fared === 'ANSWERED';
  await scope.query(
    insert({
      stream: {
        organization_id: scope.organizationId,
        integration_id: integrationId,
        stream: call.stream,
        last_success_time: isAnswered ? scope.now : null,
        failing_since: call.fared === 'UNANSWERED' ? scope.now : null,
        last_error: isWhole ? null : call.message?.slice(0, longestError),
        last_error_time: isWhole ? null : scope.now,
        lag_ms: call.lagMs ?? null,
        last_update_time: scope.now,
      },
      more: { fared: call.fared },
    }),
  );
}

/** Reads the earliest time since which a kind of calls has been failing; undefined when no kind fails. */
async function failingSince(scope: OrgTransaction, integrationId: string): Promise<Date | undefined> {
  const [row] = await scope.query<{ since: string | null }>({
    name: 'find_integration_failing_since',
    text: `SELECT min(s.failing_since) AS since FROM integration_stream s
           WHERE s.organization_id = $1 AND s.integration_id = $2`,
    values: [scope.organizationId, integrationId],
  });
  return row?.since ? new Date(row.since) : undefined;
}

/** Deletes failures that occurred with earlier settings. */
export const forgetFailures = (scope: OrgTransaction, integrationId: string) =>
  scope.query({
    name: 'forget_integration_failures',
    text: `UPDATE integration_stream s SET failing_since = NULL
           WHERE s.organization_id = $1 AND s.integration_id = $2 AND s.failing_since IS NOT NULL`,
    values: [scope.organizationId, integrationId],
  });

export const removeStreams = (scope: OrgTransaction, integrationId: string) =>
  scope.query({
    name: 'delete_integration_streams',
    text: 'DELETE FROM integration_stream WHERE organization_id = $1 AND integration_id = $2',
    values: [scope.organizationId, integrationId],
  });

const healthUpdate = defineStatement(
  'update_integration_health',
  {
    key: columns('integration', ['organization_id', 'id']),
    integration: columns('integration', ['health', 'last_updated_by', 'last_update_time']),
  },
  ({ key, integration }) => `UPDATE integration i SET ${integration.set}, sequence = i.sequence + 1
    WHERE ${key.equals('i')} RETURNING ${withSettings}`,
);

/** Records that the integration's health has changed. */
async function updateHealth(
  scope: OrgTransaction,
  id: string,
  health: 'GOOD' | 'BAD',
): Promise<IntegrationRow> {
  const [row] = await scope.query<IntegrationRow>(
    healthUpdate({
      key: { organization_id: scope.organizationId, id },
      integration: { health, last_updated_by: scope.actor.id, last_update_time: scope.now },
    }),
  );
  return row as IntegrationRow;
}

/** Records good health, without an event, at the first successful call of an integration. */
const beginHealth = (scope: OrgTransaction, id: string) =>
  scope.query({
    name: 'begin_integration_health',
    text: `UPDATE integration SET health = 'GOOD' WHERE organization_id = $1 AND id = $2 AND health IS NULL`,
    values: [scope.organizationId, id],
  });

type Deps = {
  inOrganization: InOrganization;
  newId: NewId;
  /** The wall clock. */
  now: () => Date;
  wake: () => void;
};

/**
 * An outage is reported after ten minutes without a response. Shorter outages are common, and jobs wait until
 * they end.
 */
const outageMs = 10 * 60_000;
/** Minimum time between two records of the same outcome of a stream. */
const restMs = 60_000;
/** Maximum number of streams in the memory of a process. */
const mostRemembered = 10_000;

/** The last record of a stream by this process. */
type StreamRecord = {
  fared: StreamOutcome;
  answeredAt: number;
  failedAt: number;
  /** Type of the last failure, with the rejected part. */
  failure: string | undefined;
};

/**
 * Records the outcome of calls, and the event when an integration's health changes. For each stream, a process
 * records at most one response and one failure a minute, and additionally every response that ends failures and
 * every failure of another type.
 */
export function createNoteCall(deps: Deps) {
  const written = new LRUCache<string, StreamRecord>({ max: mostRemembered });
  return async (integration: Integration, call: Call): Promise<void> => {
    const fared = faredOf(call);
    if (!call.stream || !fared) return;
    const key = `${integration.organizationId} ${integration.id} ${call.stream}`;
    const last = written.get(key);
    const at = deps.now().getTime();
    const failure = fared === 'IN_PART' ? `${fared} ${call.message}` : fared;
    if (last && !isDue(last, fared, failure, at)) return;
    written.set(key, {
      fared,
      answeredAt: fared === 'ANSWERED' ? at : (last?.answeredAt ?? Number.NEGATIVE_INFINITY),
      failedAt: fared === 'ANSWERED' ? (last?.failedAt ?? Number.NEGATIVE_INFINITY) : at,
      failure: fared === 'ANSWERED' ? last?.failure : failure,
    });
    await note(deps, integration, { ...call, stream: call.stream, fared });
  };
}

const isDue = (last: StreamRecord, fared: StreamOutcome, failure: string, at: number): boolean =>
  fared === 'ANSWERED'
    ? last.fared !== 'ANSWERED' || at - last.answeredAt >= restMs
    : last.failure !== failure || at - last.failedAt >= restMs;

/**
 * Maps a call to an outcome. A rejection or a partial result counts as a response; the seller must grant a
 * missing right. A rejected notification does not count as a response, because its sender is unknown.
 */
function faredOf({ outcome, operation, message, lacksRight }: Call): StreamOutcome | undefined {
  if (outcome === 'done') return message === undefined ? 'ANSWERED' : 'IN_PART';
  if (lacksRight) return 'IN_PART';
  if (outcome === 'refused') return operation === 'verifyNotification' ? undefined : 'ANSWERED';
  return outcome === 'unauthorized' ? 'REFUSED_ENTRY' : 'UNANSWERED';
}

async function note(
  { inOrganization, newId, wake }: Deps,
  { organizationId, partner, id }: Integration,
  call: { stream: Stream; fared: StreamOutcome; message?: string | undefined; lagMs?: number | undefined },
): Promise<void> {
  const hasTurned = await inOrganization(organizationId, newId('req'), async (scope) => {
    const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
    if (integration?.id !== id) return false;
    const { stream, fared, message, lagMs } = call;
    await noteStream(scope, id, { stream, fared, message, lagMs });
    return turn(scope, integration);
  });
  if (hasTurned) wake();
}

/** A run that reads all or the changed records of a marketplace. */
export type Pass = {
  partner: string;
  stream: Exclude<z.infer<typeof IntegrationStreamName>, Stream>;
  /** Human-readable reason why the run failed; absent when it ended normally. */
  failure?: string | undefined;
  /**
   * Human-readable description of the records that the marketplace refused to return; all other records were
   * read.
   */
  refused?: string | undefined;
};

/**
 * Records the outcome of a run in the transaction that ends the run. Has no effect if the integration was
 * deleted.
 */
export async function notePass(
  scope: OrgTransaction,
  { partner, stream, failure, refused }: Pass,
): Promise<void> {
  const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
  if (!integration) return;
  const answered = refused === undefined ? 'ANSWERED' : 'IN_PART';
  await noteStream(scope, integration.id, {
    stream,
    fared: failure === undefined ? answered : 'UNANSWERED',
    message: [failure, refused].filter((words) => words !== undefined).join(' '),
    lagMs: undefined,
  });
  await turn(scope, integration);
}

/**
 * Updates the integration's health if it has changed.
 * @returns whether an event was recorded
 */
async function turn(scope: OrgTransaction, before: IntegrationRow): Promise<boolean> {
  const since = await failingSince(scope, before.id);
  const health = healthOf(since, scope.now);
  if (!health || health === before.health) return false;
  if (health === 'GOOD' && before.health === null) {
    await beginHealth(scope, before.id);
    return false;
  }
  const row = await updateHealth(scope, before.id, health);
  await scope.query(recordIntegration(scope, 'UPDATE', row, before, { change: `HEALTH_${health}` }));
  return true;
}

/** Derives the health from the start of a failure; undefined while an outage is too short to report. */
function healthOf(failing: Date | undefined, now: Date): 'GOOD' | 'BAD' | undefined {
  if (!failing) return 'GOOD';
  return now.getTime() - failing.getTime() >= outageMs ? 'BAD' : undefined;
}

/** The stream of each notice, and the message that is stored on the integration. */
const notices: Readonly<Record<Notice, { stream: Stream; message: string }>> = {
  PAYOUTS_PAUSED: {
    stream: 'REVENUE',
    message:
      'The marketplace has paused payouts because the bank account is not valid. Correct the bank account ' +
      'at the marketplace.',
  },
};

/** Records a marketplace's notice on the integration and notifies members. */
export const noticeJobHandler: JobHandler<NoticePayload> = {
  definition: noticeJob,
  run: (job) =>
    job.finish('noted', async (scope) => {
      const { partner, notice } = job.payload;
      const integration = await lockIntegration(scope, partner, 'MARKETPLACE');
      if (!integration) return;
      const { stream, message } = notices[notice];
      await noteStream(scope, integration.id, { stream, fared: 'IN_PART', message, lagMs: undefined });
      const row = await nextEvent(scope, integration.id);
      await scope.query(recordIntegration(scope, 'UPDATE', row, integration, { change: notice }));
    }),
};
