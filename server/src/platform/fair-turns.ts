import { errors } from './errors.ts';

export type FairTurns = {
  /** Runs the work in the turn of its name. @throws 503 if too many tasks are waiting */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
};

/**
 * Limits concurrent tasks and rotates among names, so that a name with many waiting tasks delays another name by at
 * most one task.
 * @param bounds `atOnce`: concurrent tasks; `mayWait`: waiting tasks in all; `mayWaitOfName`: waiting tasks of one name
 */
export function createFairTurns(bounds: {
  atOnce: number;
  mayWait: number;
  mayWaitOfName: number;
}): FairTurns {
  /** The queues by name, in the order in which their names take turns. */
  const queues = new Map<string, (() => void)[]>();
  let taken = 0;
  let waiting = 0;

  const enqueue = (name: string): Promise<void> => {
    const queue = queues.get(name) ?? [];
    if (queue.length >= bounds.mayWaitOfName || waiting >= bounds.mayWait)
      throw errors.unavailable('Too many sign-ins are in flight. Retry in a few seconds.');
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
