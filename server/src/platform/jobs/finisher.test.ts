import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { createFinisher } from './finisher.ts';

/** A database that ends the jobs that it is asked to end, and takes no outcome that says it is bad. */
function createDatabase() {
  const transactions: string[][] = [];
  const query = async ({ name, values }: Statement) => {
    if (name !== 'finish_jobs') return [];
    const [, ids = [], , outcomes = []] = values as string[][];
    transactions.push(ids);
    await Promise.resolve();
    if (outcomes.includes('bad')) throw new Error('not a text');
    return ids.filter((id) => id !== 'lost').map((id) => ({ id }));
  };
  const transaction = (work: (ending: { send: () => void; last: typeof query }) => Promise<unknown>) =>
    work({ send: () => {}, last: query });
  return { transactions, database: { transaction } as unknown as Database };
}

const ending = (id: string, outcome = 'done') => ({
  job: { organizationId: 'org_one', id, leaseToken: 'token' },
  outcome,
  endedAs: 'COMPLETED' as const,
});

test('jobs that end while others are being ended are ended together', async () => {
  const { database, transactions } = createDatabase();
  const { finish } = createFinisher(database);
  const ended = await Promise.all(['first', 'second', 'third'].map((id) => finish(ending(id))));
  expect(ended).toEqual([true, true, true]);
  expect(transactions).toEqual([['first'], ['second', 'third']]);
});

test('one that is another process’s by now is not said to have ended', async () => {
  const { finish } = createFinisher(createDatabase().database);
  const ended = await Promise.all(['first', 'lost', 'third'].map((id) => finish(ending(id))));
  expect(ended).toEqual([true, false, true]);
});

test('one that cannot be ended does not keep the others', async () => {
  const { finish } = createFinisher(createDatabase().database);
  const ended = await Promise.allSettled([
    finish(ending('first')),
    finish(ending('second', 'bad')),
    finish(ending('third')),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
