import type { InOrganization, OrgTransaction } from '../../platform/access/scope.ts';
import type { Row, Statement } from '../../platform/database/statement.ts';
import type { Inside } from './faults.ts';

type Work = (scope: OrgTransaction, found: readonly Row[][]) => Promise<unknown>;
type Member = {
  work: Work;
  first: readonly Statement[];
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
};

/** As many as are asked for at once where what marketplaces show is applied together. */
const mostTogether = 16;

/**
 * Creates a way into an organization's transactions that readings of one turn of the event loop share. Where one of them fails,
 * each is done again by itself, and fails alone. Not for what changes more than its own rows.
 */
export function createSharedReadings(inOrganization: InOrganization): (organizationId: string) => Inside {
  const waiting = new Map<string, Member[]>();

  const alone = (organizationId: string, { work, first, resolve, reject }: Member) =>
    void inOrganization(organizationId, 'sandbox', work, first).then(resolve as () => void, reject);

  const readTogether = async (organizationId: string, members: readonly Member[]): Promise<void> => {
    const [only] = members as [Member];
    if (members.length === 1) return alone(organizationId, only);
    const all = (scope: OrgTransaction, found: readonly Row[][]) => {
      let next = 0;
      return Promise.all(
        members.map(({ work, first }) => {
          const own = found.slice(next, next + first.length);
          next += first.length;
          // Each ends before the transaction does, whatever becomes of the others.
          return work(scope, own).then(
            (answer) => ({ answer }),
            (error: unknown) => ({ error }),
          );
        }),
      ).then((ends) => {
        for (const end of ends) if ('error' in end) throw end.error;
        return ends.map((end) => ('answer' in end ? end.answer : undefined));
      });
    };
    try {
      const first = members.flatMap((member) => member.first);
      const answers = await inOrganization(organizationId, 'sandbox', all, first);
      members.forEach(({ resolve }, index) => {
        resolve(answers[index] as never);
      });
    } catch {
      for (const member of members) alone(organizationId, member);
    }
  };

  const readAll = () => {
    for (const [organizationId, members] of waiting)
      for (let first = 0; first < members.length; first += mostTogether)
        void readTogether(organizationId, members.slice(first, first + mostTogether));
    waiting.clear();
  };

  return (organizationId) =>
    (work: Work, first: readonly Statement[] = []) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(readAll);
        const members = waiting.get(organizationId) ?? [];
        members.push({ work, first, resolve, reject });
        waiting.set(organizationId, members);
      });
}
