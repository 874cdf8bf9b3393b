import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { planByIndexes } from './job-store.ts';
import { createLoop, type Loop } from './loop.ts';

/** A loop that the poller wakes when there is work. */
export type PolledLoop = {
  /** An SQL condition that is true if there is work. The condition must use an index regardless of the statistics. */
  hasWork: string;
  wake(): void;
};

const pollMs = 1000;
/** The minimum time between two polls, and therefore between two wake-ups of a loop. */
const restMs = 100;

/** The interval at which polled loops check for work themselves, so that work is only delayed if the poller fails. */
export const unpolledMs = 30_000;

/**
 * Creates the loop that checks for work on behalf of all other loops, with one statement each second and after a
 * wake-up. An idle process runs only this statement.
 */
export function createPoller(deps: {
  database: Database;
  log: Logger;
  loops: Readonly<Record<string, PolledLoop>>;
}): Loop {
  const { database, loops, log } = deps;
  const columns = Object.entries(loops).map(([name, { hasWork }]) => `${hasWork} AS ${name}`);
  const look = { name: 'poll_for_work', text: `SELECT ${columns.join(', ')}`, values: [] };
  return createLoop({
    step: async () => {
      const [row] = await database.transaction(({ send, last }) => {
        send(planByIndexes);
        return last(look);
      }, 'system');
      for (const [name, loop] of Object.entries(loops)) if (row?.[name] === true) loop.wake();
      return 0;
    },
    shouldContinue: () => false,
    pollMs,
    pauseMs: restMs,
    log,
    failureMessage: 'polling for work failed',
  });
}
