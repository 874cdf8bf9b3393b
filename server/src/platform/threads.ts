import { Worker } from 'node:worker_threads';

/** The program in the thread did not come to an end in its time, or in its memory. */
export class ThreadExhausted extends Error {
  override readonly name = 'ThreadExhausted';
}

/** The error with which the program in the thread refuses its input. */
export class ThreadRefused extends Error {
  override readonly name = 'ThreadRefused';
}

/** More waits for the threads than is let wait. */
export class ThreadsBusy extends Error {
  override readonly name = 'ThreadsBusy';
}

export type Threads<I, O> = {
  /**
   * Of one owner, one input runs at a time, and a bounded number waits: nobody takes all threads.
   * @param onBegun called when a thread has the input, after it waited for one
   * @throws ThreadExhausted, ThreadRefused, ThreadsBusy
   */
  run(owner: string, input: I, onBegun?: () => void): Promise<O>;
  stop(): Promise<void>;
};

export type ThreadOptions = {
  /** A program that says `{ ready: true }`, and answers each input with an `output` or a `problem`. */
  program: URL;
  atOnce: number;
  /** For one input, from when the thread has it. */
  deadlineMs: number;
  memoryMb: number;
  /** How many inputs of one owner may wait, and of all. */
  waiting: { ofOwner: number; inAll: number };
};

type Task<I, O> = {
  owner: string;
  input: I;
  onBegun: (() => void) | undefined;
  resolve: (output: O) => void;
  reject: (error: Error) => void;
};
type Outcome<O> = { output: O } | { problem: string };

/** Threads that run what may take all time that there is, with bounds, while the process goes on answering. */
export function createThreads<I, O>(options: ThreadOptions): Threads<I, O> {
  const waiting: Task<I, O>[] = [];
  const busy = new Set<string>();
  const threads = createWorkers(options);

  const next = (): void => {
    while (busy.size < options.atOnce) {
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
        if (ofOwner >= options.waiting.ofOwner || waiting.length >= options.waiting.inAll)
          return reject(new ThreadsBusy('too much waits already'));
        waiting.push({ owner, input, onBegun, resolve, reject });
        next();
      }),
    stop: async () => {
      for (const { reject } of waiting.splice(0)) reject(new ThreadsBusy('the process ends'));
      await threads.stop();
    },
  };
}

/** Threads that were begun, and wait for something to do. */
function createWorkers({ program, memoryMb }: ThreadOptions) {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const open = async (): Promise<Worker> => {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      execArgv: [],
    });
    worker.unref();
    all.add(worker);
    // Whoever waits for its answer gets the error; without a listener it would end the process.
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

/** The next message of a thread. @throws ThreadExhausted when it ends without one */
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
