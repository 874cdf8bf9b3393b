import { Worker } from 'node:worker_threads';

/** The error for a thread that exceeded its time or memory limit. */
export class ThreadExhausted extends Error {
  override readonly name = 'ThreadExhausted';
}

/** The error for an input that the thread's code rejected. */
export class ThreadRefused extends Error {
  override readonly name = 'ThreadRefused';
}

/** The error for an input that is rejected because too many inputs are waiting or the process is shutting down. */
export class ThreadsBusy extends Error {
  override readonly name = 'ThreadsBusy';
}

export type Threads<I, O> = {
  /**
   * Runs an input in a thread. Each owner has at most one running input and a limited number of waiting inputs, so that
   * a single owner cannot occupy all threads.
   * @param onBegun called when a thread starts the input
   * @throws ThreadExhausted, ThreadRefused, ThreadsBusy
   */
  run(owner: string, input: I, onBegun?: () => void): Promise<O>;
  stop(): Promise<void>;
};

export type ThreadOptions = {
  /**
   * The code of the threads, which sends `{ ready: true }` at its start, and an `output` or a `problem` for each input.
   */
  script: URL;
  concurrency: number;
  /** The time limit of one input, excluding the wait for a thread. */
  deadlineMs: number;
  memoryMb: number;
  /** The maximum waiting inputs of one owner, and in all. */
  waiting: { perOwner: number; total: number };
};

type Task<I, O> = {
  owner: string;
  input: I;
  onBegun: (() => void) | undefined;
  resolve: (output: O) => void;
  reject: (error: Error) => void;
};
type Outcome<O> = { output: O } | { problem: string };

/** Creates a pool of threads for work that could block the process. Each thread has a time and a memory limit. */
export function createThreads<I, O>(options: ThreadOptions): Threads<I, O> {
  const waiting: Task<I, O>[] = [];
  const busy = new Set<string>();
  const threads = createWorkers(options);

  const next = (): void => {
    while (busy.size < options.concurrency) {
      const index = waiting.findIndex(({ owner }) => !busy.has(owner));
      if (index < 0) return;
      const [task] = waiting.splice(index, 1) as [Task<I, O>];
      busy.add(task.owner);
      void runTask(task).finally(() => {
        busy.delete(task.owner);
        next();
      });
    }
  };

  const runTask = async ({ input, onBegun, resolve, reject }: Task<I, O>): Promise<void> => {
    let isLate = false;
    let late: NodeJS.Timeout | undefined;
    try {
      const worker = await threads.take();
      const answer = answerOf<Outcome<O>>(worker);
      late = setTimeout(() => {
        isLate = true;
        void worker.terminate();
      }, options.deadlineMs);
      worker.postMessage(input);
      onBegun?.();
      const outcome = await answer;
      if (!isLate) threads.giveBack(worker);
      if ('output' in outcome) resolve(outcome.output);
      else reject(new ThreadRefused(outcome.problem));
    } catch (error) {
      reject(error as Error);
    } finally {
      clearTimeout(late);
    }
  };

  return {
    run: (owner, input, onBegun) =>
      new Promise((resolve, reject) => {
        const ofOwner = waiting.filter((task) => task.owner === owner).length;
        if (ofOwner >= options.waiting.perOwner || waiting.length >= options.waiting.total)
          return reject(new ThreadsBusy('too many inputs are waiting'));
        waiting.push({ owner, input, onBegun, resolve, reject });
        next();
      }),
    stop: async () => {
      for (const { reject } of waiting.splice(0)) reject(new ThreadsBusy('the process is shutting down'));
      await threads.stop();
    },
  };
}

/** Creates the pool of worker threads; idle threads are reused. */
function createWorkers({ script, memoryMb }: ThreadOptions) {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const open = async (): Promise<Worker> => {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
    });
    worker.unref();
    all.add(worker);
    // `answerOf` reports the error to the caller. Without this listener, an error of an idle thread would end the
    // process.
    worker.on('error', () => {});
    worker.once('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    await answerOf(worker);
    return worker;
  };
  return {
    take: async (): Promise<Worker> => idle.pop() ?? (await open()),
    giveBack: (worker: Worker): void => void idle.push(worker),
    stop: async (): Promise<void> => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Waits for the next message of a thread. @throws ThreadExhausted if the thread ends without a message */
function answerOf<M>(worker: Worker): Promise<M> {
  return new Promise<M>((resolve, reject) => {
    const settle = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (message: M) => {
      settle();
      resolve(message);
    };
    const onError = (error: NodeJS.ErrnoException) => {
      settle();
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new ThreadExhausted('takes too much memory', { cause: error })
          : error,
      );
    };
    const onExit = () => {
      settle();
      reject(new ThreadExhausted('takes too long'));
    };
    worker.once('message', onMessage);
    worker.once('error', onError);
    worker.once('exit', onExit);
  });
}
