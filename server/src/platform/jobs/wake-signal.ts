/** A signal that ends a loop's wait for work. */
export type WakeSignal = {
  notify(): void;
  /** Waits until a notification or the timeout. A notification that arrives earlier ends the next wait immediately. */
  wait(longestMs: number): Promise<void>;
};

/** Creates the signal with which a loop waits between two rounds. */
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
