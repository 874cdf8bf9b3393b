import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createLoop } from '../platform/jobs/loop.ts';

export type FeedWatch = {
  /**
   * Waits until the organization's trail has something after a position. Ends earlier after the longest time, when
   * the caller goes away, or when the program ends. No connection is held meanwhile.
   * @throws TooManyWaiting
   */
  wait(place: Place, longestMs: number, onGone: (listener: () => void) => () => void): Promise<void>;
  /** A hint that events were sealed. */
  wake(): void;
  /** Ends every wait, now and from now on. */
  stop(): Promise<void>;
};

export type Place = { organizationId: string; after: number };

/** The most requests of one organization that a process lets wait at once. */
export const mostWaiting = 20;
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

const pollMs = 1000;

/** Lets callers wait for events. One query a second, or when woken, answers all who wait. */
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
    goesOn: () => false,
    pollMs,
    log,
    failure: 'looking for events that are waited for failed',
  });
  const isFull = (organizationId: string): boolean =>
    [...waiting.keys()].filter((place) => place.organizationId === organizationId).length >= mostWaiting;

  return {
    wait: async (place, longestMs, onGone) => {
      if (loop.signal.aborted) return;
      if (isFull(place.organizationId)) throw new TooManyWaiting();
      const ended = new Promise<void>((resolve) => waiting.set(place, resolve));
      const end = () => waiting.get(place)?.();
      const timer = setTimeout(end, longestMs);
      const stay = onGone(end);
      loop.start();
      // What came since the caller last asked is not waited for.
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

/** Reads how far the trails of organizations are sealed, as the system. */
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
