import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createLoop } from '../platform/jobs/loop.ts';

export type FeedWatch = {
  /**
   * Waits until the organization's trail has an event after a position. The wait ends earlier at the timeout, when the
   * caller disconnects, or during a shutdown. The wait uses no database connection.
   * @throws TooManyWaiting
   */
  wait(place: Place, longestMs: number, onGone: (listener: () => void) => () => void): Promise<void>;
  /** Signals that events were sealed. */
  wake(): void;
  /** Ends all waits. Later waits end immediately. */
  stop(): Promise<void>;
};

export type Place = { organizationId: string; after: number };

/** The maximum number of concurrently waiting requests of one organization in a process. */
export const mostWaiting = 20;
export class TooManyWatchers extends Error {
  override readonly name = 'TooManyWatchers';
}

const pollMs = 1000;

/**
 * Creates the event watch, with which callers wait for events. A single query, once a second or on a signal, serves all
 * waits.
 */
export function createFeedWatch({ database, log }: { database: Database; log: Logger }): FeedWatch {
  const waiting = new Map<Place, () => void>();

  const step = async (): Promise<number> => {
    const places = [...waiting.keys()];
    if (places.length === 0) return 0;
    const newest = await newestPositions(database, [
      ...new Set(places.map(({ organizationId }) => organizationId)),
    ]);
    const ready = places.filter(({ organizationId, after }) => (newest.get(organizationId) ?? 0) > after);
    for (const place of ready) waiting.get(place)?.();
    return ready.length;
  };
  const loop = createLoop({
    step,
    shouldContinue: () => false,
    pollMs,
    log,
    failureMessage: 'polling for new events failed',
  });
  const isFull = (organizationId: string): boolean =>
    [...waiting.keys()].filter((place) => place.organizationId === organizationId).length >= mostWaiting;

  return {
    wait: async (place, longestMs, onGone) => {
      if (loop.signal.aborted) return;
      if (isFull(place.organizationId)) throw new TooManyWatchers();
      const ended = new Promise<void>((resolve) => waiting.set(place, resolve));
      const end = () => waiting.get(place)?.();
      const timer = setTimeout(end, longestMs);
      const stay = onGone(end);
      loop.start();
      // Events that arrived since the caller's last request end the wait immediately.
      loop.wake();
      await ended;
      waiting.delete(place);
      clearTimeout(timer);
      stay();
    },
    wake: loop.wake,
    stop: async () => {
      const stopped = loop.stop();
      for (const end of waiting.values()) end();
      await stopped;
    },
  };
}

/** Reads the last sealed positions of organizations, as the system. */
async function newestPositions(
  database: Database,
  organizationIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.transaction(
    ({ query }) =>
      query<RowOf<'notification_feed', 'organization_id' | 'newest_position'>>({
        name: 'newest_positions_waited_for',
        text: `SELECT f.organization_id, f.newest_position FROM notification_feed f
               WHERE f.organization_id = ANY ($1)`,
        values: [organizationIds],
      }),
    'system',
  );
  return new Map(rows.map((row) => [row.organization_id, row.newest_position]));
}
