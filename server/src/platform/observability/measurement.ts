import { setTimeout as delay } from 'node:timers/promises';

export type Measurement<T> = {
  /** Returns the latest value, at most `keepMs` old; undefined after a failure or at the deadline. Never throws. */
  read(): Promise<T | undefined>;
};

/**
 * Creates a cached measurement of an expensive value that unauthenticated callers may request at any rate. All callers
 * within `keepMs` share one measurement, no caller waits longer than `deadlineMs`, and only one measurement runs at a
 * time.
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
