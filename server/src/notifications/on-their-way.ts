import { outOfService } from '../platform/access/organization-states.ts';
import type { Database } from '../platform/database/database.ts';
import { inList } from '../platform/records/moves.ts';

/**
 * Returns whether an organization's webhooks are in flight, or due within a second according to its rates. Deliveries
 * to failing endpoints and deliveries of suspended organizations are ignored.
 */
export const hasWebhooksInFlight = async (database: Database, organizationId: string): Promise<boolean> => {
  const [row] = await database.transaction(
    ({ query }) =>
      query<{ found: boolean }>({
        name: 'webhooks_on_their_way',
        text: `SELECT EXISTS (
                 SELECT FROM webhook_queue q WHERE q.organization_id = $1 AND q.failing_since IS NULL
                   AND q.wake_at <= clock_timestamp() + interval '1 second')
               OR EXISTS (
                 SELECT FROM webhook_delivery d JOIN webhook_queue q
                   ON q.organization_id = d.organization_id AND q.endpoint_id = d.endpoint_id
                 WHERE d.organization_id = $1 AND q.failing_since IS NULL AND d.status = 'PENDING' AND d.lease_token IS NOT NULL
                   AND d.due_at > clock_timestamp()) AS found
               FROM organization o WHERE o.organization_id = $1 AND o.status NOT IN (${inList(outOfService)})`,
        values: [organizationId],
      }),
    'system',
  );
  return row?.found ?? false;
};
