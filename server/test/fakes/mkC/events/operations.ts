import type { Call, Operations } from '../calls.ts';
import { invalid, notFound, ServiceError } from '../errors.ts';
import { nameOf, type Queues, type Subscription, topicOf } from './queues.ts';

const mostPerPull = 1000;
const mostDeadlineS = 600;

/** Creates the operations of the messaging interface that a receiver uses. */
export function createPubSub({ queues }: { queues: Queues }): Operations {
  const subscriptionOf = ({ caller, parameters }: Call): Subscription => {
    const { project = '', subscription = '' } = parameters;
    if (caller.projectId !== project)
      throw new ServiceError('PERMISSION_DENIED', 'User not authorized to perform this action.');
    const found = queues.find(project, subscription);
    if (!found) throw notFound(`Resource not found (resource=${subscription}).`);
    return found;
  };
  const ackIdsOf = (one: Subscription, { body }: Call): string[] => {
    const { ackIds } = body as { ackIds: string[] };
    if (ackIds.length === 0) throw invalid('ackIds', 'At least one is required.');
    const wrong = ackIds.find((id) => !one.ackIds.has(id));
    if (wrong !== undefined) throw invalid('ackIds', `Invalid acknowledgement identifier: ${wrong}`);
    return ackIds;
  };
  return {
    getSubscription: (call) => showSubscription(subscriptionOf(call)),
    pull: (call) => {
      const one = subscriptionOf(call);
      const { maxMessages } = call.body as { maxMessages: number };
      if (maxMessages < 1) throw invalid('maxMessages', 'Must be at least 1.');
      if (one.push) throw new ServiceError('FAILED_PRECONDITION', 'The subscription pushes its messages.');
      const rows = queues.due(one).slice(0, Math.min(maxMessages, mostPerPull));
      if (rows.length === 0) return {};
      return {
        receivedMessages: rows.map((queued) => ({
          ackId: queues.deliver(one, queued),
          message: showMessage(queued.message),
        })),
      };
    },
    acknowledge: (call) => {
      const one = subscriptionOf(call);
      queues.acknowledge(one, ackIdsOf(one, call));
      return {};
    },
    modifyAckDeadline: (call) => {
      const one = subscriptionOf(call);
      const { ackDeadlineSeconds: seconds } = call.body as { ackDeadlineSeconds: number };
      if (seconds < 0 || seconds > mostDeadlineS)
        throw invalid('ackDeadlineSeconds', `Must be between 0 and ${mostDeadlineS}.`);
      queues.setDeadline(one, ackIdsOf(one, call), seconds);
      return {};
    },
  };
}

export const showMessage = ({ id, data, atMs }: { id: string; data: string; atMs: number }) => ({
  data,
  messageId: id,
  publishTime: new Date(atMs).toISOString(),
});

const showSubscription = (one: Subscription): object => ({
  name: nameOf(one),
  topic: topicOf(one),
  pushConfig: one.push
    ? {
        pushEndpoint: one.push.endpoint,
        ...(one.push.email && {
          oidcToken: {
            serviceAccountEmail: one.push.email,
            audience: one.push.audience ?? one.push.endpoint,
          },
        }),
      }
    : {},
  ackDeadlineSeconds: one.ackDeadlineS,
  messageRetentionDuration: '604800s',
  expirationPolicy: { ttl: '2678400s' },
  state: 'ACTIVE',
});
