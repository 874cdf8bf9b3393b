import type { CallOptions } from './calls.ts';
import type { EventRecord } from './generated/events.ts';
import type { EventsMethods } from './generated/methods.ts';
import type { Time } from './requests.ts';

/** An event as webhooks and the feed have it, told apart by its `type`. */
export type TradepostEvent = EventRecord & {
  /** Its place in the organization's trail, and among the events of its record. */
  info?: { position?: number; sequence?: number };
};

export type EventFeed = { events: TradepostEvent[]; position: number };

export type FollowOptions = Pick<CallOptions, 'signal' | 'retries'> & {
  /** The position after which to begin; else now. */
  after?: number;
  /** How long the service may wait for an event before it answers that there is none. */
  waitSeconds?: number;
};

export type Events = Omit<EventsMethods, 'read'> & {
  /** Reads the events after a position, and the position to ask after next; without one only the last position. */
  read(
    query?: { after?: number | undefined; wait?: number | undefined },
    options?: CallOptions,
  ): Promise<EventFeed>;
  /**
   * Follows the events from a position on, as they happen. Ends when the loop is left, and by the signal. One that was
   * interrupted goes on after `event.info.position` of the last event that was dealt with.
   * @throws TradepostError when the service cannot be reached any more; the signal's reason when that aborted
   */
  follow(options?: FollowOptions): AsyncGenerator<TradepostEvent, never>;
};

/** A service that is about to end answers at once: it is given a moment. */
const restMs = 500;

/** Adds following to the methods of the feed. */
export const withFollowing = (methods: EventsMethods, time: Time): Events => {
  const read = methods.read as unknown as Events['read'];
  return {
    ...methods,
    read,
    async *follow({ after, waitSeconds = 25, signal, retries } = {}) {
      let position = after ?? (await read({}, { signal, retries })).position;
      for (;;) {
        const asked = time.now();
        const feed = await read(
          { after: position, wait: waitSeconds },
          { signal, retries, timeoutMs: (waitSeconds + 15) * 1000 },
        );
        yield* feed.events;
        if (feed.position === position && time.now() - asked < restMs) await time.wait(restMs, signal);
        position = feed.position;
      }
    },
  };
};
