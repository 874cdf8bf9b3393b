import { sweepOf } from '../../platform/database/maintenance.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { changedColumns, updateMessages } from './messages.ts';

/** The retention period of an ended delivery, during which the delivery can be read and resent. */
const kept = '30 days';

/** Marks deliveries of deleted endpoints and organizations as FAILED, and removes old rows, in the system role. */
export const sweepDeliveries: readonly Statement[] = [
  {
    name: 'end_ownerless_webhook_deliveries',
    text: `WITH changed AS (
             UPDATE webhook_delivery d SET status = 'FAILED', due_at = NULL, lease_token = NULL,
               finished_at = clock_timestamp(), last_error = 'the endpoint or its organization was deleted'
             WHERE d.ctid = ANY (ARRAY(
               SELECT p.ctid FROM webhook_delivery p WHERE p.status = 'PENDING' AND NOT EXISTS (
                 SELECT FROM webhook_endpoint w JOIN organization o ON o.organization_id = w.organization_id
                 WHERE w.organization_id = p.organization_id AND w.id = p.endpoint_id AND o.status <> 'DELETED')
               LIMIT 10000))
             RETURNING ${changedColumns})
           ${updateMessages}`,
    values: [],
  },
  {
    name: 'rest_ownerless_webhook_queues',
    text: `UPDATE webhook_queue q SET wake_at = NULL FROM organization o
           WHERE q.wake_at IS NOT NULL AND o.organization_id = q.organization_id AND o.status = 'DELETED'`,
    values: [],
  },
  sweepOf(
    'sweep_webhook_attempts',
    'webhook_attempt',
    `t.start_time < clock_timestamp() - interval '${kept}'`,
  ),
  sweepOf(
    'sweep_webhook_deliveries',
    'webhook_delivery',
    `t.finished_at < clock_timestamp() - interval '${kept}'`,
  ),
  sweepOf(
    'sweep_webhook_payloads',
    'webhook_payload',
    // A payload is kept longer for deliveries that are pending at a disabled endpoint or were resent.
    `t.creation_time < clock_timestamp() - interval '40 days' AND NOT EXISTS (
       SELECT FROM webhook_endpoint w
         JOIN webhook_delivery d ON d.organization_id = w.organization_id AND d.endpoint_id = w.id
       WHERE w.organization_id = t.organization_id AND d.event_id = t.event_id)`,
  ),
];
