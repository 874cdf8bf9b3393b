import type { OrgScope } from '../../platform/access/scope.ts';
import { columns, defineStatement, insertSql, parameters } from '../../platform/database/define-statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { runIdOf } from '../run-request.ts';
import { payloadOf, type StoredCall, type StoredGroup, toLiteral } from './store.ts';

/**
 * Stores a call with one group if the entitlement still has the validated version and the run of the hour is
 * still pending; otherwise has no effect. Writes the same rows as `take_usage`, without the lists and counts
 * for many groups.
 */
const takeOne = defineStatement(
  'take_one_usage',
  {
    call: columns('usage_batch', [
      'organization_id',
      'id',
      'received_at',
      'creation_time',
      'source',
      'content_hash',
      'actor_type',
      'actor_id',
      'actor_email',
      'actor_name',
      'request_id',
    ]),
    group: columns('usage_group', ['id', 'entitlement_id', 'usage_time', 'time_given', 'meta_info']),
    given: parameters({
      hash: 'bytea',
      keys: 'text',
      quantities: 'text',
      eventId: 'text',
      payload: 'text',
      version: 'text',
      runId: 'text',
    }),
  },
  ({ call, group, given }) => `
  WITH ready AS (
    SELECT FROM entitlement e
    WHERE e.organization_id = ${call.at.organization_id} AND e.id = ${group.at.entitlement_id}
      AND e.xmin::text = ${given.version}
      AND EXISTS (SELECT FROM job j
        WHERE j.organization_id = ${call.at.organization_id} AND j.id = ${given.runId} AND j.finished_at IS NULL)),
  claimed AS (
    ${insertSql('usage_key', {
      organization_id: call.at.organization_id,
      id: group.at.id,
      content_hash: given.hash,
      batch_id: call.at.id,
      ordinal: '0',
      received_at: call.at.received_at,
    })} FROM ready
    ON CONFLICT (organization_id, id) DO NOTHING RETURNING ordinal),
  batch AS (${call.insert({ size: '1', invalid: '0' })} FROM claimed),
  stored AS (
    ${group.insert({
      organization_id: call.at.organization_id,
      batch_id: call.at.id,
      ordinal: 'ordinal',
      received_at: call.at.received_at,
      keys: `${given.keys}::text[]`,
      quantities: `${given.quantities}::numeric[]`,
    })} FROM claimed),
  recorded AS (
    ${insertSql('event', {
      organization_id: call.at.organization_id,
      id: given.eventId,
      entity_type: "'USAGE_RECORD_GROUP'",
      entity_id: call.at.id,
      sequence: '1',
      action: "'CREATE'",
      payload: `${given.payload}::json`,
      actor_type: call.at.actor_type,
      actor_id: call.at.actor_id,
      actor_email: call.at.actor_email,
      actor_name: call.at.actor_name,
      request_id: call.at.request_id,
      creation_time: call.at.creation_time,
      audited: 'true',
    })} FROM claimed),
  unsealed AS (${insertSql('unsealed_event', { organization_id: call.at.organization_id, event_id: given.eventId })} FROM claimed)
  SELECT EXISTS (SELECT FROM ready) AS ready, EXISTS (SELECT FROM claimed) AS taken`,
);

/** The result of the statement: whether the preconditions were met, and whether the id was new. */
export type StoreResult = { ready: boolean; taken: boolean };

/**
 * Creates the statement that stores one group of an entitlement in a given version. It returns `StoreResult`.
 */
export const takeOneGroup = (
  scope: OrgScope,
  call: StoredCall,
  group: StoredGroup,
  version: string,
): Statement =>
  takeOne({
    call: {
      organization_id: scope.organizationId,
      id: call.id,
      received_at: scope.wallNow,
      creation_time: scope.now,
      source: call.source,
      content_hash: call.contentHash,
      actor_type: scope.actor.type,
      actor_id: scope.actor.id,
      actor_email: scope.actor.email,
      actor_name: scope.actor.name,
      request_id: scope.requestId,
    },
    group: {
      id: group.id,
      entitlement_id: group.entitlement_id,
      usage_time: group.usage_time,
      time_given: group.time_given,
      meta_info: group.meta_info,
    },
    given: {
      hash: call.hashes,
      keys: toLiteral(group.keys),
      quantities: `{${group.quantities.join(',')}}`,
      eventId: scope.newId('evt'),
      payload: `${payloadOf(scope, call)}"size":1,"invalid":0}`,
      version,
      runId: runIdOf(scope.now),
    },
  });
