/** Ends the wait of a loop that looks for work. */
export type WakeSignal = {
  notify(): void;
  /** Waits until notified or the time is over; a notification while nobody waits ends the next wait at once. */
  wait(longestMs: number): Promise<void>;
};

/** Creates the signal by which a loop waits between two looks for work. */
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
