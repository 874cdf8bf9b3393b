import type { OrgScope, OrgTransaction } from '../../platform/scope.ts';
import type { Statement } from '../../platform/statement.ts';

/** Endpoints, of one organization or of several, by position. */
export type EndpointKeys = { organizationIds: readonly string[]; endpointIds: readonly string[] };
/** Records of endpoints, by position: what is owed of one record is a lane where order is kept. */
export type LaneKeys = EndpointKeys & { entityIds: readonly string[] };

/** Holds the queues of endpoints until the end of the transaction: those that are there, and whether they keep order. */
export async function holdQueues(
  scope: OrgTransaction,
  endpointIds: readonly string[],
): Promise<Map<string, { fifo: boolean }>> {
  const rows = await scope.query<{ endpoint_id: string; fifo: boolean }>({
    name: 'hold_webhook_queues',
    text: `SELECT q.endpoint_id, q.fifo FROM webhook_queue q
           WHERE q.organization_id = $1 AND q.endpoint_id = ANY ($2) ORDER BY q.endpoint_id FOR UPDATE`,
    values: [scope.organizationId, endpointIds],
  });
  return new Map(rows.map(({ endpoint_id, fifo }) => [endpoint_id, { fifo }]));
}

/** Something may be owed now. For whoever holds the queues. */
export const wakeQueues = ({ organizationIds, endpointIds }: EndpointKeys): Statement => ({
  name: 'wake_webhook_queues',
  text: `UPDATE webhook_queue q SET wake_at = least(coalesce(q.wake_at, 'infinity'), clock_timestamp())
         FROM unnest($1::text[], $2::text[]) AS k (organization_id, endpoint_id)
         WHERE q.organization_id = k.organization_id AND q.endpoint_id = k.endpoint_id`,
  values: [organizationIds, endpointIds],
});

/**
 * Lets the earliest delivery of each lane go that waited for another, where order is kept: elsewhere none waits. For
 * whoever holds the queues.
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
 * Lets what is owed wait for what is owed earlier of the same record, where it is not on its way already. For whoever
 * holds the endpoint's queue.
 * @param entityIds of these records only
 */
export const holdFollowers = (
  scope: OrgScope,
  endpointId: string,
  entityIds: readonly string[] | undefined,
): Statement => ({
  name: 'hold_webhook_followers',
  text: `UPDATE webhook_delivery d SET due_at = NULL
         WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.status = 'PENDING' AND d.due_at IS NOT NULL
           AND d.lease_token IS NULL AND ($3::text[] IS NULL OR d.entity_id = ANY ($3))
           AND EXISTS (
             SELECT FROM webhook_delivery p
             WHERE p.organization_id = d.organization_id AND p.endpoint_id = d.endpoint_id
               AND p.entity_id = d.entity_id AND p.status = 'PENDING'
               AND (p.position, p.part) < (d.position, d.part))`,
  values: [scope.organizationId, endpointId, entityIds ?? null],
});

/** Whether an endpoint keeps the order of a record’s events from now on. For whoever holds its queue. */
export const keepOrder = (scope: OrgScope, endpointId: string, fifo: boolean): Statement[] => [
  {
    name: 'set_webhook_queue_order',
    text: 'UPDATE webhook_queue q SET fifo = $3 WHERE q.organization_id = $1 AND q.endpoint_id = $2',
    values: [scope.organizationId, endpointId, fifo],
  },
  fifo
    ? holdFollowers(scope, endpointId, undefined)
    : {
        name: 'release_webhook_followers',
        text: `UPDATE webhook_delivery d SET due_at = clock_timestamp()
               WHERE d.organization_id = $1 AND d.endpoint_id = $2 AND d.status = 'PENDING' AND d.due_at IS NULL`,
        values: [scope.organizationId, endpointId],
      },
];

/** Begins anew with an endpoint: it is not known to fail, and nothing holds it. For whoever holds its queue. */
export const freshQueue = (scope: OrgScope, endpointId: string): Statement => ({
  name: 'freshen_webhook_queue',
  text: `UPDATE webhook_queue q SET failing_since = NULL, warned_at = NULL, hold_until = NULL,
           wake_at = clock_timestamp()
         WHERE q.organization_id = $1 AND q.endpoint_id = $2`,
  values: [scope.organizationId, endpointId],
});
