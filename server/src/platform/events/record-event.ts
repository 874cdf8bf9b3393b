import { createHash } from 'node:crypto';
import type { OrgScope } from '../access/scope.ts';
import { columns, defineStatement, insertSql, rows } from '../database/define-statement.ts';
import type { Statement } from '../database/statement.ts';
import { createIds } from '../ids.ts';

/** A business fact about one entity. Its payload is a snapshot of the record as it was then. */
export type EventFact = {
  /** As in the notification scopes. */
  entityType: string;
  entityId: string;
  /** The entity's own counter, taken under its lock: the first event of an entity is 1. */
  sequence: number;
  /** As in the notification scopes: CREATE, UPDATE, ACCEPT, … */
  action: string;
  /** The business meaning of an action, where one action has several: RENEW … */
  change?: string | undefined;
  /** JSON text of the record after the change. */
  payload: string;
  /** JSON text of the record before the change; absent when there was none. */
  before?: string | undefined;
  /** False for a notice that changes nothing; everything else is an audit entry. */
  audited?: boolean;
  /** The event's identifier, where the record names it. */
  id?: string;
  /** What asked for it, where that is not what asked for the others of its transaction. */
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

/** Makes the SQL that queues an event for its position in the trail. */
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

/** The statement that records a fact, to be run in the transaction that makes it true. */
export const recordEvent = (scope: OrgScope, fact: EventFact): Statement =>
  scope.isSilent ? nothing : recordOne({ scope: valuesOfScope(scope), fact: valuesOfFact(scope, fact) });

/** Records many facts of one change, one of each entity. */
export const recordEvents = (scope: OrgScope, facts: readonly EventFact[]): Statement =>
  scope.isSilent
    ? nothing
    : recordMany({
        scope: valuesOfScope(scope),
        facts: facts.map((fact) => valuesOfFact(scope, { ...fact, id: scope.newId('evt') })),
      });

/**
 * The identifier of what an event amounts to beside its own fact: the same whoever works it out. It begins with the
 * event's time and then sorts after whatever was made in that millisecond.
 */
export const followingEventId = (eventId: string, action: string): string => {
  const bytes = createHash('sha256').update(`${eventId} ${action}`).digest().subarray(0, 16);
  return `${eventId.slice(0, 14)}z${createIds(() => bytes)('').slice(-15)}`;
};
