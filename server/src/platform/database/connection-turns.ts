/** Slots that are shared by keys: a key may have only a part of them, and those that wait are served in turns. */
export type Turns = {
  /**
   * Resolves with what gives the slot back, once there is one.
   * @param key whose it is; what belongs to nobody has no bound of its own
   * @throws what `refuse` makes, when it was waited for too long
   */
  take(key: string | undefined): Promise<() => void>;
  /** How many wait. */
  waiting(): number;
};

export type TurnsOptions = {
  slots: number;
  /** How many one key has at most. */
  ofOne: number;
  longestMs: number;
  refuse: () => Error;
};

/**
 * Gives a free slot to the key that has fewest, and among equals to the one that was served longest ago; of one key
 * in the order of coming.
 */
export function createTurns({ slots, ofOne, longestMs, refuse }: TurnsOptions): Turns {
  const nobody = '';
  const slotsOf = new Map<string, number>();
  /** In the order in which the keys were served last. */
  const waiting = new Map<string, Set<() => void>>();
  let taken = 0;
  const takenBy = (key: string) => slotsOf.get(key) ?? 0;
  const mayHave = (key: string) => taken < slots && (key === nobody || takenBy(key) < ofOne);

  const next = (): string | undefined => {
    let found: string | undefined;
    for (const key of waiting.keys())
      if (mayHave(key) && (found === undefined || takenBy(key) < takenBy(found))) found = key;
    return found;
  };

  const takeSlot = (key: string) => {
    taken++;
    slotsOf.set(key, takenBy(key) + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      taken--;
      if (takenBy(key) === 1) slotsOf.delete(key);
      else slotsOf.set(key, takenBy(key) - 1);
      serve();
    };
  };

  const serve = () => {
    for (let key = next(); key !== undefined; key = next()) {
      const line = waiting.get(key) as Set<() => void>;
      const [first] = line;
      leave(key, first as () => void);
      if (waiting.delete(key)) waiting.set(key, line);
      first?.();
    }
  };

  const leave = (key: string, one: () => void) => {
    const line = waiting.get(key);
    line?.delete(one);
    if (line?.size === 0) waiting.delete(key);
  };

  return {
    waiting: () => [...waiting.values()].reduce((sum, line) => sum + line.size, 0),
    take: (of) => {
      const key = of ?? nobody;
      if (mayHave(key) && !waiting.has(key)) return Promise.resolve(takeSlot(key));
      return new Promise((resolve, reject) => {
        const go = () => {
          clearTimeout(timer);
          resolve(takeSlot(key));
        };
        const timer = setTimeout(() => {
          leave(key, go);
          reject(refuse());
        }, longestMs);
        waiting.set(key, (waiting.get(key) ?? new Set()).add(go));
      });
    },
  };
}
