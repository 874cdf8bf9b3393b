import type { Database } from '../database/database.ts';
import { defineStatement, rows } from '../database/define-statement.ts';
import { type ClaimedJob, planByIndexes } from './job-store.ts';
import type { EndedAs } from './queue.ts';

/** A job that ends with nothing but its outcome. */
type Ending = {
  job: Pick<ClaimedJob, 'organizationId' | 'id' | 'leaseToken'>;
  outcome: string;
  endedAs: EndedAs;
};

export type Finisher = {
  /** Ends the job, together with others. False when it is not this process's any more. */
  finish(ending: Ending): Promise<boolean>;
};

/** The time of an organization, to which an end is dated. */
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

type Waiting = { ending: Ending; resolve: (ended: boolean) => void; reject: (error: unknown) => void };

/**
 * Creates what ends jobs that have nothing to write but their outcome. The first is ended at once; those that come
 * meanwhile are ended together, in one transaction of the system.
 */
export function createFinisher(database: Database): Finisher {
  let waiting: Waiting[] = [];
  let isBusy = false;

  const endAll = async (endings: readonly Waiting[]): Promise<void> => {
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
      // What keeps one from ending must not keep the others, which may be of other organizations.
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
