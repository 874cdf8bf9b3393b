import { setTimeout as delay } from 'node:timers/promises';

export type Measurement<T> = {
  /** What was measured last, at most some seconds ago; nothing when it could not be had in time. Never throws. */
  read(): Promise<T | undefined>;
};

/**
 * Creates the measurement of something that costs to be measured and is asked for by anybody, as often as they like:
 * one measurement serves all who ask within `keepMs`, nobody waits longer than `deadlineMs`, and while one is under way
 * no other is begun.
 */
export function createMeasurement<T>(options: {
  measure: () => Promise<T>;
  onError: (error: Error) => void;
  now?: () => number;
  keepMs?: number;
  deadlineMs?: number;
}): Measurement<T> {
  const { measure, onError, keepMs = 5000, deadlineMs = 2000 } = options;
  const now = options.now ?? (() => performance.now());
  let last: { value: T | undefined; at: number } | undefined;
  let running: Promise<T | undefined> | undefined;

  const begin = (): Promise<T | undefined> =>
    measure()
      .catch((error: Error) => {
        onError(error);
        return undefined;
      })
      .then((value) => {
        last = { value, at: now() };
        running = undefined;
        return value;
      });

  return {
    read: async () => {
      if (!running && last && now() - last.at < keepMs) return last.value;
      running ??= begin();
      const deadline = new AbortController();
      const late = delay(deadlineMs, undefined, { signal: deadline.signal, ref: false }).catch(
        () => undefined,
      );
      const value = await Promise.race([running, late]);
      deadline.abort();
      return value;
    },
  };
}
