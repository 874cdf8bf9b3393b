import { setTimeout as delay } from 'node:timers/promises';

export type Alarm = {
  ring(): void;
  /** Until it rings or the time is over; a ring while nobody sleeps ends the next sleep at once. */
  sleep(longestMs: number): Promise<void>;
};

/** What a loop sleeps by between two looks for work. */
export function createAlarm(): Alarm {
  let wakeUp: () => void = () => {};
  let rang = false;
  return {
    ring: () => {
      rang = true;
      wakeUp();
    },
    sleep: async (longestMs) => {
      if (!rang) {
        const woken = new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        const timer = new AbortController();
        await Promise.race([woken, delay(longestMs, undefined, { signal: timer.signal }).catch(() => {})]);
        timer.abort();
      }
      rang = false;
    },
  };
}
