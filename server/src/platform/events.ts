import type { OrgScope } from './scope.ts';
import type { Statement } from './statement.ts';

/** One business fact about one entity. Its payload is a snapshot of the record as it was then. */
export type EventFact = {
  /** As in the notification scopes: OFFER, ENTITLEMENT, … */
  entityType: string;
  entityId: string;
  /** The entity's own counter, taken under its lock: the first event of an entity is 1. */
  sequence: number;
  /** As in the notification scopes: CREATE, UPDATE, ACCEPT, … */
  action: string;
  /** JSON text of the record after the change. */
  payload: string;
  /** JSON text of the record before the change; absent when there was none. */
  before?: string | undefined;
  /** False for a notice that changes nothing; everything else is an audit entry. */
  audited?: boolean;
};

/** The statement that records a fact, to be run in the transaction that makes it true. */
export const recordEvent = (scope: OrgScope, fact: EventFact): Statement => ({
  name: 'record_event',
  text: `WITH recorded AS (
           INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, before,
             actor_type, actor_id, actor_email, actor_name, request_id, creation_time, audited)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id)
         INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM recorded`,
  values: [
    scope.organizationId,
    scope.newId('evt'),
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
  ],
});
