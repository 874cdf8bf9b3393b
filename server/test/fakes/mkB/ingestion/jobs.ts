import type { Clock } from '../../http/clock.ts';
import { ServiceError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { sevenDecimals } from '../times.ts';

export type JobError = { code: string; message: string };

/** A resource of a job: `apply` changes the marketplace’s records, or throws a `JobFailure`. */
export type Step = { apply: () => void; show: () => object; isDeletion: boolean };

export type Job = {
  id: string;
  /** Tenant whose application sent the job. */
  owner: string;
  status: 'notStarted' | 'running' | 'completed';
  result: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  startMs: number;
  endMs: number | undefined;
  steps: Step[];
  /** Steps that were applied; they stay applied if the job fails later. */
  done: Step[];
  errors: JobError[];
  polledMs: number | undefined;
};

/** The failure of a step, with the code that the job shows. */
export class JobFailure extends Error {
  readonly code: string;

  constructor(message: string, code = 'Conflict') {
    super(message);
    this.code = code;
  }
}

/** A failure that a test ordered, after a number of steps. */
export type OrderedFailure = { code: string; message: string; afterSteps: number };

/** Creates the functions that run jobs, one resource after the other. */
function createRunner(clock: Clock, pace: { startMs: number; stepMs: number }) {
  const end = (job: Job, result: 'succeeded' | 'failed' | 'cancelled', error?: JobError) => {
    job.status = 'completed';
    job.result = result;
    job.endMs = clock.now();
    if (error) job.errors.push(error);
  };
  const later = (ms: number, run: () => void) => clock.schedule('WORK', clock.now() + ms, run);
  const runStep = (job: Job, failure: OrderedFailure | undefined) => {
    if (job.status !== 'running') return;
    if (failure && job.done.length >= failure.afterSteps)
      return end(job, 'failed', { code: failure.code, message: failure.message });
    const step = job.steps[job.done.length];
    if (!step) return end(job, 'succeeded');
    try {
      step.apply();
      job.done.push(step);
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      return end(job, 'failed', { code: error.code, message: error.message });
    }
    if (job.done.length === job.steps.length && !failure) return end(job, 'succeeded');
    later(pace.stepMs, () => runStep(job, failure));
  };
  return {
    end,
    begin: (job: Job, failure: OrderedFailure | undefined): void =>
      later(pace.startMs, () => {
        if (job.status !== 'notStarted') return;
        job.status = 'running';
        later(pace.stepMs, () => runStep(job, failure));
      }),
  };
}

/** Simulates ingestion jobs, which run for minutes and apply one resource after the other. */
export function createJobs({ clock, ids }: { clock: Clock; ids: Ids }) {
  const jobs = new Map<string, Job>();
  const pace = {
    /** Time until a job leaves notStarted. */
    startMs: 10_000,
    /** Time to apply each resource. */
    stepMs: 150_000,
  };
  const ordered: OrderedFailure[] = [];
  const settings = { limitsPolling: true, refusesCancellation: false };
  const { begin, end } = createRunner(clock, pace);
  const require = (id: string, owner: string): Job => {
    const job = jobs.get(id.toLowerCase());
    if (job?.owner === owner) return job;
    throw new ServiceError(404, 'notFound', 'The job was not found.');
  };
  return {
    pace,
    ordered,
    settings,
    all: () => [...jobs.values()],
    start: (owner: string, steps: Step[]): Job => {
      const job: Job = {
        id: ids.uuid(),
        owner,
        status: 'notStarted',
        result: 'pending',
        startMs: clock.now(),
        endMs: undefined,
        steps,
        done: [],
        errors: [],
        polledMs: undefined,
      };
      jobs.set(job.id, job);
      begin(job, ordered.shift());
      return job;
    },
    require,
    /** Returns the job for a status call, which is allowed once a minute. */
    poll: (id: string, owner: string): Job => {
      const job = require(id, owner);
      const waitMs = job.polledMs === undefined ? 0 : job.polledMs + 60_000 - clock.now();
      if (settings.limitsPolling && waitMs > 0) {
        const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
        throw new ServiceError(429, 'tooManyRequests', 'Poll a job at most once a minute.', {}, headers);
      }
      job.polledMs = clock.now();
      return job;
    },
    /** Cancels a job that has not ended. What was applied stays applied. */
    cancel: (id: string, owner: string): Job => {
      const job = require(id, owner);
      if (job.status === 'completed' || settings.refusesCancellation)
        throw new ServiceError(400, 'badRequest', 'The job can no longer be cancelled.', { details: [] });
      end(job, 'cancelled');
      return job;
    },
  };
}
export type Jobs = ReturnType<typeof createJobs>;

/** The end time of a job that has not ended. */
const noTime = '0001-01-01T00:00:00';

export const showJob = (job: Job, $schema: string) => ({
  $schema,
  jobId: job.id,
  jobStatus: job.status,
  jobResult: job.result,
  jobStart: sevenDecimals(job.startMs),
  jobEnd: job.endMs === undefined ? noTime : sevenDecimals(job.endMs),
  // The address is on another host, and absent for deletions.
  ...(job.result === 'succeeded' &&
    !job.steps.every(({ isDeletion }) => isDeletion) && {
      resourceUri: `https://product-ingestion.mp.microsoft.com/configure/${job.id}`,
    }),
  errors: job.errors,
});
