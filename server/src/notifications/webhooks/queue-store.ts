import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** The endpoints of one or several organizations, as parallel lists. */
export type EndpointKeys = { organizationIds: readonly string[]; endpointIds: readonly string[] };
/**
 * A delivery queues, as parallel lists. At an endpoint that keeps order, the pending deliveries of one record form a
 * queue (lane).
 */
export type LaneKeys = EndpointKeys & { entityIds: readonly string[] };

/**
 * Locks the queues of endpoints until the end of the transaction. Returns the existing queues, each with whether it
 * keeps order.
 */
export async function lockQueues(
  scope: OrgTransaction,
  endpointIds: readonly string[],
): Promise<Map<string, { fifo: boolean }>> {
  const rows = await scope.query<RowOf<'webhook_queue', 'endpoint_id' | 'fifo'>>({
    name: 'hold_webhook_queues',
    text: `SELECT q.endpoint_id, q.fifo FROM webhook_queue q
           WHERE q.organization_id = $1 AND q.endpoint_id = ANY ($2) ORDER BY q.endpoint_id FOR UPDATE`,
    values: [scope.organizationId, endpointIds],
  });
  return new Map(rows.map(({ endpoint_id, fifo }) => [endpoint_id, { fifo }]));
}

/** Marks the queues as due now, because a delivery may be due. The caller must have locked the queues. */
export const wakeQueues = ({ organizationIds, endpointIds }: EndpointKeys): Statement => ({
  name: 'wake_webhook_queues',
  text: `UPDATE webhook_queue q SET wake_at = least(coalesce(q.wake_at, 'infinity'), clock_timestamp())
         FROM unnest($1::text[], $2::text[]) AS k (organization_id, endpoint_id)
         WHERE q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id`,
  values: [organizationIds, endpointIds],
});

/**
 * Marks the first deferred delivery of each lane as due. Only endpoints that keep order have lanes. The caller must
 * have locked the queues.
 */
export const releaseHeads = ({ organizationIds, endpointIds, entityIds }: LaneKeys): Statement => ({
  name: 'release_webhook_heads',
  text: `UPDATE webhook_delivery d SET due_at = clock_timestamp()
         FROM (SELECT DISTINCT k.organization_id, k.endpoint_id, k.entity_id FROM unnest($1::text[], $2::text[], $3::text[])
                 AS k (organization_id, endpoint_id, entity_id)
               JOIN webhook_queue q ON q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id AND q.fifo) k
           CROSS JOIN LATERAL (
             SELECT p.id, p.due_at FROM webhook_delivery p
             WHERE p.organization_id = k.organization_id AND p.endpoint_id = k.endpoint_id
               AND p.entity_id = k.entity_id AND p.status = 'PENDING'
             ORDER BY p.position, p.part LIMIT 1) head
         WHERE d.organization_id = k.organization_id AND d.id = head.id AND head.due_at IS NULL`,
  values: [organizationIds, endpointIds, entityIds],
});

/**
 * Defers the pending deliveries of some records behind the earliest delivery of the same record, unless they are in
 * flight. The caller must have locked the queue. `OFFSET 0` forces a lookup for each record, because an endpoint may
 * have a hundred thousand pending deliveries.
 */
export const deferFollowers = (
  scope: OrgScope,
  endpointId: string,
  entityIds: readonly string[],
): Statement => ({
  name: 'hold_webhook_followers',
  text: `UPDATE webhook_delivery d SET due_at = NULL
         WHERE d.organization_id = $1 AND d.id = ANY (ARRAY(
           SELECT follower.id
           FROM (SELECT DISTINCT k.entity_id FROM unnest($3::text[]) AS k (entity_id)) k
             CROSS JOIN LATERAL (
               SELECT p.position, p.part FROM webhook_delivery p
               WHERE p.organization_id = $1 AND p.endpoint_id = $2 AND p.entity_id = k.entity_id AND p.status = 'PENDING'
               ORDER BY p.position, p.part LIMIT 1) head
             CROSS JOIN LATERAL (
               SELECT f.id FROM webhook_delivery f
               WHERE f.organization_id = $1 AND f.endpoint_id = $2 AND f.entity_id = k.entity_id
                 AND f.status = 'PENDING' AND (f.position, f.part) > (head.position, head.part)
                 AND f.due_at IS NOT NULL AND f.lease_token IS NULL
               ORDER BY f.position, f.part OFFSET 0) follower))`,
  values: [scope.organizationId, endpointId, entityIds],
});

/** Defers the followers in all lanes of an endpoint. */
const deferAllFollowers = (scope: OrgScope, endpointId: string): Statement => ({
  name: 'hold_all_webhook_followers',
  text: `UPDATE webhook_delivery d SET due_at = NULL
         WHERE d.organization_id = $1 AND d.id = ANY (ARRAY(
           SELECT queued.id
           FROM (
             SELECT p.id, p.due_at, p.lease_token,
               row_number() OVER (PARTITION BY p.entity_id ORDER BY p.position, p.part) AS place
             FROM webhook_delivery p
             WHERE p.organization_id = $1 AND p.endpoint_id = $2 AND p.status = 'PENDING') queued
           WHERE queued.place > 1 AND queued.due_at IS NOT NULL AND queued.lease_token IS NULL))`,
  values: [scope.organizationId, endpointId],
});

/**
 * Sets whether an endpoint keeps the order of each record’s events. The caller must have locked the endpoint's queue.
 */
export const keepOrder = (scope: OrgScope, endpointId: string, fifo: boolean): Statement[] => [
  {
    name: 'set_webhook_queue_order',
    text: 'UPDATE webhook_queue q SET fifo = $3 WHERE q.organization_id = $1 AND q.endpoint_id = $2',
    values: [scope.organizationId, endpointId, fifo],
  },
  fifo
    ? deferAllFollowers(scope, endpointId)
    : {
        name: 'release_webhook_followers',
        text: `UPDATE webhook_delivery d SET due_at = clock_timestamp()
               WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.status = 'PENDING' AND d.due_at IS NULL`,
        values: [scope.organizationId, endpointId],
      },
];

/** Clears the failing and paused state of an endpoint's queue. The caller must have locked the queue. */
export const freshQueue = (scope: OrgScope, endpointId: string): Statement => ({
  name: 'freshen_webhook_queue',
  text: `UPDATE webhook_queue q SET failing_since = NULL, warned_at = NULL, hold_until = NULL,
           wake_at = clock_timestamp()
         WHERE q.organization_id = $1 AND q.endpoint_id = $2`,
  values: [scope.organizationId, endpointId],
});
