import os from 'node:os';
import type { Settings } from '../settings.ts';
import { type Arrived, measureEvents } from './events.ts';
import { measureQuiet, type Quiet } from './quiet.ts';
import { withConnections } from './world.ts';

export type Connections = { quiet: Quiet; arrived: Arrived };

const say = (line: string) => process.stdout.write(`${line}\n`);
/** The load of the machine, which shows whether other programs disturb the measurement. */
const load = (): string => `load ${os.loadavg()[0]?.toFixed(2)}`;

/** Measures the cost of reading quiet queues, and the delay until events from some queues are visible. */
export const measureConnections = (root: string, settings: Settings): Promise<Connections> =>
  withConnections(root, settings, async (world) => {
    const quiet = await measureQuiet(world);
    const { programShare, databaseShare, readsPerSecond, transactionsPerSecond } = quiet;
    say(
      `${quiet.queues} quiet queues: program ${percent(programShare)}, database ${percent(databaseShare)} of a core; ` +
        `${readsPerSecond.toFixed(1)} reads, ${transactionsPerSecond.toFixed(1)} transactions a second; ${load()}`,
    );
    const arrived = await measureEvents(world, quiet);
    const { shown, sealed, processorUs, transactions } = arrived;
    say(
      `${arrived.events} acceptances at ${arrived.perSecond} a second: shown p50 ${shown.p50Ms.toFixed(0)} ms, p99 ` +
        `${shown.p99Ms.toFixed(0)} ms; sealed p50 ${sealed.p50Ms.toFixed(0)} ms, p99 ${sealed.p99Ms.toFixed(0)} ms; each ` +
        `program ${processorUs.program.toFixed(0)} us, database ${processorUs.database.toFixed(0)} us, ` +
        `${transactions.toFixed(1)} transactions; ${load()}`,
    );
    return { quiet, arrived };
  });

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
