import type { Ids } from '../ids.ts';

/** An event without its identifier and provider. */
export type EventBody = { eventType: string; account?: object; entitlement?: object };

/** A message of a provider’s topic. */
export type Message = { id: string; data: string; atMs: number };

type Receive = (providerId: string, message: Message) => void;

/** Simulates the topics to which the marketplace publishes events, one for each provider. */
export function createTopics({ ids, now }: { ids: Ids; now: () => number }) {
  const published: { providerId: string; body: EventBody & { eventId: string } }[] = [];
  const receivers: Receive[] = [];
  return {
    /** All published events, in order. */
    published,
    onMessage: (receive: Receive): void => void receivers.push(receive),
    publish: (providerId: string, body: EventBody): void => {
      const event = { eventId: ids.uuid(), providerId, ...body };
      const data = Buffer.from(JSON.stringify(event)).toString('base64');
      published.push({ providerId, body: JSON.parse(JSON.stringify(event)) });
      const message = { id: ids.digits(16), data, atMs: now() };
      for (const receive of receivers) receive(providerId, message);
    },
  };
}
export type Topics = ReturnType<typeof createTopics>;
