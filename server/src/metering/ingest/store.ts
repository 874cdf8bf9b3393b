import type { OrgScope } from '../../platform/access/scope.ts';
import {
  columns,
  defineStatement,
  insertSql,
  parameters,
  rows,
} from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { groupColumnList, groupSources } from '../columns.ts';

/**
 * A group in its stored format. Lists are PostgreSQL literals, times are RFC 3339, and metaInfo and records
 * are JSON text.
 */
export type StoredGroup = {
  ordinal: number;
  id: string;
  /** Hexadecimal digits. */
  content_hash: string;
  entitlement_id: string;
  usage_time: string;
  time_given: boolean;
  keys: readonly string[];
  quantities: readonly string[];
  billable_records: string | null;
  meta_info: string | null;
  state: 'INVALID' | null;
  reason: string | null;
};

export type StoredCall = {
  id: string;
  source: string;
  /** The hashes of all groups of the call in order, 32 bytes each. */
  hashes: Buffer;
  contentHash: Buffer;
  /** Whether to skip the alert for INVALID groups. */
  isQuiet: boolean;
  /** Hash of the caller’s id and the Idempotency-Key. */
  callHash: Buffer | undefined;
};

/**
 * Stores a whole call in one statement. `claimed` inserts the new ids in sorted order, so that calls with
 * common ids cannot deadlock. The call, its groups and its event are derived from these ids. If the call has
 * INVALID groups, an alert follows its event.
 */
const take = defineStatement(
  'take_usage',
  {
    call: columns('usage_batch', [
      'organization_id',
      'id',
      'received_at',
      'creation_time',
      'source',
      'content_hash',
      'call_hash',
      'actor_type',
      'actor_id',
      'actor_email',
      'actor_name',
      'request_id',
    ]),
    groups: rows(
      'usage_group',
      [
        'ordinal',
        'id',
        'entitlement_id',
        'usage_time',
        'time_given',
        'billable_records',
        'meta_info',
        'state',
        'reason',
      ],
      { key_list: 'text', quantity_list: 'text' },
    ),
    hashes: parameters({ joined: 'bytea' }),
    event: parameters({ id: 'text', alertId: 'text', payload: 'text', quiet: 'boolean' }),
  },
  ({ call, groups, hashes, event }) => `
  WITH n AS (
    SELECT n.ordinal, n.id, n.entitlement_id, n.usage_time, n.time_given, n.key_list, n.quantity_list,
      n.billable_records, n.meta_info, n.state, n.reason
    FROM ${groups.unnest('n')}),
  claimed AS (
    ${insertSql('usage_key', {
      organization_id: call.at.organization_id,
      id: 'n.id',
      content_hash: `substring(${hashes.joined} FROM 32 * n.ordinal + 1 FOR 32)`,
      batch_id: call.at.id,
      ordinal: 'n.ordinal',
      received_at: call.at.received_at,
    })} FROM n ORDER BY n.id
    ON CONFLICT (organization_id, id) DO NOTHING RETURNING ordinal),
  batch AS (
    ${call.insert({ size: 'count(*)', invalid: 'count(n.state)' })}
    FROM claimed JOIN n USING (ordinal) HAVING count(*) > 0 RETURNING size, invalid),
  stored AS (
    ${groups.insert('n', {
      organization_id: call.at.organization_id,
      batch_id: call.at.id,
      received_at: call.at.received_at,
      keys: 'n.key_list::text[]',
      quantities: 'n.quantity_list::numeric[]',
    })} FROM claimed JOIN n USING (ordinal)),
  recorded AS (
    ${insertSql('event', {
      organization_id: call.at.organization_id,
      id: 'f.id',
      entity_type: "'USAGE_RECORD_GROUP'",
      entity_id: call.at.id,
      sequence: 'f.sequence',
      action: 'f.action',
      payload: `(${event.payload} || '"size":' || batch.size || ',"invalid":' || batch.invalid || '}')::json`,
      actor_type: call.at.actor_type,
      actor_id: call.at.actor_id,
      actor_email: call.at.actor_email,
      actor_name: call.at.actor_name,
      request_id: call.at.request_id,
      creation_time: call.at.creation_time,
      audited: 'f.sequence = 1',
    })}
    FROM batch JOIN (VALUES (${event.id}, 1, 'CREATE'), (${event.alertId}, 2, 'ABNORMAL_ALERT')) f (id, sequence, action)
      ON f.sequence = 1 OR (batch.invalid > 0 AND NOT ${event.quiet}) RETURNING id),
  unsealed AS (${insertSql('unsealed_event', { organization_id: call.at.organization_id, event_id: 'id' })} FROM recorded)
  SELECT coalesce((SELECT size FROM batch), 0) AS size`,
);

