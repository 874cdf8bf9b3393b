/**
 * The time of a local service: a given one, or the machine's, plus what a test lets pass. What is scheduled happens in the order
 * of its time, and while it does, the clock shows that time. WORK is what the service is busy with and `settle` waits for;
 * LIFE is what the world does by itself later (an agreement ends).
 */
export function createClock(base: () => number = Date.now) {
  let passedMs = 0;
  let happening: number | undefined;
  const scheduled: Scheduled[] = [];
  const moved = new Set<() => void>();
  const now = () => happening ?? base() + passedMs;

  /** Does everything that is due by a time, also what that makes due. */
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
  /** Keeps the order of time, and of what is at one time the order in which it was scheduled. */
  const insert = (one: Scheduled) => {
    let [low, high] = [0, scheduled.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((scheduled[middle] as Scheduled).atMs <= one.atMs) low = middle + 1;
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
    /** How much time was let pass, beside what passed by itself. */
    passedMs: () => passedMs,
    schedule: (kind: Scheduled['kind'], atMs: number, run: () => void) => insert({ kind, atMs, run }),
    /** Does what became due since it was last asked. */
    catchUp: () => runUntil(now()),
    /** Lets time pass, and does on the way what is due. */
    pass,
    /** Lets time pass until no WORK is left. */
    settle: () => {
      for (let rounds = 0; rounds < 1000; rounds += 1) {
        const work = scheduled.filter(({ kind }) => kind === 'WORK');
        if (work.length === 0) return;
        pass(Math.max(0, (work.at(-1)?.atMs ?? 0) - now()));
      }
      throw new Error('The service made work for itself a thousand times.');
    },
    /** Calls back after time was made to pass; answers how to end that. */
    onMoved: (hear: () => void) => {
      moved.add(hear);
      return () => void moved.delete(hear);
    },
  };
}
export type Clock = ReturnType<typeof createClock>;

type Scheduled = { kind: 'WORK' | 'LIFE'; atMs: number; run: () => void };
