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
  /** JSON text. */
  payload: string;
};

/** The statement that records a fact, to be run in the transaction that makes it true. */
export const recordEvent = (scope: OrgScope, fact: EventFact): Statement => ({
  name: 'record_event',
  text: `INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload,
           actor_type, actor_id, request_id, creation_time)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  values: [
    scope.organizationId,
    scope.newId('evt'),
    fact.entityType,
    fact.entityId,
    fact.sequence,
    fact.action,
    fact.payload,
    scope.actor.type,
    scope.actor.id,
    scope.requestId,
    scope.now,
  ],
});
