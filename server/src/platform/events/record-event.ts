import { createHash } from 'node:crypto';
import type { OrgScope } from '../access/scope.ts';
import type { Statement } from '../database/statement.ts';
import { createIds } from '../ids.ts';

/** One business fact about one entity. Its payload is a snapshot of the record as it was then. */
export type EventFact = {
  /** As in the notification scopes. */
  entityType: string;
  entityId: string;
  /** The entity's own counter, taken under its lock: the first event of an entity is 1. */
  sequence: number;
  /** As in the notification scopes: CREATE, UPDATE, ACCEPT, … */
  action: string;
  /** What the action amounts to, where it is told apart: RENEW … */
  change?: string | undefined;
  /** JSON text of the record after the change. */
  payload: string;
  /** JSON text of the record before the change; absent when there was none. */
  before?: string | undefined;
  /** False for a notice that changes nothing; everything else is an audit entry. */
  audited?: boolean;
  /** The event's identifier, where the record names it. */
  id?: string;
};

const columns = `organization_id, id, entity_type, entity_id, sequence, action, payload, before,
             actor_type, actor_id, actor_email, actor_name, request_id, creation_time, audited, change`;

/** The statement that records a fact, to be run in the transaction that makes it true. */
export const recordEvent = (scope: OrgScope, fact: EventFact): Statement => ({
  name: 'record_event',
  text: `WITH recorded AS (
           INSERT INTO event (${columns})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id)
         INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded`,
  values: [
    scope.organizationId,
    fact.id ?? scope.newId('evt'),
    fact.entityType,
    fact.entityId,
    fact.sequence,
    fact.action,
    fact.payload,
    fact.before ?? null,
    scope.actor.type,
    scope.actor.id,
    scope.actor.email ?? null,
    scope.actor.name ?? null,
    scope.requestId,
    scope.now,
    fact.audited ?? true,
    fact.change ?? null,
  ],
});

/** The same for many facts of one change, one of each entity. */
export const recordEvents = (scope: OrgScope, facts: readonly EventFact[]): Statement => ({
  name: 'record_events',
  text: `WITH recorded AS (
           INSERT INTO event (${columns})
           SELECT $1, f.id, f.entity_type, f.entity_id, f.sequence, f.action, f.payload::json, f.before::json,
             $10, $11, $12, $13, $14, $15, f.audited, f.change
           FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::boolean[],
               $16::text[]) AS f (id, entity_type, entity_id, sequence, action, payload, before, audited, change)
           RETURNING id)
         INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded`,
  values: [
    scope.organizationId,
    facts.map(() => scope.newId('evt')),
    facts.map(({ entityType }) => entityType),
    facts.map(({ entityId }) => entityId),
    facts.map(({ sequence }) => sequence),
    facts.map(({ action }) => action),
    facts.map(({ payload }) => payload),
    facts.map(({ before }) => before ?? null),
    facts.map(({ audited }) => audited ?? true),
    scope.actor.type,
    scope.actor.id,
    scope.actor.email ?? null,
    scope.actor.name ?? null,
    scope.requestId,
    scope.now,
    facts.map(({ change }) => change ?? null),
  ],
});

/**
 * The identifier of what an event amounts to beside its own fact: the same whoever works it out. It begins with the
 * event's time and then sorts after whatever was made in that millisecond.
 */
export const followingEventId = (eventId: string, action: string): string => {
  const bytes = createHash('sha256').update(`${eventId} ${action}`).digest().subarray(0, 16);
  return `${eventId.slice(0, 14)}z${createIds(() => bytes)('').slice(-15)}`;
};
