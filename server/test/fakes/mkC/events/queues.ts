import type { Clock } from '../../http/clock.ts';
import type { Ids } from '../ids.ts';
import type { Message, Topics } from './topics.ts';

/** Address to which messages are pushed, with the audience and the sender of their tokens. */
export type PushConfig = { endpoint: string; audience?: string; email?: string };

/** A message in a subscription. `ackIds` are the identifiers of its deliveries; only the last one counts. */
export type Queued = { message: Message; attempts: number; visibleMs: number; ackId: string | undefined };

export type Subscription = {
  name: string;
  projectId: string;
  providerId: string;
  ackDeadlineS: number;
  push: PushConfig | undefined;
  queued: Queued[];
  /** Identifiers of all deliveries, which stay well-formed after their deadline. */
  ackIds: Set<string>;
};

type Parts = { topics: Topics; clock: Clock; ids: Ids };

/** Simulates subscriptions: messages are delivered at least once and in no order, and again after their deadline. */
export function createQueues({ topics, clock, ids }: Parts) {
  const subscriptions: Subscription[] = [];
  const delivery = { copies: 1, reversed: false };
  const ordered = { lostAcknowledgements: 0 };
  topics.onMessage((providerId, message) => {
    for (const one of subscriptions)
      if (one.providerId === providerId)
        for (let copy = 0; copy < delivery.copies; copy += 1)
          one.queued.push({ message, attempts: 0, visibleMs: clock.now(), ackId: undefined });
  });
  /** Returns the messages that are neither acknowledged nor out for delivery. */
  const due = ({ queued }: Subscription): Queued[] => {
    const visible = queued.filter(({ visibleMs }) => visibleMs <= clock.now());
    return delivery.reversed ? visible.reverse() : visible;
  };
  return {
    delivery,
    ordered,
    subscriptions,
    due,
    add: (
      { projectId, providerId }: { projectId: string; providerId: string },
      given: { name?: string; ackDeadlineS?: number; push?: PushConfig } = {},
    ): Subscription => {
      const one = {
        name: given.name ?? `events-${ids.hex(6)}`,
        projectId,
        providerId,
        ackDeadlineS: given.ackDeadlineS ?? 10,
        push: given.push,
        queued: [],
        ackIds: new Set<string>(),
      };
      subscriptions.push(one);
      return one;
    },
    find: (projectId: string, name: string): Subscription | undefined =>
      subscriptions.find((one) => one.projectId === projectId && one.name === name),
    backlog: ({ queued }: Subscription): readonly Queued[] => queued,
    /** Delivers a message until its deadline. */
    deliver: (one: Subscription, queued: Queued): string => {
      const ackId = ids.text(43);
      one.ackIds.add(ackId);
      Object.assign(queued, {
        ackId,
        attempts: queued.attempts + 1,
        visibleMs: clock.now() + one.ackDeadlineS * 1000,
      });
      return ackId;
    },
    /** Removes messages. An identifier whose deadline has passed has no effect. */
    acknowledge: (one: Subscription, ackIds: readonly string[]): void => {
      if (ordered.lostAcknowledgements > 0) {
        ordered.lostAcknowledgements -= 1;
        return;
      }
      one.queued = one.queued.filter(
        ({ ackId, visibleMs }) => ackId === undefined || !ackIds.includes(ackId) || visibleMs <= clock.now(),
      );
    },
    setDeadline: (one: Subscription, ackIds: readonly string[], seconds: number): void => {
      for (const queued of one.queued)
        if (queued.ackId !== undefined && ackIds.includes(queued.ackId) && queued.visibleMs > clock.now())
          queued.visibleMs = clock.now() + seconds * 1000;
    },
  };
}
export type Queues = ReturnType<typeof createQueues>;

export const nameOf = ({ projectId, name }: Subscription): string =>
  `projects/${projectId}/subscriptions/${name}`;
export const topicOf = ({ providerId }: Subscription): string =>
  `projects/cloudcommerceproc-prod/topics/${providerId}`;
