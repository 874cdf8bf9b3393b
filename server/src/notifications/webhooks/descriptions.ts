import { z } from 'zod';
import type { WebhookDescription } from '../../platform/openapi/webhooks.ts';
import { of, record } from '../../platform/records/fields.ts';
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

/** The payload of a kind of record’s events: the event, its type, and the record as it was when it happened. */
function payloadSchema(entityType: string, scopes: readonly string[], data: z.ZodType): z.ZodType {
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
  return record(`WebhookEventOf${words(entityType)}`, 'What is sent of an event to webhook endpoints.', {
    type: z.enum(scopes as [string, ...string[]]).meta({ description: 'What happened: ACTION.ENTITY.' }),
    ...Object.fromEntries(kept),
    data: of(data, 'The record as it was when it happened.'),
  });
}

/**
 * Every event that is known, with what is sent of it.
 * @param records the record of each kind of entity, by the entity’s word in the scopes
 */
export function webhookDescriptions(records: Readonly<Record<string, z.ZodType>>): WebhookDescription[] {
  const known: typeof records = { ...records, WEBHOOK_ENDPOINT: WebhookEndpoint };
  const scopes = Object.keys(catalogue);
  const entityOf = (scope: string) => scope.slice(scope.indexOf('.') + 1);
  const bodies = new Map(
    [...new Set(scopes.map(entityOf))].map((entityType) => {
      const own = scopes.filter((scope) => entityOf(scope) === entityType);
      return [entityType, payloadSchema(entityType, own, known[entityType] ?? anyRecord)] as const;
    }),
  );
  return scopes.map((scope) => ({
    name: scope,
    summary: catalogue[scope]?.title ?? scope,
    description: [catalogue[scope]?.message ?? scope, catalogue[scope]?.details]
      .filter((text) => text !== undefined)
      .join(' ')
      .replaceAll(/[{}]/g, ''),
    group: 'Notification',
    body: bodies.get(entityOf(scope)) as z.ZodType,
  }));
}
