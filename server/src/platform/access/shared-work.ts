import { AsyncResource } from 'node:async_hooks';
import { DatabaseOutcomeUnknown, type Row, type Statement } from '../database/statement.ts';
import { AppError } from '../errors.ts';
import type { InOrganization, OrgTransaction } from './scope.ts';

type Work = (scope: OrgTransaction, found: readonly Row[][]) => Promise<unknown>;
type Member = {
  /** What it locks: members lock in this order. */
  place: string;
  requestId: string;
  work: Work;
  first: readonly Statement[];
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
};

/** As many as other jobs of a burst are run together. */
const mostTogether = 16;

/**
 * Creates a way into an organization's transactions that works of one turn of the event loop share. Where one of them fails, nothing is
 * written, and each is done again by itself, and fails alone: a work may be done twice. Not for what locks more than its own rows.
 * @returns the way for work on a place, by which those that share a transaction are put in order
 */
export function createSharedWork(inOrganization: InOrganization): (place?: string) => InOrganization {
  const waiting = new Map<string, Member[]>();

  const alone = (organizationId: string, { requestId, work, first, resolve, reject }: Member) =>
    void inOrganization(organizationId, requestId, work, first).then(resolve as () => void, reject);

  const together = async (organizationId: string, members: readonly Member[]): Promise<void> => {
    const [only] = members as [Member];
    if (members.length === 1) return alone(organizationId, only);
    const first = [waitBriefly, ...members.flatMap((member) => member.first)];
    try {
      const answers = await inOrganization(organizationId, only.requestId, workOfAll(members), first);
      members.forEach(({ resolve }, index) => {
        resolve(answers[index] as never);
      });
    } catch (error) {
      for (const member of members) {
        // What may have been committed is not done again; nor what got no connection, sixteen times.
        if (error instanceof DatabaseOutcomeUnknown || isBusy(error)) member.reject(error);
        else alone(organizationId, member);
      }
    }
  };

  const begin = () => {
    for (const [organizationId, members] of waiting) {
      members.sort((one, other) => Number(one.place > other.place) - Number(one.place < other.place));
      for (let first = 0; first < members.length; first += mostTogether)
        void together(organizationId, members.slice(first, first + mostTogether));
    }
    waiting.clear();
  };

  return (place = '') =>
    (organizationId, requestId, work: Work, first = []) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(begin);
        const members = waiting.get(organizationId) ?? [];
        // It goes on in the trace of its own caller.
        members.push({ place, requestId, work: AsyncResource.bind(work), first, resolve, reject });
        waiting.set(organizationId, members);
      });
}

const isBusy = (error: unknown): boolean => error instanceof AppError && error.definition.status === 503;

/** The statement that bounds how long a shared transaction waits for a lock: one that waits for it must not keep the others. */
export const waitBriefly: Statement = {
  name: 'wait_briefly_for_locks',
  text: `SELECT set_config('lock_timeout', '100ms', true)`,
  values: [],
};

/** Does the work of all members, each with the rows of its own first statements. */
const workOfAll =
  (members: readonly Member[]) =>
  async (scope: OrgTransaction, [, ...found]: readonly Row[][]) => {
    let next = 0;
    const ends = await Promise.allSettled(
      members.map(async ({ requestId, work, first }) => {
        const own = found.slice(next, next + first.length);
        next += first.length;
        return work({ ...scope, requestId }, own);
      }),
    );
    // Each has ended before the transaction does, whatever became of the others.
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  };
