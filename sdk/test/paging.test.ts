import { answerOf } from '@tradepost/sdk';
import { expect, test } from 'vitest';
import { failure, playService, problem } from './played-service.ts';

const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
};
const pathsOf = (sent: { url: string }[]) =>
  sent.map(({ url }) => url.replace('http://service.test/org/org_1', ''));

test('an awaited list is a page, with the data of its response', async () => {
  const link = '<https://other.test/org/org_1/offer?status=DRAFT&cursor=c1>; rel="next"';
  const headers = { link, 'x-total-count': '7', 'x-correlation-id': 'req_3' };
  const { tradepost, sent } = playService([{ body: [{ id: 'ofr_1' }], headers }]);
  const page = await tradepost.offers.list({ status: ['DRAFT'], count: true });
  expect(page).toEqual([{ id: 'ofr_1' }]);
  expect(answerOf(page)).toEqual({
    status: 200,
    requestId: 'req_3',
    etag: undefined,
    total: 7,
    next: { status: 'DRAFT', cursor: 'c1' },
  });
  expect(sent).toHaveLength(1);
});

test('an iterated list follows the next-page link at its own address until the last page', async () => {
  const link = (cursor: string) => ({ link: `<https://other.test/x?limit=2&cursor=${cursor}>; rel="next"` });
  const { tradepost, sent } = playService([
    { body: [{ id: 'a' }, { id: 'b' }], headers: link('c1') },
    { body: [], headers: link('c2') },
    { body: [{ id: 'c' }] },
  ]);
  expect((await all(tradepost.offers.list({ limit: 2 }))).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(pathsOf(sent)).toEqual(['/offer?limit=2', '/offer?limit=2&cursor=c1', '/offer?limit=2&cursor=c2']);
});

test('a loop that is left requests no more pages', async () => {
  const { tradepost, sent } = playService([
    { body: [{ id: 'a' }], headers: { link: '</x?cursor=c1>; rel="next"' } },
  ]);
  for await (const { id } of tradepost.buyers.list()) {
    expect(id).toBe('a');
    break;
  }
  expect(sent).toHaveLength(1);
});

test('lists in a record are iterated row by row, by offset or by page where they have no link', async () => {
  const offsets = playService([
    { body: { notificationEvents: [{ eventID: 'a' }], nextOffset: 1, totalCount: 2 } },
    { body: { notificationEvents: [{ eventID: 'b' }], totalCount: 2 } },
  ]);
  const events = await all(offsets.tradepost.notificationEvents.list({ message: 'm' }));
  expect(events.map(({ eventID }) => eventID)).toEqual(['a', 'b']);
  expect(pathsOf(offsets.sent).at(-1)).toBe('/notificationEvent?message=m&offset=1');
  const page = (number: number) => ({
    body: { data: [{ id: `s${number}` }], page_number: number, page_size: 1, total_count: 2 },
  });
  const pages = playService([page(1), page(2)]);
  const sets = await all(pages.tradepost.offerSets.list({ q: '(= status DRAFT)' }));
  expect(sets.map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(pathsOf(pages.sent).at(-1)).toMatch(/^\/offerSet\?q=.*&page_number=2$/);
});

test('a page that cannot be read ends the loop with its error', async () => {
  const { tradepost } = playService([
    { body: [{ id: 'a' }], headers: { link: '</x?cursor=c1>; rel="next"' } },
    problem(403, 'forbidden'),
  ]);
  expect(await failure(all(tradepost.offers.list()))).toMatchObject({ code: 'forbidden' });
});
