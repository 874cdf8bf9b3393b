import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { deliveryColumnList } from './columns.ts';
import { changedColumns, countMessageChange, updateMessages } from './messages.ts';

/** An event that an endpoint takes. */
export type NewDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  notificationScope: string;
  entityType: string;
  entityId: string;
  position: number;
  part: number;
  /** It waits for earlier pending deliveries of the same record. */
  waits: boolean;
};

export const insertPayloads = (
  scope: OrgScope,
  payloads: readonly { eventId: string; body: string }[],
): Statement => ({
  name: 'insert_webhook_payloads',
  text: `INSERT INTO webhook_payload (organization_id, event_id, body)
         SELECT $1, p.event_id, p.body FROM unnest($2::text[], $3::text[]) AS p (event_id, body)
         ON CONFLICT DO NOTHING`,
  values: [scope.organizationId, payloads.map(({ eventId }) => eventId), payloads.map(({ body }) => body)],
});

const columnsOf = (deliveries: readonly NewDelivery[]): unknown[] => [
  deliveries.map(({ id }) => id),
  deliveries.map(({ endpointId }) => endpointId),
  deliveries.map(({ eventId }) => eventId),
  deliveries.map((delivery) => delivery.notificationScope),
  deliveries.map(({ entityType }) => entityType),
  deliveries.map(({ entityId }) => entityId),
  deliveries.map(({ position }) => position),
  deliveries.map(({ part }) => part),
  deliveries.map(({ waits }) => waits),
];

const unnested = `unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
    $10::integer[], $11::boolean[])
  AS n (id, endpoint_id, event_id, scope, entity_type, entity_id, position, part, waits)`;

/** Inserts deliveries, one for each event and endpoint. The caller has locked the queues. */
export const insertDeliveries = (scope: OrgScope, deliveries: readonly NewDelivery[]): Statement => ({
  name: 'insert_webhook_deliveries',
  text: `INSERT INTO webhook_delivery (organization_id, creation_time, id, endpoint_id, event_id, scope, entity_type,
           entity_id, position, part, due_at)
         SELECT $1, $2, n.id, n.endpoint_id, n.event_id, n.scope, n.entity_type, n.entity_id, n.position, n.part,
           CASE WHEN NOT n.waits THEN clock_timestamp() END
         FROM ${unnested} ON CONFLICT DO NOTHING`,
  values: [scope.organizationId, scope.now, ...columnsOf(deliveries)],
});

/**
 * Inserts deliveries of events that may have been sent before, which are then pending again. The caller has locked
 * the queue.
 * @param replay by which a second run of the same replay recognises its own work
 */
export const insertDeliveriesAgain = (
  scope: OrgScope,
  deliveries: readonly NewDelivery[],
  replay: { id: string; onlyMissing: boolean },
): Statement => ({
  name: 'owe_webhook_deliveries_again',
  text: `WITH changed AS (
           INSERT INTO webhook_delivery AS d (organization_id, creation_time, id, endpoint_id, event_id, scope,
             entity_type, entity_id, position, part, due_at, replay_id)
           SELECT $1, $2, n.id, n.endpoint_id, n.event_id, n.scope, n.entity_type, n.entity_id, n.position, n.part,
             CASE WHEN NOT n.waits THEN clock_timestamp() END, $12
           FROM ${unnested}
           ON CONFLICT (organization_id, endpoint_id, event_id) DO UPDATE
             SET status = 'PENDING', tries = 0, due_at = EXCLUDED.due_at, finished_at = NULL, replay_id = $12,
               ${countMessageChange}
             WHERE d.replay_id IS DISTINCT FROM $12 AND d.status <> 'PENDING' AND (d.status = 'FAILED' OR NOT $13)
           RETURNING ${changedColumns})
         ${updateMessages}`,
  values: [scope.organizationId, scope.now, ...columnsOf(deliveries), replay.id, replay.onlyMissing],
});

export const selectDelivery = (scope: OrgScope, endpointId: string, id: string): Statement => ({
  name: 'select_webhook_delivery',
  text: `SELECT ${deliveryColumnList}, p.body FROM webhook_delivery d
         LEFT JOIN webhook_payload p ON p.organization_id = d.organization_id AND p.event_id = d.event_id
         WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.id = $3`,
  values: [scope.organizationId, endpointId, id],
});

export const selectAttempts = (scope: OrgScope, id: string): Statement => ({
  name: 'select_webhook_attempts',
  text: `SELECT a.number, a.start_time, a.duration_ms, a.response_status, a.response_excerpt, a.error
         FROM webhook_attempt a WHERE a.organization_id = $1 AND a.delivery_id = $2 ORDER BY a.number LIMIT 1000`,
  values: [scope.organizationId, id],
});

/**
 * Makes a delivery pending again, with all its tries; one that is pending already is due now. The caller has locked
 * the queue.
 */
export const resendDelivery = (
  scope: OrgScope,
  endpointId: string,
  id: string,
  waits: boolean,
): Statement => ({
  name: 'resend_webhook_delivery',
  text: `WITH changed AS (
           UPDATE webhook_delivery d SET status = 'PENDING', tries = 0, finished_at = NULL,
             due_at = CASE WHEN NOT $4 THEN clock_timestamp() END, ${countMessageChange}
           WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.id = $3 AND d.lease_token IS NULL
           RETURNING ${changedColumns})
         ${updateMessages}`,
  values: [scope.organizationId, endpointId, id, waits],
});
