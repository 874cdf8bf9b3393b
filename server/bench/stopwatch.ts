import type pg from 'pg';
import { processorMs } from './processes.ts';

/** Microseconds of processor time, divided among what was counted. */
export type ProcessorUs = { program: number; database: number };

/**
 * Processor time of the program and of the database from now on, divided among so many: unlike a speed, it hardly
 * depends on what else the machine does.
 */
export async function startStopwatch(
  database: Pick<pg.Pool, 'query'>,
  pid: number,
): Promise<(count: number) => Promise<ProcessorUs>> {
  const look = async () => {
    const { rows } = await database.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    return new Map([pid, ...rows.map((row) => row.pid)].map((each) => [each, processorMs(each) ?? 0]));
  };
  const before = await look();
  return async (count) => {
    const after = await look();
    // Of each process by itself: connections that were closed meanwhile take their time along.
    const since = (each: number) => (after.get(each) ?? 0) - (before.get(each) ?? 0);
    const ofDatabase = [...after.keys()]
      .filter((each) => each !== pid)
      .reduce((all, each) => all + since(each), 0);
    return { program: (since(pid) * 1000) / count, database: (ofDatabase * 1000) / count };
  };
}

/** By the program's own count: the database also counts what it does by itself, such as vacuuming. */
export async function transactionsOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^database_transactions_total (\d+)$/m.exec(text)?.[1]);
}
