import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { remember } from '../../sdk/src/answers.ts';
import {
  emptyExtent,
  keptPages,
  type ListExtent,
  learn,
  pageOfRow,
  pageQuery,
  type Query,
} from '../src/ui/pages.ts';

/** A list of the service with the newest first, in pages of 50, and the console's copy of it. */
function makeList(length: number) {
  const rows = Array.from({ length }, (_, index) => ({ id: length - index }));
  const client = new QueryClient();
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: Query) => {
    asked.push(cursor);
    const behind = rows.filter(({ id }) => cursor === undefined || id < Number(cursor));
    const page = behind.slice(0, 50);
    const link = behind.length > 50 ? { link: `</list?cursor=${page.at(-1)?.id}>; rel="next"` } : {};
    return remember(page, 200, new Headers(link));
  };
  return {
    asked,
    rows,
    known: () => client.getQueryData<ListExtent>(['list', 'known']) ?? emptyExtent,
    page: (at: number) => client.fetchQuery(pageQuery(client, ['list'], at, read)),
    isRefuted: (at: number) => client.getQueryState(['list', at])?.isInvalidated,
    kept: () => client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[1] !== 'known' }),
  };
}

test('of any number of pages that were read a few are cached, and each is equal when it is read again', async () => {
  const list = makeList(1990);
  const first: unknown[] = [];
  for (let at = 0; at < 40; at++) first.push(await list.page(at));
  expect(list.known()).toMatchObject({ rows: 1990, isWhole: true });
  expect(list.kept().length).toBeLessThanOrEqual(keptPages + 1);
  for (let at = 39; at >= 0; at--) {
    expect(await list.page(at)).toEqual(first[at]);
    expect(list.kept().length).toBeLessThanOrEqual(2 * keptPages + 1);
  }
  expect(list.asked.length).toBe(80);
  expect(list.known()).toMatchObject({ rows: 1990, isWhole: true });
});

test('a row that is added in front or removed leaves no gap and no duplicate', async () => {
  const list = makeList(200);
  const all = async () => (await Promise.all([0, 1, 2, 3].map((at) => list.page(at)))).flat();
  for (const at of [0, 1, 2, 3]) await list.page(at);
  list.rows.unshift({ id: 201 });
  await list.page(0);
  expect(list.isRefuted(1)).toBe(true);
  for (const at of [1, 2, 3]) await list.page(at);
  expect([...(await all()), ...(await list.page(4))]).toEqual(list.rows);
  list.rows.splice(10, 60);
  await list.page(0);
  expect(list.isRefuted(1)).toBe(true);
  for (const at of [1, 2, 3]) await list.page(at);
  expect(list.known()).toMatchObject({ rows: 141, isWhole: true });
});

test('known positions continue from page to page, and follow a page that has become shorter', () => {
  const [a, b, c] = [{ cursor: 'a' }, { cursor: 'b' }, { cursor: 'c' }];
  const known = learn(learn(emptyExtent, 0, 50, a), 1, 50, b);
  expect(known).toEqual({
    starts: [
      { query: {}, row: 0 },
      { query: a, row: 50 },
      { query: b, row: 100 },
    ],
    rows: 100,
    isWhole: false,
  });
  expect([0, 49, 50, 99, 100, 1000].map((row) => pageOfRow(known, row))).toEqual([0, 0, 1, 1, 2, 2]);
  const shorter = learn(known, 0, 40, c);
  expect(shorter.starts.map(({ row }) => row)).toEqual([0, 40, 90]);
  expect(shorter.rows).toBe(90);
  expect(learn(shorter, 1, 10, undefined)).toMatchObject({ rows: 50, isWhole: true });
  expect(learn(learn(shorter, 0, 7, undefined), 2, 50, a)).toMatchObject({ rows: 7, isWhole: true });
});
