import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { createFinisher } from './finisher.ts';

/** Creates a database that finishes jobs, and rejects batches with the outcome `bad`. */
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

test('jobs that finish while a statement is in flight are finished together by the next one', async () => {
  const { database, transactions } = createDatabase();
  const { finish } = createFinisher(database);
  const ended = await Promise.all(['first', 'second', 'third'].map((id) => finish(ending(id))));
  expect(ended).toEqual([true, true, true]);
  expect(transactions).toEqual([['first'], ['second', 'third']]);
});

test('a job whose lease was lost is reported as not finished', async () => {
  const { finish } = createFinisher(createDatabase().database);
  const ended = await Promise.all(['first', 'lost', 'third'].map((id) => finish(ending(id))));
  expect(ended).toEqual([true, false, true]);
});

test('a job that cannot be finished does not affect other jobs', async () => {
  const { finish } = createFinisher(createDatabase().database);
  const ended = await Promise.allSettled([
    finish(ending('first')),
    finish(ending('second', 'bad')),
    finish(ending('third')),
  ]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
