import type pg from 'pg';
import { processorMs } from './processes.ts';

/** Microseconds of processor time, divided by the number of measured items. */
export type ProcessorUs = { program: number; database: number };

/**
 * Starts measuring the processor time of program and database. Unlike speed, processor time hardly depends on the load
 * of the machine.
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
    // Computed for each process that still exists; the time of connections that were closed meanwhile is missing.
    const since = (each: number) => (after.get(each) ?? 0) - (before.get(each) ?? 0);
    const ofDatabase = [...after.keys()]
      .filter((each) => each !== pid)
      .reduce((all, each) => all + since(each), 0);
    return { program: (since(pid) * 1000) / count, database: (ofDatabase * 1000) / count };
  };
}

/**
 * The program's own count of transactions. PostgreSQL's count would include its background work, such as
 * vacuuming.
 */
export async function transactionsOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^database_transactions_total (\d+)$/m.exec(text)?.[1]);
}
