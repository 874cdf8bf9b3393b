import { expect } from 'vitest';
import type { TestDatabase } from './harness.ts';

/** Waits until a number of transactions wait for a lock that the connection holds. */
export const waitingForLocks = (database: TestDatabase, pid: number, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await database.query(
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [pid],
      );
      return rows[0].n;
    })
    .toBeGreaterThanOrEqual(count);
