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
      if (!rang && longestMs > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      rang = false;
    },
  };
}
