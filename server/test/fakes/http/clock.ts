/**
 * Creates the clock of a local service: a given time or the system time, plus the time that a test adds.
 * Scheduled events run in time order, each at its own time by the clock. WORK is pending work for which
 * `settle` waits; LIFE is a later automatic event, such as the end of an agreement.
 */
export function createClock(base: () => number = Date.now) {
  let passedMs = 0;
  let happening: number | undefined;
  const scheduled: ScheduledTask[] = [];
  const moved = new Set<() => void>();
  const now = () => happening ?? base() + passedMs;

  /** Runs all events that are due by a time, including new events. */
  const runUntil = (untilMs: number) => {
    for (let [next] = scheduled; next && next.atMs <= untilMs; [next] = scheduled) {
      scheduled.shift();
      happening = next.atMs;
      try {
        next.run();
      } finally {
        happening = undefined;
      }
    }
  };
  /** Inserts an event in time order; events with the same time run in the order of their scheduling. */
  const insert = (one: ScheduledTask) => {
    let [low, high] = [0, scheduled.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((scheduled[middle] as ScheduledTask).atMs <= one.atMs) low = middle + 1;
      else high = middle;
    }
    scheduled.splice(low, 0, one);
  };
  const pass = (ms: number) => {
    runUntil(now() + ms);
    passedMs += ms;
    for (const hear of moved) hear();
  };

  return {
    /** Milliseconds since 1970. */
    now,
    /** Returns the time that tests added to the elapsed time. */
    passedMs: () => passedMs,
    schedule: (kind: ScheduledTask['kind'], atMs: number, run: () => void) => insert({ kind, atMs, run }),
    /** Returns the time of the next event, or of the next event of a kind; undefined if nothing is scheduled. */
    nextAtMs: (kind?: ScheduledTask['kind']) =>
      scheduled.find((one) => kind === undefined || one.kind === kind)?.atMs,
    /** Runs the events that became due since the last call. */
    catchUp: () => runUntil(now()),
    /** Adds time, and runs the events that become due. */
    pass,
    /** Adds time until no WORK is pending. */
    settle: () => {
      for (let rounds = 0; rounds < 1000; rounds += 1) {
        const work = scheduled.filter(({ kind }) => kind === 'WORK');
        if (work.length === 0) return;
        pass(Math.max(0, (work.at(-1)?.atMs ?? 0) - now()));
      }
      throw new Error('The service made work for itself a thousand times.');
    },
    /**
     * Registers a callback that is called after time was added. Returns the function that removes the
     * callback.
     */
    onMoved: (hear: () => void) => {
      moved.add(hear);
      return () => void moved.delete(hear);
    },
  };
}
export type Clock = ReturnType<typeof createClock>;

type ScheduledTask = { kind: 'WORK' | 'LIFE'; atMs: number; run: () => void };

/** Creates the functions that advance time and send the messages that become due on the way. */
export function createTime(clock: Clock, flush: () => Promise<unknown>) {
  const runUntil = async (atMs: number) => {
    clock.pass(Math.max(0, atMs - clock.now()));
    await flush();
  };
  return {
    now: clock.now,
    /** Advances the service’s time, event by event. */
    pass: async (ms: number): Promise<void> => {
      const untilMs = clock.now() + ms;
      await flush();
      for (let at = clock.nextAtMs(); at !== undefined && at <= untilMs; at = clock.nextAtMs())
        await runUntil(at);
      await runUntil(untilMs);
    },
    /** Advances time until no work is in progress and no message waits for its first delivery. */
    settle: async (): Promise<void> => {
      for (let rounds = 0; rounds < 1000; rounds += 1) {
        await flush();
        const at = clock.nextAtMs('WORK');
        if (at === undefined) return;
        await runUntil(at);
      }
      throw new Error('The service made work for itself a thousand times.');
    },
  };
}
