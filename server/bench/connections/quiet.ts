import { setTimeout as delay } from 'node:timers/promises';
import { startStopwatch, transactionsOf } from '../stopwatch.ts';
import type { ConnectedWorld } from './world.ts';

/** The cost of reading empty queues. */
export type Quiet = {
  queues: number;
  seconds: number;
  /** Fraction of a core. */
  programShare: number;
  databaseShare: number;
  readsPerSecond: number;
  transactionsPerSecond: number;
};

/** Watches the program while all queues are empty. */
export async function measureQuiet({ settings, database, pid, port, ask }: ConnectedWorld): Promise<Quiet> {
  await delay(settings.settleSeconds * 1000);
  const seconds = settings.queueSeconds;
  const transactions = await transactionsOf(port);
  await ask<number>({ kind: 'reads' });
  const busy = await startStopwatch(database, pid);
  const began = performance.now();
  await delay(seconds * 1000);
  const passed = (performance.now() - began) / 1000;
  const { program, database: ofDatabase } = await busy(1);
  const reads = await ask<number>({ kind: 'reads' });
  // Reading the metrics is a transaction, too.
  const made = (await transactionsOf(port)) - transactions - 1;
  return {
    queues: settings.queues,
    seconds,
    programShare: program / 1e6 / passed,
    databaseShare: ofDatabase / 1e6 / passed,
    readsPerSecond: reads / passed,
    transactionsPerSecond: made / passed,
  };
}
