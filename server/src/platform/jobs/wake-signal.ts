export type WakeSignal = {
  notify(): void;
  /** Until it rings or the time is over; a ring while nobody sleeps ends the next sleep at once. */
  wait(longestMs: number): Promise<void>;
};

/** What a loop sleeps by between two looks for work. */
export function createWakeSignal(): WakeSignal {
  let wakeUp: () => void = () => {};
  let isNotified = false;
  return {
    notify: () => {
      isNotified = true;
      wakeUp();
    },
    wait: async (longestMs) => {
      if (!isNotified && longestMs > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isNotified = false;
    },
  };
}
