import { sweepOf } from '../../platform/maintenance.ts';
import type { Statement } from '../../platform/statement.ts';

/** How long an ended delivery is shown and can be sent again. */
const kept = '30 days';

/** Ends what is owed to nobody, and removes what has served its time: as the system. */
export const sweepDeliveries: readonly Statement[] = [
  {
    name: 'end_ownerless_webhook_deliveries',
    text: `UPDATE webhook_delivery SET status = 'FAILED', due_at = NULL, lease_token = NULL,
             finished_at = clock_timestamp(), last_error = 'the endpoint was deleted'
           WHERE ctid = ANY (ARRAY(
             SELECT d.ctid FROM webhook_delivery d WHERE d.status = 'PENDING' AND NOT EXISTS (
               SELECT FROM webhook_endpoint w
               WHERE w.organization_id = d.organization_id AND w.id = d.endpoint_id)
             LIMIT 10000))`,
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
    // Longer than any delivery is tried and then shown.
    `t.creation_time < clock_timestamp() - interval '40 days'`,
  ),
];
