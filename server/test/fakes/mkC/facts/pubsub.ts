import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { commonChoices, everyCall } from './common.ts';

const subscription = '/v1/projects/{project:segment}/subscriptions/{subscription:segment}';

const operations = {
  getSubscription: { method: 'GET', path: subscription, ...everyCall, answers: { 200: 'Subscription' } },
  pull: {
    method: 'POST',
    path: `${subscription}:pull`,
    ...everyCall,
    body: 'Pull',
    answers: { 200: 'Pulled' },
  },
  acknowledge: {
    method: 'POST',
    path: `${subscription}:acknowledge`,
    ...everyCall,
    body: 'Acknowledge',
    answers: { 200: 'Empty' },
  },
  modifyAckDeadline: {
    method: 'POST',
    path: `${subscription}:modifyAckDeadline`,
    ...everyCall,
    body: 'ModifyAckDeadline',
    answers: { 200: 'Empty' },
  },
} satisfies Record<string, OperationFacts>;

const records = {
  Empty: {},
  Pull: { maxMessages: 'int32!', returnImmediately: 'boolean' },
  Pulled: { receivedMessages: 'ReceivedMessage[]' },
  ReceivedMessage: { ackId: 'text', message: 'Message', deliveryAttempt: 'int32' },
  Message: {
    data: 'base64',
    attributes: 'text{}',
    messageId: 'text',
    publishTime: 'time',
    orderingKey: 'text',
  },
  Acknowledge: { ackIds: 'text[]!' },
  ModifyAckDeadline: { ackIds: 'text[]!', ackDeadlineSeconds: 'int32!' },
  Subscription: {
    name: 'text',
    topic: 'text',
    pushConfig: 'PushConfig',
    ackDeadlineSeconds: 'int32',
    messageRetentionDuration: 'text',
    expirationPolicy: 'ExpirationPolicy',
    state: 'SubscriptionState',
  },
  PushConfig: { pushEndpoint: 'text', attributes: 'text{}', oidcToken: 'OidcToken' },
  OidcToken: { serviceAccountEmail: 'mail', audience: 'text' },
  ExpirationPolicy: { ttl: 'text' },
} satisfies Facts['records'];

/** The part of the messaging interface, version 1, that a receiver of events needs. */
export const pubsub = {
  operations,
  choices: { ...commonChoices, SubscriptionState: ['STATE_UNSPECIFIED', 'ACTIVE', 'RESOURCE_ERROR'] },
  records,
} satisfies Facts;
