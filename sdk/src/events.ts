import type { CallOptions } from './calls.ts';
import type { EventRecord } from './generated/events.ts';
import type { EventsMethods } from './generated/methods.ts';
import type { Time } from './requests.ts';

/** An event in the format of webhooks and the feed, discriminated by its `type`. */
export type TradepostEvent = EventRecord & {
  /** The event's position in the organization's trail, and its number among the events of its record. */
  info?: { position?: number; sequence?: number };
};

export type EventFeed = { events: TradepostEvent[]; position: number };

export type FollowOptions = Pick<CallOptions, 'signal' | 'retries'> & {
  /** The position after which to begin. Default: the current position. */
  after?: number;
  /** The maximum time for which the service waits for an event before it returns an empty response. */
  waitSeconds?: number;
};

export type Events = Omit<EventsMethods, 'read'> & {
  /**
   * Reads the events after a position, with the position for the next call; without a position, only the current
   * position is returned.
   */
  read(
    query?: { after?: number | undefined; wait?: number | undefined },
    options?: CallOptions,
  ): Promise<EventFeed>;
  /**
   * Yields the events after a position as they happen, until the loop ends or the signal aborts. After an interruption,
   * continue after `event.info.position` of the last event that was processed.
   * @throws TradepostError if the service is no longer reachable; the signal's reason if the signal aborted
   */
  follow(options?: FollowOptions): AsyncGenerator<TradepostEvent, never>;
};

/** The pause after an early empty response, which a service returns while it is shutting down. */
const restMs = 500;

/** Adds `follow` to the methods of the feed. */
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
