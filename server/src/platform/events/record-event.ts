import { createHash } from 'node:crypto';
import type { OrgScope } from '../access/scope.ts';
import { columns, defineStatement, insertSql, rows } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import { createIds } from '../ids.ts';

/** A business event of one entity. The payload is a snapshot of the record at that time. */
export type EventFact = {
  /** The entity type, as named in notification scopes. */
  entityType: string;
  entityId: string;
  /** The entity's event number, incremented under the entity lock. The first event has the number 1. */
  sequence: number;
  /** The action, as named in notification scopes: CREATE, UPDATE, ACCEPT, … */
  action: string;
  /** The specific meaning of an action with several meanings, such as RENEW. */
  change?: string | undefined;
  /** The record after the change, as JSON text. */
  payload: string;
  /** The record before the change, as JSON text; absent for a new record. */
  before?: string | undefined;
  /** False for a notification without a change. All other events are audit entries. */
  audited?: boolean;
  /** The event's identifier, if the record already refers to the event. */
  id?: string;
  /** The request that caused this event, if it differs from the transaction's request. */
  requestId?: string;
};

const ofScope = [
  'organization_id',
  'actor_type',
  'actor_id',
  'actor_email',
  'actor_name',
  'creation_time',
] as const;
const ofFact = [
  'id',
  'request_id',
  'entity_type',
  'entity_id',
  'sequence',
  'action',
  'payload',
  'before',
  'audited',
  'change',
] as const;

/** Builds the SQL that enqueues an event, which then gets its position in the audit trail. */
const unsealed = (organizationId: string) =>
  `${insertSql('unsealed_event', { organization_id: organizationId, event_id: 'id' })} FROM recorded`;

const recordOne = defineStatement(
  'record_event',
  { scope: columns('event', ofScope), fact: columns('event', ofFact) },
  ({ scope, fact }) =>
    `WITH recorded AS (${fact.insert(scope.at)} RETURNING id) ${unsealed(scope.at.organization_id)}`,
);

const recordMany = defineStatement(
  'record_events',
  { scope: columns('event', ofScope), facts: rows('event', ofFact) },
  ({ scope, facts }) =>
    `WITH recorded AS (${facts.insert('f', scope.at)} FROM ${facts.unnest('f')} RETURNING id)
     ${unsealed(scope.at.organization_id)}`,
);

const valuesOfScope = (scope: OrgScope) => ({
  organization_id: scope.organizationId,
  actor_type: scope.actor.type,
  actor_id: scope.actor.id,
  actor_email: scope.actor.email,
  actor_name: scope.actor.name,
  creation_time: scope.now,
});

const valuesOfFact = (scope: OrgScope, fact: EventFact) => ({
  id: fact.id ?? scope.newId('evt'),
  request_id: fact.requestId ?? scope.requestId,
  entity_type: fact.entityType,
  entity_id: fact.entityId,
  sequence: fact.sequence,
  action: fact.action,
  payload: fact.payload,
  before: fact.before,
  audited: fact.audited ?? true,
  change: fact.change,
});

const nothing: Statement = { name: 'record_no_event', text: 'SELECT WHERE false', values: [] };

/** Builds the statement that records an event. The statement runs in the same transaction as the change. */
export const recordEvent = (scope: OrgScope, fact: EventFact): Statement =>
  scope.isSilent ? nothing : recordOne({ scope: valuesOfScope(scope), fact: valuesOfFact(scope, fact) });

/** Builds the statement that records the events of one change to several entities, with one event for each entity. */
export const recordEvents = (scope: OrgScope, facts: readonly EventFact[]): Statement =>
  scope.isSilent
    ? nothing
    : recordMany({
        scope: valuesOfScope(scope),
        facts: facts.map((fact) => valuesOfFact(scope, { ...fact, id: scope.newId('evt') })),
      });

/**
 * Creates the deterministic identifier of a derived event. The identifier begins with the time of the original event,
 * and sorts after all identifiers created in that millisecond.
 */
export const followingEventId = (eventId: string, action: string): string => {
  const bytes = createHash('sha256').update(`${eventId} ${action}`).digest().subarray(0, 16);
  return `${eventId.slice(0, 14)}z${createIds(() => bytes)('').slice(-15)}`;
};
