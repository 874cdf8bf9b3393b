import { z } from 'zod';
import type { WebhookDescription } from '../../platform/openapi/webhooks.ts';
import { fieldOf, record } from '../../platform/records/fields.ts';
import { catalogue } from '../catalogue.ts';
import { NotificationEvent } from '../records/index.ts';
import { WebhookEndpoint } from './records.ts';

const words = (entityType: string): string =>
  entityType
    .toLowerCase()
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

const anyRecord = z.record(z.string(), z.unknown());

/** Creates the payload schema for one record type: the event, its type, and the record at the time of the event. */
function payloadSchema(entityType: string, names: readonly string[], data: z.ZodType): z.ZodType {
  const { shape } = NotificationEvent;
  const kept = [
    ...([
      'eventID',
      'eventStatus',
      'organizationID',
      'partner',
      'entityType',
      'entityID',
      'entityName',
    ] as const),
    ...(['entityStatus', 'action', 'title', 'message', 'priority', 'timestamp', 'isActionItem'] as const),
    ...(['requireAudit', 'createdBy', 'info'] as const),
  ].map((name) => [name, shape[name].unwrap()] as const);
  return record(`WebhookEventOf${words(entityType)}`, 'Payload of an event sent to webhook endpoints.', {
    type: z.enum(names as [string, ...string[]]).meta({ description: 'The event as ACTION.ENTITY.' }),
    ...Object.fromEntries(kept),
    data: fieldOf(data, 'The record at the time of the event.'),
  });
}

/**
 * Describes the payload of every known event.
 * @param records the schema of each entity type, by its name in the notification scopes
 */
export function webhookDescriptions(records: Readonly<Record<string, z.ZodType>>): WebhookDescription[] {
  const known: typeof records = { ...records, WEBHOOK_ENDPOINT: WebhookEndpoint };
  const names = Object.keys(catalogue);
  const entityOf = (notificationScope: string) => notificationScope.slice(notificationScope.indexOf('.') + 1);
  const bodies = new Map(
    [...new Set(names.map(entityOf))].map((entityType) => {
      const own = names.filter((notificationScope) => entityOf(notificationScope) === entityType);
      return [entityType, payloadSchema(entityType, own, known[entityType] ?? anyRecord)] as const;
    }),
  );
  return names.map((notificationScope) => ({
    name: notificationScope,
    summary: catalogue[notificationScope]?.title ?? notificationScope,
    description: [
      catalogue[notificationScope]?.message ?? notificationScope,
      catalogue[notificationScope]?.details,
    ]
      .filter((text) => text !== undefined)
      .join(' ')
      .replaceAll(/[{}]/g, ''),
    group: 'Notification',
    body: bodies.get(entityOf(notificationScope)) as z.ZodType,
  }));
}
