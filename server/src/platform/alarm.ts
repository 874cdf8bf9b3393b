import { setTimeout as delay } from 'node:timers/promises';

/** Sleeps until it rings or the time is over; a ring while nobody sleeps ends the next sleep at once. */
export function createAlarm() {
  let wakeUp: () => void = () => {};
  let rang = false;
  return {
    ring: () => {
      rang = true;
      wakeUp();
    },
    sleep: async (longestMs: number): Promise<void> => {
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
