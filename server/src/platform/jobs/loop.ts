import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createWakeSignal } from './wake-signal.ts';

/** What works in the background of a process, beside its requests. */
export type BackgroundLoop = {
  /** Does what there is to do now, and answers how much that was. */
  step(): Promise<number>;
  /** Steps until stopped. Starting twice starts once. */
  start(): void;
  /** Hints that there may be something to do. */
  wake(): void;
  /** Begins nothing more; what does not end in the given time, where that is long, is handed back. */
  stop(graceMs: number): Promise<void>;
};

export type Loop = Pick<BackgroundLoop, 'start' | 'wake'> & {
  /** Aborted once the loop is to stop: a step that is long looks at it. */
  signal: AbortSignal;
  /** Begins no other step; resolves when the running one has ended. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  /** Does what there is to do, and answers how much that was. */
  step: () => Promise<number>;
  /** Whether as much as this leaves more to do at once. */
  goesOn: (done: number) => boolean;
  /** How long nothing is looked for without a hint, in milliseconds. */
  pollMs: number;
  /** How long it rests after each round, so that what comes meanwhile is done together; in milliseconds. */
  restMs?: number;
  log: Logger;
  /** What the log says of a step that failed. The loop goes on after it. */
  failure: string;
};

/** Creates a background loop that looks for work at intervals, and at once when woken. */
export function createLoop({ step, goesOn, pollMs, restMs, log, failure }: LoopOptions): Loop {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  let running: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const done = await step().catch((error: Error) => {
        log.error({ err: error }, failure);
        return 0;
      });
      if (goesOn(done)) continue;
      // Before the wait: what comes after a quiet time is done at once.
      if (restMs) await delay(restMs, undefined, { signal: stopping.signal }).catch(() => {});
      await wakeSignal.wait(pollMs);
    }
  };

  return {
    signal: stopping.signal,
    start: () => {
      running ??= work();
    },
    wake: wakeSignal.notify,
    stop: async () => {
      stopping.abort();
      wakeSignal.notify();
      await running;
    },
  };
}
