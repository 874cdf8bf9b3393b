import { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  flag,
  idText,
  key,
  list,
  map,
  mapOf,
  nullable,
  of,
  record,
  text,
  time,
  whole,
} from '../../platform/records/fields.ts';

const most = 100;
const few = <I extends z.ZodType>(item: I, description: string) =>
  z.array(item).max(most).meta({ description });

const scope = z
  .string()
  .max(100)
  .regex(/^[A-Z0-9_]+\.[A-Z0-9_]+$/, 'must be of the form ACTION.ENTITY')
  .meta({ description: 'What happened to what: ACTION.ENTITY.', examples: ['ACCEPT.OFFER'] });

export const WebhookStatus = closedEnum('WebhookStatus', 'Whether events are sent to an endpoint.', [
  'ENABLED',
  'DISABLED',
]);

export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const DeliveryStatus = closedEnum(
  'WebhookDeliveryStatus',
  'PENDING: not sent yet. DONE: the receiver took it. FAILED: it is not tried again by itself.',
  ['PENDING', 'DONE', 'FAILED'],
);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const longestTimeout = 30;
export const highestRate = 1000;

export const WebhookEndpoint = record(
  'WebhookEndpoint',
  'An address to which the events of the organization are sent.',
  {
    id: idText('Its identifier.'),
    organizationID: idText('The organization.'),
    url: z
      .string()
      .min(1)
      .max(2000)
      .meta({
        description:
          'Where events are sent by POST: https, and not on a private network. Answers, events and the audit trail have ' +
          'stars in place of a user name and password, of parameters that are secrets by name or form, and of what is ' +
          'long and random in the path. Sent back as it was read, it stays as it is. A change to another server needs ' +
          'the values of all `headers` again.',
        examples: ['https://example.com/hooks/tradepost'],
      }),
    description: z.string().max(1000).meta({ description: 'What it is for.' }),
    scopes: few(scope, 'Which events are sent; all when it is empty.'),
    productIds: few(key('A product.'), 'Only events about these products, and about none; all when empty.'),
    partners: few(Partner, 'Only events that concern these partners; all when empty.'),
    entityIds: few(key('A record.'), 'Only events of these records; all when empty.'),
    fifo: byDefault(
      flag('Whether an event waits until every earlier one of the same record was taken or given up.'),
      false,
    ),
    headers: mapOf(
      z.string().max(1000),
      'Headers that are sent too, at most 20. In answers stars are in place of their values.',
    ),
    ratePerSecond: byDefault(
      nullable(
        z
          .int()
          .min(1)
          .max(highestRate)
          .meta({ description: 'Most deliveries begun in a second; null for no limit.' }),
      ),
      null,
    ),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(longestTimeout)
      .meta({ description: 'How long an answer may take.', default: 15 }),
    status: byDefault(of(WebhookStatus, 'Whether events are sent.'), 'ENABLED'),
    statusReason: text('Why it is disabled.'),
    statusTime: time('Since when it has been enabled or disabled.'),
    secret: text('What deliveries are signed with: answered once, when it is made, and never again.'),
    previousSecretExpireTime: time('Until when deliveries are signed with the secret before it too.'),
    createdBy: idText('Who made it.'),
    creationTime: time('When it was made.'),
    lastUpdatedBy: idText('Who last changed it.'),
    lastUpdateTime: time('When it was last changed.'),
  },
);
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The service's own: ignored on input. */
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

export const RotateWebhookSecretParams = record('RotateWebhookSecretParams', 'How a secret is replaced.', {
  overlapHours: z.int().min(0).max(168).meta({
    default: 24,
    description: 'Hours for which deliveries are signed with the old secret too; 0 ends it at once.',
  }),
});

export const WebhookAttempt = record('WebhookAttempt', 'One attempt to deliver an event.', {
  number: whole('Which attempt it was.'),
  startTime: time('When it began.'),
  durationMs: whole('How long it took, in milliseconds.'),
  responseStatus: whole('The HTTP status that was answered.'),
  responseExcerpt: text('The beginning of the answer, at most 1024 bytes.'),
  error: text('Why there was no answer, or why it does not count.'),
});

export const WebhookDelivery = record('WebhookDelivery', 'An event that is sent to an endpoint, or was.', {
  id: idText('Its identifier.'),
  organizationID: idText('The organization.'),
  webhookID: idText('The endpoint.'),
  eventID: idText('The event, and the `webhook-id` of every attempt.'),
  scope: codeText('What happened: ACTION.ENTITY.'),
  entityType: codeText('Kind of the record.'),
  entityID: idText('The record.'),
  status: of(DeliveryStatus, 'How far it is.'),
  attempts: whole('How often it was sent.'),
  nextAttemptTime: time('When it is sent next, while it is pending and waits for no other.'),
  lastAttemptTime: time('When it was last sent.'),
  responseStatus: whole('The HTTP status of the last attempt.'),
  errorMessage: text('Why the last attempt failed.'),
  creationTime: time('When it was enqueued.'),
});

export const WebhookDeliveryDetails = record(
  'WebhookDeliveryDetails',
  'A delivery with its attempts and what is sent.',
  {
    ...(Object.fromEntries(
      Object.entries(WebhookDelivery.shape).map(([name, field]) => [name, field.unwrap()]),
    ) as {
      [K in keyof typeof WebhookDelivery.shape]: ReturnType<(typeof WebhookDelivery.shape)[K]['unwrap']>;
    }),
    attemptLog: list(WebhookAttempt, 'The attempts that are still known, oldest first.'),
    body: map('What is sent.'),
  },
);

export const ReplayWebhookParams = record('ReplayWebhookParams', 'Which events are sent once more.', {
  from: time('Events from this time on; required.'),
  to: time('Events before this time; until now when absent.'),
  onlyMissing: byDefault(flag('Only those that the endpoint has not taken.'), true),
});
export type ReplayWebhookParams = z.infer<typeof ReplayWebhookParams>;

export const WebhookReplay = record('WebhookReplay', 'A replay that has begun.', {
  operationId: idText('The operation, to be followed at /org/{orgId}/v2/operation/{operationId}.'),
});
