import type { OrgTransaction } from '../../platform/access/scope.ts';
import { selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';
import { type Channel, passesWhitelist, type RoutingConfig } from '../channels.ts';
import type { Notification } from '../translate.ts';
import { insertDeliveries, insertPayloads, type NewDelivery } from './delivery-store.ts';
import { payloadOf } from './payload.ts';
import { lockQueues, releaseHeads, wakeQueues } from './queue-store.ts';
import { type Choice, takes } from './rules.ts';
import { isRequest } from './test-event.ts';

export type EndpointFilter = Choice & { id: string };

/**
 * Returns whether an endpoint receives a notification: by its filters, and by the organization's product
 * whitelist (R51).
 */
export const takesNotification = (
  endpoint: EndpointFilter,
  config: RoutingConfig,
  notification: Notification,
): boolean =>
  !isRequest(notification) &&
  passesWhitelist(config, notification.productId) &&
  takes(endpoint, notification);

/** Numbers the notifications of one event in list order, because they have the same position. */
export const partsOf = (notifications: readonly Notification[]): Map<string, number> => {
  const parts = new Map<string, number>();
  let previous: { position: number; part: number } | undefined;
  for (const { id, position } of notifications) {
    const part: number = previous?.position === position ? previous.part + 1 : 0;
    parts.set(id, part);
    previous = { position, part };
  }
  return parts;
};

export const toDelivery = (
  id: string,
  endpointId: string,
  notification: Notification,
  order: { part: number; waits: boolean },
): NewDelivery => ({
  id,
  endpointId,
  eventId: notification.id,
  notificationScope: notification.notificationScope,
  entityType: notification.entityType,
  entityId: notification.entityId,
  position: notification.position,
  part: order.part,
  waits: order.waits,
});

const choosing = [
  'id',
  'scopes',
  'product_ids',
  'partners',
  'entity_ids',
] as const satisfies readonly ColumnOf<'webhook_endpoint'>[];
type EndpointFilterRow = RowOf<'webhook_endpoint', (typeof choosing)[number]>;

async function enabledEndpoints(scope: OrgTransaction): Promise<EndpointFilter[]> {
  const rows = await scope.query<EndpointFilterRow>({
    name: 'enabled_webhook_endpoints',
    text: `SELECT ${selectList<'webhook_endpoint'>('w', choosing)} FROM webhook_endpoint w
           WHERE w.organization_id = $1 AND w.status = 'ENABLED' ORDER BY w.id`,
    values: [scope.organizationId],
  });
  return rows.map(toChoice);
}

export const toChoice = (row: EndpointFilterRow): EndpointFilter => ({
  id: row.id,
  scopes: row.scopes,
  productIds: row.product_ids,
  partners: row.partners,
  entityIds: row.entity_ids,
});

/**
 * Creates the webhook channel, which enqueues a delivery of each notification for each endpoint with matching filters.
 * The delivery is also the notification's message.
 */
export const webhookChannel: Channel = {
  name: 'WEBHOOK',
  prepare: async (scope, config, notifications) => {
    const endpoints = await enabledEndpoints(scope);
    const parts = partsOf(notifications);
    const wanted = notifications.flatMap((notification) =>
      endpoints
        .filter((endpoint) => takesNotification(endpoint, config, notification))
        .map(({ id }) => ({ endpointId: id, notification })),
    );
    if (wanted.length === 0) return { messages: [], statements: [] };
    const queues = await lockQueues(scope, [...new Set(wanted.map(({ endpointId }) => endpointId))]);
    const chosen = wanted.flatMap(({ endpointId, notification }) => {
      const queue = queues.get(endpointId);
      const order = { part: parts.get(notification.id) ?? 0, waits: queue?.fifo === true };
      // An endpoint that was deleted in the meantime has no queue.
      return queue
        ? [{ notification, delivery: toDelivery(scope.newId('msg'), endpointId, notification, order) }]
        : [];
    });
    return {
      messages: chosen.map(({ notification, delivery }) => ({
        id: delivery.id,
        notification,
        recipient: delivery.endpointId,
        subject: notification.title,
      })),
      statements: chosen.length === 0 ? [] : deliveryStatements(scope, chosen),
    };
  },
};

function deliveryStatements(
  scope: OrgTransaction,
  chosen: readonly { notification: Notification; delivery: NewDelivery }[],
) {
  const { organizationId } = scope;
  const byEvent = new Map(chosen.map((each) => [each.notification.id, each.notification]));
  const waiting = chosen.filter(({ delivery }) => delivery.waits).map(({ delivery }) => delivery);
  const endpointIds = [...new Set(chosen.map(({ delivery }) => delivery.endpointId))];
  return [
    insertPayloads(
      scope,
      [...byEvent.values()].map((each) => ({ eventId: each.id, body: payloadOf(organizationId, each) })),
    ),
    insertDeliveries(
      scope,
      chosen.map(({ delivery }) => delivery),
    ),
    ...(waiting.length === 0
      ? []
      : [
          releaseHeads({
            organizationIds: waiting.map(() => organizationId),
            endpointIds: waiting.map(({ endpointId }) => endpointId),
            entityIds: waiting.map(({ entityId }) => entityId),
          }),
        ]),
    wakeQueues({ organizationIds: endpointIds.map(() => organizationId), endpointIds }),
  ];
}
