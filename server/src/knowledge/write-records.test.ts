import { expect, test } from 'vitest';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { PassageSource } from './passages.ts';
import { writeRecords } from './write-records.ts';

/**
 * Writes records with the given number of passages each, in as many transactions as necessary. Returns the numbers of
 * passages in the longest statement and transaction, and the number of records that were read together.
 */
async function largest(count: number, passagesEach: number) {
  const written: number[] = [];
  const loaded: number[] = [];
  const query = async ({ name, values }: Statement) => {
    if (name === 'insert_new_passages')
      written.push(Math.max(...values.map((value) => (Array.isArray(value) ? value.length : 0))));
    return [];
  };
  const sections = Array.from({ length: passagesEach }, (_, n) => ({ headings: [], text: `text ${n}` }));
  const source: PassageSource = {
    type: 'PRODUCT',
    entityType: 'PRODUCT',
    atOnce: 200,
    load: async (_, ids) => {
      loaded.push(ids.length);
      return ids.map((id) => ({ id, title: id, sections }));
    },
    idsAfter: async () => [],
  };
  const scope = { organizationId: 'org_a', query } as unknown as OrgTransaction;
  const transactions: number[] = [];
  let ids: readonly string[] = Array.from({ length: count }, (_, n) => `prd_${n}`);
  while (ids.length > 0) {
    const { left, passages } = await writeRecords(scope, source, ids);
    expect(left).toEqual(ids.slice(ids.length - left.length));
    transactions.push(passages);
    ids = left;
  }
  return {
    longest: Math.max(...written),
    longestTransaction: Math.max(...transactions),
    all: written.reduce((sum, each) => sum + each, 0),
    loaded: Math.max(...loaded),
  };
}

test('many long records are written by statements and transactions of limited size', async () => {
  const { longest, longestTransaction, all, loaded } = await largest(60, 480);
  expect(all).toBe(60 * 480);
  expect(longest).toBeLessThan(1000);
  expect(longestTransaction).toBeLessThan(3000);
  expect(loaded).toBeLessThanOrEqual(25);
});

test('many short records are written together', async () => {
  expect(await largest(100, 1)).toMatchObject({ longest: 100, all: 100 });
});
