import { isServerAnswer, type Row, type Statement } from './statement.ts';

type Send = (statements: readonly Statement[]) => Promise<Row[][]>;
type Member = {
  statements: readonly Statement[];
  resolve: (rows: Row[][]) => void;
  reject: (error: unknown) => void;
};

/** More would make the first of them wait for the last for longer than a commit takes. */
const mostTogether = 8;

/**
 * Sends batches that come in one turn of the event loop as one transaction, with one commit for all of them: each commit
 * costs the database as much as a small insert. None is answered before that. When one of them fails, all are undone, and
 * each is sent by itself: it fails alone.
 * @param send one transaction
 */
export function createSharedTransactions(send: Send) {
  const waiting = new Map<Statement, Member[]>();

  const sendTogether = async (members: readonly Member[], between: Statement): Promise<void> => {
    const statements = members.flatMap((member, index) =>
      index === 0 ? member.statements : [between, ...member.statements],
    );
    try {
      const rows = await send(statements);
      let first = 0;
      for (const { statements, resolve } of members) {
        resolve(rows.slice(first, first + statements.length));
        first += statements.length + 1;
      }
    } catch (error) {
      // Only what the database says has certainly undone all of it.
      const isUndone = members.length > 1 && isServerAnswer(error as Error);
      for (const member of members)
        if (isUndone) send(member.statements).then(member.resolve, member.reject);
        else member.reject(error);
    }
  };
  const sendAll = () => {
    for (const [between, members] of waiting)
      for (let first = 0; first < members.length; first += mostTogether)
        void sendTogether(members.slice(first, first + mostTogether), between);
    waiting.clear();
  };

  return {
    /** @param between what separates it from the one before it in the same transaction */
    add: (statements: readonly Statement[], between: Statement): Promise<Row[][]> =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(sendAll);
        const members = waiting.get(between) ?? [];
        members.push({ statements, resolve, reject });
        waiting.set(between, members);
      }),
  };
}
