import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../../platform/database/define-statement.ts';
import type { IntegrationRow } from './store.ts';
import { withSettings } from './store.ts';

/**
 * How a call fared. `REFUSED_ENTRY`: it was not let in, which the integration's status says too. `IN_PART`: it was answered, and
 * a part of what was asked for refused.
 */
export type Fared = 'ANSWERED' | 'IN_PART' | 'UNANSWERED' | 'REFUSED_ENTRY';

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

/** The most characters of an error that is kept. */
const longestError = 2000;

/** Writes how a call of one kind fared. */
export async function noteStream(
  scope: OrgTransaction,
  integrationId: string,
  call: { stream: string; fared: Fared; message: string | undefined; lagMs: number | undefined },
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

/** Since when the kind of calls fails that has failed longest; nothing where none does. */
export async function failingSince(scope: OrgTransaction, integrationId: string): Promise<Date | undefined> {
  const [row] = await scope.query<{ since: string | null }>({
    name: 'find_integration_failing_since',
    text: `SELECT min(s.failing_since) AS since FROM integration_stream s
           WHERE s.organization_id = $1 AND s.integration_id = $2`,
    values: [scope.organizationId, integrationId],
  });
  return row?.since ? new Date(row.since) : undefined;
}

/** Forgets the failures of settings that are no more. */
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

/** Writes that the health has turned. */
export async function updateHealth(
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

/** Writes that its calls are answered, where none was before: that is no change that anybody waits for. */
export const beginHealth = (scope: OrgTransaction, id: string) =>
  scope.query({
    name: 'begin_integration_health',
    text: `UPDATE integration SET health = 'GOOD' WHERE organization_id = $1 AND id = $2 AND health IS NULL`,
    values: [scope.organizationId, id],
  });
