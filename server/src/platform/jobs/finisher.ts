import type { Database } from '../database/database.ts';
import { defineStatement, rows } from '../database/define-statement.ts';
import { type ClaimedJob, planByIndexes } from './job-store.ts';
import type { EndStatus } from './queue.ts';

/** The outcome of a job that ends without further writes. */
type JobEnding = {
  job: Pick<ClaimedJob, 'organizationId' | 'id' | 'leaseToken'>;
  outcome: string;
  endedAs: EndStatus;
};

export type Finisher = {
  /** Finishes the job, possibly together with other jobs. Returns false if the lease was lost. */
  finish(ending: JobEnding): Promise<boolean>;
};

/** Builds the SQL expression for the end time of a job, by the organization's clock. */
export const endTimeIn = (organization: string): string =>
  `date_trunc('milliseconds', clock_timestamp()) + ${organization}.clock_offset_ms * interval '1 millisecond'`;

const finishMany = defineStatement(
  'finish_jobs',
  { endings: rows('job', ['organization_id', 'id', 'lease_token', 'outcome', 'ended_as']) },
  ({ endings }) => `
    UPDATE job j SET finished_at = clock_timestamp(), outcome = f.outcome, ended_as = f.ended_as, lease_until = NULL,
      end_time = ${endTimeIn('o')}
    FROM ${endings.unnest('f')}, organization o
    WHERE j.organization_id = f.organization_id AND j.id = f.id AND j.lease_token = f.lease_token
      AND j.finished_at IS NULL AND o.organization_id = f.organization_id
    RETURNING j.id`,
);

type PendingEnding = {
  ending: JobEnding;
  resolve: (ended: boolean) => void;
  reject: (error: unknown) => void;
};

/**
 * Creates the finisher for jobs that end without further writes. The first job is finished immediately. Jobs that
 * arrive in the meantime are finished together in one transaction of the system role.
 */
export function createFinisher(database: Database): Finisher {
  let waiting: PendingEnding[] = [];
  let isBusy = false;

  const endAll = async (endings: readonly PendingEnding[]): Promise<void> => {
    const given = endings.map(({ ending: { job, outcome, endedAs } }) => ({
      organization_id: job.organizationId,
      id: job.id,
      lease_token: job.leaseToken,
      outcome,
      ended_as: endedAs,
    }));
    try {
      const ended = await database.transaction(({ send, last }) => {
        send(planByIndexes);
        return last<{ id: string }>(finishMany({ endings: given }));
      }, 'system');
      const ids = new Set(ended.map(({ id }) => id));
      for (const { ending, resolve } of endings) resolve(ids.has(ending.job.id));
    } catch (error) {
      // An error of one job must not affect other jobs, which may belong to other organizations.
      if (endings.length > 1) for (const ending of endings) await endAll([ending]);
      else for (const { reject } of endings) reject(error);
    }
  };

  const work = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const endings = waiting;
      waiting = [];
      await endAll(endings);
    }
    isBusy = false;
  };

  return {
    finish: (ending) =>
      new Promise((resolve, reject) => {
        waiting.push({ ending, resolve, reject });
        if (!isBusy) void work();
      }),
  };
}
