import pg from 'pg';
import { expect, test } from 'vitest';
import { createSharedTransactions } from './shared-transactions.ts';
import { DatabaseOutcomeUnknown, type Row, type Statement } from './statement.ts';

const named = (name: string): Statement => ({ name, text: name, values: [] });
const between = named('between');

/** Returns a row with the name of each statement. A batch that contains `broken` is rejected completely. */
function database(failure: () => Error) {
  const sent: string[][] = [];
  const shared = createSharedTransactions(async (statements): Promise<Row[][]> => {
    const names = statements.map(({ name }) => name);
    sent.push(names);
    if (names.includes('broken')) throw failure();
    return names.map((name) => [{ name }]);
  });
  return { sent, add: (...names: string[]) => shared.add(names.map(named), between) };
}

const refusal = () => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: '23505' });

test('batches of one turn of the event loop share a transaction, and each batch receives its own rows', async () => {
  const { sent, add } = database(refusal);
  const answers = await Promise.all([add('a', 'b'), add('c'), add('d', 'e')]);
  expect(sent).toEqual([['a', 'b', 'between', 'c', 'between', 'd', 'e']]);
  expect(answers.map((rows) => rows.map(([row]) => row?.name))).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
  await add('f');
  expect(sent).toHaveLength(2);
});

test('at most eight batches share a transaction', async () => {
  const { sent, add } = database(refusal);
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(`s${index}`)));
  expect(sent.map((names) => names.filter((name) => name !== 'between').length)).toEqual([8, 8, 4]);
});

test('when one batch is rejected, each is sent separately, and only that one fails', async () => {
  const { sent, add } = database(refusal);
  const settled = await Promise.allSettled([add('a'), add('broken'), add('c')]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent.slice(1)).toEqual([['a'], ['broken'], ['c']]);
});

test('batches with an unknown outcome are never resent', async () => {
  const { sent, add } = database(() => new DatabaseOutcomeUnknown('connection lost in COMMIT'));
  const settled = await Promise.allSettled([add('a'), add('broken')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toHaveLength(1);
});
