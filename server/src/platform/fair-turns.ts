import { errors } from './errors.ts';

export type FairTurns = {
  /** Does the work when it is its turn. @throws 503 where too many wait already */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
};

/**
 * Does so many works at a time. However many of one name wait, another name waits for one of them at most.
 * @param bounds.mayWait how many may wait, and `mayWaitOfName` of one name
 */
export function createFairTurns(bounds: {
  atOnce: number;
  mayWait: number;
  mayWaitOfName: number;
}): FairTurns {
  /** In the order of their turns: a name whose turn came stands at the end again. */
  const queues = new Map<string, (() => void)[]>();
  let taken = 0;
  let waiting = 0;

  const enqueue = (name: string): Promise<void> => {
    const queue = queues.get(name) ?? [];
    if (queue.length >= bounds.mayWaitOfName || waiting >= bounds.mayWait)
      throw errors.unavailable('Too many people sign in at this moment. Try again in a few seconds.');
    queues.set(name, queue);
    waiting++;
    return new Promise((resolve) => queue.push(resolve));
  };

  const callNext = (): boolean => {
    const [next] = queues;
    if (!next) return false;
    const [name, queue] = next;
    const call = queue.shift() as () => void;
    queues.delete(name);
    if (queue.length > 0) queues.set(name, queue);
    waiting--;
    call();
    return true;
  };

  return {
    take: async (name, work) => {
      if (taken >= bounds.atOnce) await enqueue(name);
      else taken++;
      try {
        return await work();
      } finally {
        if (!callNext()) taken--;
      }
    },
  };
}
