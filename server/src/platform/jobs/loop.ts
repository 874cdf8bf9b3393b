import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createWakeSignal } from './wake-signal.ts';

/** The background work of a process, in addition to its requests. */
export type BackgroundLoop = {
  /** Runs the due work, and returns the amount of work. */
  step(): Promise<number>;
  /** Runs steps until stopped. Further calls have no effect. */
  start(): void;
  /** Signals that there may be work. */
  wake(): void;
  /** Starts no further work. Work that outlasts the grace period is released for other processes. */
  stop(graceMs: number): Promise<void>;
};

export type Loop = Pick<BackgroundLoop, 'start' | 'wake'> & {
  /** The signal that is aborted when the loop is stopping, so that long steps can end early. */
  signal: AbortSignal;
  /** Stops after the running step, and resolves at its end. */
  stop(): Promise<void>;
};

export type LoopOptions = {
  /** Runs the due work, and returns the amount of work. */
  step: () => Promise<number>;
  /** Returns whether this amount of work suggests that more work is due. */
  shouldContinue: (done: number) => boolean;
  /** The maximum time between two steps without a signal, in milliseconds. */
  pollMs: number;
  /** The pause after each round in milliseconds, in which new work is collected. */
  pauseMs?: number;
  log: Logger;
  /** The log message for a failed step. The loop continues after a failure. */
  failureMessage: string;
};

/** Creates a background loop that checks for work at intervals, and immediately when woken. */
export function createLoop({
  step,
  shouldContinue,
  pollMs,
  pauseMs,
  log,
  failureMessage,
}: LoopOptions): Loop {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  let running: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const done = await step().catch((error: Error) => {
        log.error({ err: error }, failureMessage);
        return 0;
      });
      if (shouldContinue(done)) continue;
      // The pause comes before the wait, so that work after an idle time starts immediately.
      if (pauseMs) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
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
