import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startWire } from '../process/wire.ts';
import { type Settings, startParts } from './parts.ts';
import type { Order, Report } from './program.ts';

/** A service that a test can kill. */
export type Program = {
  url: string;
  /**
   * Runs the work that is due by the marketplace’s clock.
   * @throws if the service is killed during the work
   */
  step(order: Order): Promise<void>;
  /** Kills the service immediately, so that no further statement reaches the database. */
  kill(): void;
  isKilled(): boolean;
  /** Waits until the service has ended; a service that was not killed must end regularly. */
  end(): Promise<void>;
};

/**
 * Starts the service in this process, with the marketplace’s clock. A kill breaks its database connections. Calls to other systems
 * continue, as after the kill of a process during a response.
 */
export async function startHere(settings: Settings, now: () => number): Promise<Program> {
  const wire = await startWire(settings.connectionString);
  const { app, url, step } = await startParts({ ...settings, connectionString: wire.connectionString }, now);
  let killed: Promise<void> | undefined;
  return {
    url,
    step: ({ reads }) => step(reads),
    kill: () => {
      killed ??= wire.cut();
    },
    isKilled: () => killed !== undefined,
    end: async () => {
      await app.stop(killed ? 0 : 1000).catch((error: unknown) => {
        if (!killed) throw error;
      });
      await (killed ?? wire.close());
    },
  };
}

/** Starts the service in a separate process, which is killed by a signal. Its clock is set with each order. */
export async function startApart(file: string, settings: Settings, now: () => number): Promise<Program> {
  const offsetMs = now() - Date.now();
  const child = fork(file, [JSON.stringify(settings), String(offsetMs)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const answer = await reported(child, ended);
  if (!('url' in answer)) throw new Error('the program said something else before it listened');
  let isKilled = false;
  return {
    url: answer.url,
    step: async (order) => {
      child.send(order);
      const said = await reported(child, ended);
      if ('failure' in said) throw new Error(said.failure);
    },
    kill: () => {
      isKilled = true;
      child.kill('SIGKILL');
    },
    isKilled: () => isKilled,
    end: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

const reported = (child: ChildProcess, ended: Promise<unknown>): Promise<Report> =>
  Promise.race([
    once(child, 'message').then(([said]) => said as Report),
    ended.then(() => {
      throw new Error('the program was killed');
    }),
  ]);
