import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startWire } from '../process/wire.ts';
import { type Settings, startParts } from './parts.ts';
import type { Order, Report } from './program.ts';

/** The program, as a test ends it without warning. */
export type Program = {
  url: string;
  /** Does what is due by the marketplace's clock. @throws when it is killed meanwhile */
  step(order: Order): Promise<void>;
  /** Ends it at once, wherever it is: nothing of it reaches the database any more. */
  kill(): void;
  isKilled(): boolean;
  /** Waits until nothing of it is left, in good order where it was not killed. */
  end(): Promise<void>;
};

/**
 * Starts the program in this process. It is killed by cutting its way to the database, of which all that it may leave
 * behind is: what it asked outside goes on, as with a process that was killed while an answer was on its way.
 */
export async function startHere(settings: Settings, order: { offsetMs: number }): Promise<Program> {
  const wire = await startWire(settings.connectionString);
  let { offsetMs } = order;
  const { app, url, step } = await startParts(
    { ...settings, connectionString: wire.connectionString },
    () => Date.now() + offsetMs,
  );
  let killed: Promise<void> | undefined;
  return {
    url,
    step: async (next) => {
      offsetMs = next.offsetMs;
      await step(next.reads);
    },
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

/** Starts the program in a process of its own, which is killed by the system. */
export async function startApart(file: string, settings: Settings): Promise<Program> {
  const child = fork(file, [JSON.stringify(settings)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
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
