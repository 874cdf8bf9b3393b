import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RevenueLine } from '../../../src/marketplaces/index.ts';
import { csvOf, type FeedRow } from '../../fakes/mkA/data-feed.ts';
import { buyer, type MkAWorld, type Seller, startWorld } from './world.fixture.ts';

const dayMs = 86_400_000;
const prefix = 'billing_event_v1/';
let world: MkAWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Creates a seller with a data feed and an agreement. */
function sellerWithFeed(name: string, settings: Record<string, unknown> = {}) {
  const { bucket, ...own } = world.newSeller(name);
  const seller: Seller = { bucket, ...own };
  world.service.dataFeed.setUp(seller.accountId, bucket);
  const adapter = world.connect(seller, seller.externalId, {
    dataFeedBucketName: bucket,
    dataFeedPrefix: prefix,
    ...settings,
  });
  const agreementId = world.service.buyerAccepts(seller.addOffer(seller.addProduct(), { buyer }).id).id;
  const page = (cursor?: string) => {
    if (!adapter.readRevenue) throw new Error('the feed cannot be read');
    return adapter.readRevenue(cursor);
  };
  const read = async (from?: string) => {
    const lines: RevenueLine[] = [];
    const refused: string[] = [];
    let cursor = from;
    for (let pages = 0; ; pages++) {
      if (pages > 50) throw new Error('the reading does not end');
      const found = await page(cursor);
      lines.push(...found.lines);
      if (found.refused) refused.push(found.refused);
      cursor = found.cursor;
      if (!found.hasMore) return { lines, cursor, refused };
    }
  };
  return { ...seller, adapter, agreementId, page, read };
}
const event = (id: number | string, more: FeedRow = {}): FeedRow => ({
  billing_event_id: String(id).padStart(40, '0'),
  invoice_date: '2031-01-05T00:00:00Z',
  action: 'INVOICED',
  transaction_type: 'SELLER_REV_SHARE',
  currency: 'USD',
  amount: '1',
  balance_impacting: '1',
  ...more,
});
const idsOf = (lines: readonly RevenueLine[]) => lines.map(({ id }) => id);

test('without a data feed nothing is read and no call is made', async () => {
  const { adapter } = world.newSeller('without a feed');
  const before = world.service.log.calls.length;
  expect(await adapter.readRevenue?.(undefined)).toMatchObject({ lines: [], hasMore: false });
  expect(world.service.log.calls.length).toBe(before);
});

test('a file is read in parts and each event once, even when a quoted cell contains a line break', async () => {
  const { accountId, agreementId, read, page } = sellerWithFeed('parts');
  const rows = Array.from({ length: 2500 }, (_, at) =>
    event(at, { agreement_id: agreementId, broker_id: at % 7 ? '' : 'A "broker",\nof two lines' }),
  );
  world.service.dataFeed.add(accountId, rows);
  const { lines, refused } = await read();
  expect(idsOf(lines)).toEqual(rows.map((row) => row.billing_event_id));
  expect(refused).toEqual([]);
  const first = await page();
  expect(first.lines.length).toBeLessThan(2500);
  expect((await read(first.cursor)).lines).toHaveLength(2500 - first.lines.length);
});

test('a file is read again after it was appended to; other files are not', async () => {
  const { accountId, read, bucket } = sellerWithFeed('appended');
  const { dataFeed, pass } = world.service;
  dataFeed.add(accountId, [event('a')]);
  const first = await read();
  expect((await read(first.cursor)).lines).toEqual([]);
  pass(40 * dayMs);
  dataFeed.add(accountId, [event('b')]);
  const second = await read(first.cursor);
  expect(idsOf(second.lines)).toEqual([event('b').billing_event_id]);
  dataFeed.add(accountId, [event('c')]);
  expect(idsOf((await read(second.cursor)).lines)).toEqual(
    [event('b'), event('c')].map((row) => row.billing_event_id),
  );
  world.service.documents.put(bucket, `${prefix}notes.txt`, 'no file of the feed');
  world.service.documents.put(bucket, `${prefix}empty.csv`, '');
  expect((await read(second.cursor)).lines).toHaveLength(2);
});

test('a listing of several pages is read to its end, in the order of months', async () => {
  const { accountId, read } = sellerWithFeed('pages');
  world.service.documents.settings.listed = 2;
  for (const month of ['2031/month=11', '2030/month=12', '2031/month=01', '2010/month=01', '2031/month=02'])
    world.service.dataFeed.add(
      accountId,
      [event(month.replace(/\D/g, ''))],
      `${prefix}year=${month}/data.csv`,
    );
  const { lines } = await read();
  world.service.documents.settings.listed = 1000;
  expect(idsOf(lines).map(Number)).toEqual([201001, 203012, 203101, 203102, 203111]);
});

test('a file that changes or is deleted while it is read is restarted or skipped', async () => {
  const { accountId, page, read, bucket } = sellerWithFeed('changing');
  const { dataFeed, documents } = world.service;
  dataFeed.add(
    accountId,
    Array.from({ length: 1500 }, (_, at) => event(at)),
  );
  const half = await page();
  dataFeed.add(accountId, [event('late')]);
  const all = await read(half.cursor);
  expect(new Set(idsOf(all.lines)).size).toBe(1501);
  dataFeed.add(accountId, [event('later')]);
  const again = await page(all.cursor);
  documents.put(bucket, dataFeed.currentKey(accountId), undefined);
  expect(await read(again.cursor)).toMatchObject({ lines: [], refused: [] });
});

