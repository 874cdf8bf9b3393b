import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { planByIndexes } from './job-store.ts';
import { createLoop, type Loop } from './loop.ts';

/** A loop that the poller wakes when there is something for it to do. */
export type Polled = {
  /** A condition in SQL that an index answers, whatever the statistics say. */
  hasWork: string;
  wake(): void;
};

const pollMs = 1000;
/** Loops that wait for nothing else are woken this often at most. */
const restMs = 100;

/** Loops that the poller wakes look by themselves no sooner than this: should it fail, work is late and not lost. */
export const unpolledMs = 30_000;

/**
 * Creates the loop that looks for the work of all others: one statement a second, and when woken, for all of them
 * together. A program that has nothing to do asks for nothing else.
 */
export function createPoller(deps: {
  database: Database;
  log: Logger;
  loops: Readonly<Record<string, Polled>>;
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
    goesOn: () => false,
    pollMs,
    restMs,
    log,
    failure: 'looking for work failed',
  });
}
