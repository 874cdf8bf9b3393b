import { AsyncResource } from 'node:async_hooks';
import { DatabaseOutcomeUnknown, type Row, type Statement } from '../database/statement.ts';
import { AppError } from '../errors.ts';
import type { InOrganization, OrgTransaction } from './scope.ts';

type Work = (scope: OrgTransaction, found: readonly Row[][]) => Promise<unknown>;
type Member = {
  /**
   * The lock order key. Members start in the order of their keys, so that all transactions lock rows in the same order.
   */
  place: string;
  requestId: string;
  work: Work;
  first: readonly Statement[];
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
};

/** The maximum number of members in one transaction, equal to the size of a job batch. */
const maxMembers = 16;

/**
 * Creates a function that combines the work of one event loop turn into one transaction for each organization. When a
 * member fails, the transaction is rolled back and each member is run again separately, so work may run twice. Use the
 * function only for work that locks only its own rows.
 * @returns a function that takes the lock order of the work and returns `InOrganization`
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
        // Work that may have been committed must not be repeated, and a busy pool has no connection for each member.
        if (error instanceof DatabaseOutcomeUnknown || isBusy(error)) member.reject(error);
        else alone(organizationId, member);
      }
    }
  };

  const begin = () => {
    for (const [organizationId, members] of waiting) {
      members.sort((one, other) => Number(one.place > other.place) - Number(one.place < other.place));
      for (let first = 0; first < members.length; first += maxMembers)
        void together(organizationId, members.slice(first, first + maxMembers));
    }
    waiting.clear();
  };

  return (place = '') =>
    (organizationId, requestId, work: Work, first = []) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(begin);
        const members = waiting.get(organizationId) ?? [];
        // Each member keeps the async context of its own caller, which includes the trace.
        members.push({ place, requestId, work: AsyncResource.bind(work), first, resolve, reject });
        waiting.set(organizationId, members);
      });
}

const isBusy = (error: unknown): boolean => error instanceof AppError && error.definition.status === 503;

/** The statement that limits lock waits in a shared transaction: one blocked member must not delay other members. */
export const waitBriefly: Statement = {
  name: 'wait_briefly_for_locks',
  text: `SELECT set_config('lock_timeout', '100ms', true)`,
  values: [],
};

/** Runs the work of all members, each with the rows of its own first statements. */
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
    // All members, including failed members, have ended before the transaction ends.
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  };