test('a file that changes with every call is left for the next reading', async () => {
  const { accountId, page } = sellerWithFeed('restless');
  const rows = Array.from({ length: 1500 }, (_, at) => event(at));
  world.service.dataFeed.add(accountId, rows);
  let cursor: string | undefined;
  let found = await page(cursor);
  for (let pages = 0; found.hasMore; pages++) {
    expect(pages).toBeLessThan(20);
    cursor = found.cursor;
    world.service.dataFeed.add(accountId, [event(`x${pages}`)]);
    found = await page(cursor);
  }
  expect(found).toMatchObject({
    lines: [],
    hasMore: false,
    refused: expect.stringContaining('next reading'),
  });
});

test('truncated rows are skipped and counted, and unknown columns and event types are ignored', async () => {
  const { accountId, bucket, read } = sellerWithFeed('broken');
  const { dataFeed, documents } = world.service;
  const key = dataFeed.currentKey(accountId);
  const good = event('good', { action: 'RETHOUGHT', transaction_type: 'SOMETHING_NEW' });
  const text = csvOf([event('one'), good]);
  const [header = '', ...lines] = text.trimEnd().split('\n');
  documents.put(
    bucket,
    key,
    [header, ...lines, lines[0]?.slice(0, 60), header, `${lines[1]},too,many`, ''].join('\n'),
  );
  const found = await read();
  expect(idsOf(found.lines)).toEqual([event('one'), good].map((row) => row.billing_event_id));
  expect(found.refused).toEqual([expect.stringContaining('2 lines are unreadable')]);
  // The next day, the truncated row is complete.
  documents.put(bucket, key, text.slice(0, -30));
  const cut = await read(found.cursor);
  expect(idsOf(cut.lines)).toEqual([event('one').billing_event_id]);
  documents.put(bucket, key, text);
  expect(idsOf((await read(cut.cursor)).lines)).toContain(good.billing_event_id);
});

test('a file that is not a feed of billing events is skipped, and one that is not CSV is reported', async () => {
  const { accountId, bucket, read } = sellerWithFeed('others');
  const { dataFeed, documents } = world.service;
  documents.put(bucket, `${prefix}address/data.csv`, 'address_id,company_name\n1,"Somebody"\n');
  documents.put(bucket, `${prefix}broken/data.csv`, 'billing_event_id,"action\n1,2\n');
  documents.put(bucket, `${prefix}short/data.csv`, 'billing_event_id,action\n1,2\n');
  documents.put(bucket, `${prefix}archived/data.csv`, csvOf([event('archived')]));
  documents.archive(bucket, `${prefix}archived/data.csv`);
  dataFeed.add(accountId, [event('read')]);
  const { lines, refused, cursor } = await read();
  expect(idsOf(lines)).toEqual([event('read').billing_event_id]);
  expect(refused.map((words) => words.split(':')[0])).toEqual(
    ['archived', 'broken', 'short'].map((name) => `${prefix}${name}/data.csv`),
  );
  expect(await read(cursor)).toMatchObject({ lines: [], refused: [] });
});

test.each([
  ['s3:ListBucket', 'ListObjectsV2'],
  ['s3:GetObject', 'GetObject'],
])(
  'a missing right is named and leaves the integration verified, and the feed is read once the right is added: %s',
  async (right, operation) => {
    const { accountId, roleArn, read } = sellerWithFeed(`without ${right}`);
    world.service.dataFeed.add(accountId, [event('kept')]);
    world.service.forbid(roleArn, right);
    const denied = await read();
    expect(denied).toMatchObject({ lines: [], refused: [expect.stringContaining(right)] });
    world.service.allow(roleArn, right);
    // Older stores do not report the missing permission.
    world.service.failNext(operation, { code: 'AccessDenied', status: 403, message: 'Access Denied' }, 2);
    expect((await read(denied.cursor)).refused).toEqual([expect.stringContaining(right)]);
    expect((await read(denied.cursor)).lines).toHaveLength(1);
  },
);

test('a missing bucket is reported by a message', async () => {
  const { read } = sellerWithFeed('misnamed', { dataFeedBucketName: 'no-such-bucket' });
  expect((await read()).refused).toEqual([expect.stringContaining('bucket does not exist')]);
});

test('when the store fails or throttles, the reading continues later', async () => {
  const { accountId, page, read } = sellerWithFeed('failing');
  world.service.dataFeed.add(accountId, [event('one')]);
  world.service.failNext('GetObject', { code: 'SlowDown', status: 503, message: 'Please reduce your rate.' });
  await expect(page()).rejects.toMatchObject({ kind: 'throttled' });
  world.service.failNext('ListObjectsV2', { code: 'InternalError', status: 500, message: 'later' });
  await expect(page()).rejects.toMatchObject({ kind: 'unreachable' });
  world.service.dropNextAnswer('GetObject', { afterCommit: true });
  await expect(page()).rejects.toMatchObject({ kind: 'unreachable' });
  world.service.endSessions();
  expect((await read()).lines).toHaveLength(1);
});

test('another bucket or prefix is read from its beginning', async () => {
  const one = sellerWithFeed('moved');
  world.service.dataFeed.add(one.accountId, [event('one')]);
  const { cursor } = await one.read();
  const wider = world.connect(one, one.externalId, { dataFeedBucketName: one.bucket });
  expect((await wider.readRevenue?.(cursor))?.lines).toHaveLength(1);
});
