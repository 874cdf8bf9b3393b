import { errors } from './errors.ts';

/** Who waits: those of one name in their order, the names in rotation; `isFirst` goes before all others. */
export type Waiting = { name: string; isFirst?: boolean };

export type FairTurns = {
  /** Does the work when it is its turn. @throws 503 where too many wait already */
  take<T>(waiting: Waiting, work: () => Promise<T>): Promise<T>;
};

/** The name of those that go before all others. */
const first = Symbol('first');

/**
 * Does so many works at a time. However many of one name wait, another name waits for one of them at most.
 * @param bounds.mayWait how many may wait, those that go first aside, and `mayWaitOfName` of one name
 */
export function createFairTurns(bounds: {
  atOnce: number;
  mayWait: number;
  mayWaitOfName: number;
}): FairTurns {
  /** In the order of their turns: a name whose turn came stands at the end again. */
  const queues = new Map<string | symbol, (() => void)[]>();
  let taken = 0;
  let waiting = 0;

  const enqueue = (key: string | symbol): Promise<void> => {
    const queue = queues.get(key) ?? [];
    if (
      queue.length >= (key === first ? bounds.mayWait : bounds.mayWaitOfName) ||
      (key !== first && waiting >= bounds.mayWait)
    )
      throw errors.unavailable('Too many people sign in at this moment. Try again in a few seconds.');
    queues.set(key, queue);
    if (key !== first) waiting++;
    return new Promise((resolve) => queue.push(resolve));
  };

  const callNext = (): boolean => {
    const key = queues.has(first) ? first : queues.keys().next().value;
    if (key === undefined) return false;
    const queue = queues.get(key) as (() => void)[];
    const call = queue.shift() as () => void;
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    if (key !== first) waiting--;
    call();
    return true;
  };

  return {
    take: async ({ name, isFirst = false }, work) => {
      if (taken >= bounds.atOnce) await enqueue(isFirst ? first : name);
      else taken++;
      try {
        return await work();
      } finally {
        if (!callNext()) taken--;
      }
    },
  };
}
