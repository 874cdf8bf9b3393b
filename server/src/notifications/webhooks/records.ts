import { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  fieldOf,
  flag,
  idText,
  integer,
  key,
  list,
  map,
  mapOf,
  nullable,
  record,
  text,
  time,
} from '../../platform/records/fields.ts';

const most = 100;
const shortList = <I extends z.ZodType>(item: I, description: string) =>
  z.array(item).max(most).meta({ description });

const scope = z
  .string()
  .max(100)
  .regex(/^[A-Z0-9_]+\.[A-Z0-9_]+$/, 'must be of the form ACTION.ENTITY')
  .meta({ description: 'Notification scope, as ACTION.ENTITY.', examples: ['ACCEPT.OFFER'] });

export const WebhookStatus = closedEnum('WebhookStatus', 'Whether events are sent to an endpoint.', [
  'ENABLED',
  'DISABLED',
]);

export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const DeliveryStatus = closedEnum(
  'WebhookDeliveryStatus',
  'PENDING: not delivered yet. DONE: accepted by the receiver. FAILED: automatic retries have ended.',
  ['PENDING', 'DONE', 'FAILED'],
);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const longestTimeout = 30;
export const highestRate = 1000;

export const WebhookEndpoint = record(
  'WebhookEndpoint',
  'A URL to which events of the organization are sent.',
  {
    id: idText('Identifier.'),
    organizationID: idText('The organization.'),
    url: z
      .string()
      .min(1)
      .max(2000)
      .meta({
        description:
          'URL to which events are sent by POST: https, on a public network. Responses, events and the audit trail ' +
          'mask a user name and password, parameters that are secrets by name or form, and long random ' +
          'parts of the path. Sending a masked URL back unchanged keeps the stored URL. A change to another server requires ' +
          'the values of all `headers` again.',
        examples: ['https://example.com/hooks/tradepost'],
      }),
    description: z.string().max(1000).meta({ description: 'Purpose of the endpoint.' }),
    scopes: shortList(scope, 'Notification scopes that are sent; all if empty.'),
    productIds: shortList(
      key('A product.'),
      'Only events of these products, and events without a product; all if empty.',
    ),
    partners: shortList(Partner, 'Only events of these partners; all if empty.'),
    entityIds: shortList(key('A record.'), 'Only events of these records; all if empty.'),
    fifo: byDefault(
      flag('Whether an event waits until every earlier event of the same record was accepted or has failed.'),
      false,
    ),
    headers: mapOf(
      z.string().max(1000),
      'Additional headers, at most 20. Their values are masked in responses.',
    ),
    ratePerSecond: byDefault(
      nullable(
        z
          .int()
          .min(1)
          .max(highestRate)
          .meta({ description: 'Maximum number of deliveries started per second; unlimited if null.' }),
      ),
      null,
    ),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(longestTimeout)
      .meta({ description: 'Response timeout, in seconds.', default: 15 }),
    status: byDefault(fieldOf(WebhookStatus, 'Whether events are sent.'), 'ENABLED'),
    statusReason: text('Reason why the endpoint is disabled.'),
    statusTime: time('Time of the last change of status.'),
    secret: text('Secret with which deliveries are signed; returned only when it is created or rotated.'),
    previousSecretExpireTime: time('Time until which deliveries are also signed with the previous secret.'),
    createdBy: idText('Member or API client that created the endpoint.'),
    creationTime: time('Creation time.'),
    lastUpdatedBy: idText('Member or API client that last changed the endpoint.'),
    lastUpdateTime: time('Time of the last change.'),
  },
);
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The fields that the service sets, which are ignored in requests. */
export const serverOwned = [
  'id',
  'organizationID',
  'statusReason',
  'statusTime',
  'secret',
  'previousSecretExpireTime',
  'createdBy',
  'creationTime',
  'lastUpdatedBy',
  'lastUpdateTime',
] as const;

export const RotateWebhookSecretParams = record(
  'RotateWebhookSecretParams',
  'Parameters for rotating a secret.',
  {
    overlapHours: z.int().min(0).max(168).meta({
      default: 24,
      description:
        'Hours for which deliveries are also signed with the old secret; 0 expires the old secret immediately.',
    }),
  },
);

export const WebhookAttempt = record('WebhookAttempt', 'One attempt to deliver an event.', {
  number: integer('Number of the attempt.'),
  startTime: time('Start time.'),
  durationMs: integer('Duration in milliseconds.'),
  responseStatus: integer('HTTP status of the response.'),
  responseExcerpt: text('The beginning of the response, at most 1024 bytes.'),
  error: text('Reason for the failure or the missing response.'),
});

export const WebhookDelivery = record('WebhookDelivery', 'An event to be sent to an endpoint.', {
  id: idText('Identifier.'),
  organizationID: idText('The organization.'),
  webhookID: idText('The endpoint.'),
  eventID: idText('The event, and the `webhook-id` of every attempt.'),
  scope: codeText('Notification scope, as ACTION.ENTITY.'),
  entityType: codeText('Record type.'),
  entityID: idText('The record.'),
  status: fieldOf(DeliveryStatus, 'Status of the delivery.'),
  attempts: integer('Number of attempts.'),
  nextAttemptTime: time(
    'Time of the next attempt; absent for an ended delivery and while an earlier delivery is pending.',
  ),
  lastAttemptTime: time('Time of the last attempt.'),
  responseStatus: integer('The HTTP status of the last attempt.'),
  errorMessage: text('Error of the last attempt.'),
  creationTime: time('Time at which the delivery was enqueued.'),
});

export const WebhookDeliveryDetails = record(
  'WebhookDeliveryDetails',
  'A delivery with its attempts and its payload.',
  {
    ...(Object.fromEntries(
      Object.entries(WebhookDelivery.shape).map(([name, field]) => [name, field.unwrap()]),
    ) as {
      [K in keyof typeof WebhookDelivery.shape]: ReturnType<(typeof WebhookDelivery.shape)[K]['unwrap']>;
    }),
    attemptLog: list(WebhookAttempt, 'The retained attempts, oldest first.'),
    body: map('The payload.'),
  },
);

export const ReplayWebhookParams = record('ReplayWebhookParams', 'Events to replay.', {
  from: time('Events from this time on; required.'),
  to: time('Events before this time; defaults to now.'),
  onlyMissing: byDefault(flag('Only events that the endpoint has not accepted.'), true),
});
export type ReplayWebhookParams = z.infer<typeof ReplayWebhookParams>;

export const WebhookReplay = record('WebhookReplay', 'A started replay.', {
  operationId: idText('The operation; its status is at /org/{orgId}/v2/operation/{operationId}.'),
});
