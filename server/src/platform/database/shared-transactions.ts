import { isServerAnswer, type Row, type Statement } from './statement.ts';

type Send = (statements: readonly Statement[]) => Promise<Row[][]>;
type Member = {
  statements: readonly Statement[];
  resolve: (rows: Row[][]) => void;
  reject: (error: unknown) => void;
};

/**
 * The maximum number of batches in a transaction. With more batches, the first batch would wait longer than a commit
 * takes.
 */
const maxBatches = 8;

/**
 * Combines the batches of one event loop turn into one transaction, because a commit costs the database as much as a
 * small insert. All batches resolve after the commit. When a batch fails, the transaction is rolled back and every
 * batch is sent separately, so that only this batch fails.
 * @param send sends one transaction
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
      // Only an error response of the database proves that the transaction was rolled back.
      const isUndone = members.length > 1 && isServerAnswer(error as Error);
      for (const member of members)
        if (isUndone) send(member.statements).then(member.resolve, member.reject);
        else member.reject(error);
    }
  };
  const sendAll = () => {
    for (const [between, members] of waiting)
      for (let first = 0; first < members.length; first += maxBatches)
        void sendTogether(members.slice(first, first + maxBatches), between);
    waiting.clear();
  };

  return {
    /** @param between the statement that runs between two batches of the same transaction */
    add: (statements: readonly Statement[], between: Statement): Promise<Row[][]> =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(sendAll);
        const members = waiting.get(between) ?? [];
        members.push({ statements, resolve, reject });
        waiting.set(between, members);
      }),
  };
}