/**
 * Creates the statement that stores a call. The statement returns the number of new groups; the ids of all
 * other groups existed before.
 */
export const takeCall = (scope: OrgScope, call: StoredCall, groups: readonly StoredGroup[]): Statement =>
  take({
    call: {
      organization_id: scope.organizationId,
      id: call.id,
      received_at: scope.wallNow,
      creation_time: scope.now,
      source: call.source,
      content_hash: call.contentHash,
      call_hash: call.callHash,
      actor_type: scope.actor.type,
      actor_id: scope.actor.id,
      actor_email: scope.actor.email,
      actor_name: scope.actor.name,
      request_id: scope.requestId,
    },
    groups: groups.map((group) => ({
      ordinal: group.ordinal,
      id: group.id,
      entitlement_id: group.entitlement_id,
      usage_time: group.usage_time,
      time_given: group.time_given,
      billable_records: group.billable_records,
      meta_info: group.meta_info,
      state: group.state,
      reason: group.reason,
      key_list: toLiteral(group.keys),
      quantity_list: `{${group.quantities.join(',')}}`,
    })),
    hashes: { joined: call.hashes },
    event: {
      id: scope.newId('evt'),
      alertId: scope.newId('evt'),
      payload: payloadOf(scope, call, groups.find(({ state }) => state === 'INVALID')?.reason ?? undefined),
      quiet: call.isQuiet,
    },
  });

/** Texts that an array literal may contain unquoted. An unquoted `null` would mean NULL. */
const plain = /^(?!null$)[a-z0-9_.-]+$/i;

/** Formats texts as a PostgreSQL array literal. */
export function toLiteral(texts: readonly string[]): string {
  let out = '';
  for (const text of texts)
    out += `${out === '' ? '' : ','}${plain.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`}`;
  return `{${out}}`;
}

/**
 * Returns the JSON text of a call without the counts, which the statement appends. `reason`: why one of the
 * groups is INVALID.
 */
export const payloadOf = (
  { organizationId, now, requestId }: OrgScope,
  { id, source, contentHash }: StoredCall,
  reason?: string,
): string => {
  const contents = { id, organizationID: organizationId, source, contentHash: contentHash.toString('hex') };
  const rest = { requestID: requestId, creationTime: now.toISOString(), status: 'WAITING', reason };
  return `${JSON.stringify({ ...contents, ...rest }).slice(0, -1)},`;
};

/** Selects the groups with these ids, and their hashes. */
export const selectTaken = (scope: OrgScope, ids: readonly string[]): Statement => ({
  name: 'select_taken_usage',
  text: `SELECT k.content_hash, g.batch_id, ${groupColumnList}
         FROM usage_key k JOIN (${groupSources})
           ON g.organization_id = k.organization_id AND g.batch_id = k.batch_id AND g.ordinal = k.ordinal
             AND g.received_at = k.received_at
         WHERE k.organization_id = $1 AND k.id = ANY ($2::text[])`,
  values: [scope.organizationId, ids],
});

/** Creates missing partitions for the current time and the next two months. */
export const ensurePartitions: Statement = {
  name: 'ensure_usage_partitions',
  text: `SELECT ensure_usage_partitions(clock_timestamp(), clock_timestamp() + interval '2 months') AS made`,
  values: [],
};
