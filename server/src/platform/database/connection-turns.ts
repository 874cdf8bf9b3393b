/**
 * The slots that are shared fairly between keys. Each key may use a limited number of slots, and waiting keys are
 * served in rotation.
 */
export type Turns = {
  /**
   * Waits for a slot and resolves with the function that releases it.
   * @param key the owner of the request; requests without a key may use all slots
   * @throws the error of `createError` after the timeout
   */
  take(key: string | undefined): Promise<() => void>;
  /** Returns the number of waiting requests. */
  waiting(): number;
};

export type TurnsOptions = {
  slots: number;
  /** The maximum number of slots for one key. */
  perKey: number;
  timeoutMs: number;
  createError: () => Error;
};

/**
 * Creates the slots. A free slot goes to the waiting key with the fewest slots; among equal keys, to the least recently
 * served key; within a key, to the earliest request.
 */
export function createTurns({ slots, perKey, timeoutMs, createError }: TurnsOptions): Turns {
  const nobody = '';
  const slotsOf = new Map<string, number>();
  /** Waiting requests by key, with the least recently served key first. */
  const waiting = new Map<string, Set<() => void>>();
  let taken = 0;
  const takenBy = (key: string) => slotsOf.get(key) ?? 0;
  const mayHave = (key: string) => taken < slots && (key === nobody || takenBy(key) < perKey);

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
          reject(createError());
        }, timeoutMs);
        waiting.set(key, (waiting.get(key) ?? new Set()).add(go));
      });
    },
  };
}
