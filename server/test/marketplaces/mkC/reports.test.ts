import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RevenueLine } from '../../../src/marketplaces/index.ts';
import type { Bucket } from '../../fakes/mkC/reports/buckets.ts';
import { type ReportRow, reportHeadings } from '../../fakes/mkC/reports/charges.ts';
import { type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
let bucket: Bucket;
let adapter: Seller['adapter'];
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.service.clearFaults();
  world.service.pageObjects(1000);
  seller = await world.newSeller();
  bucket = world.service.addBucket(seller);
  adapter = connected(bucket.name);
});
afterAll(() => world.stop());

const settingsWith = (reportBucket: string | undefined) => ({
  ...seller.settings,
  info: { mkCIntegration: { ...seller.settings.info.mkCIntegration, reportBucket } },
});
const connected = (reportBucket: string | undefined) => world.connect(settingsWith(reportBucket));
const month = '2031-04-01';
const file = '20310401 Charges and Usage';
const write = (rows: readonly ReportRow[], more: Parameters<MkCWorld['service']['writesReport']>[3] = {}) =>
  world.service.writesReport(bucket, month, rows, more);

const page = (cursor?: string) => {
  if (!adapter.readRevenue) throw new Error('revenue cannot be read');
  return adapter.readRevenue(cursor);
};
async function read(from?: string) {
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
}
const charged = (amount: string, more: ReportRow = {}): ReportRow => ({
  Charges: amount,
  'Due Vendor': amount,
  ...more,
});
const grossOf = (lines: readonly RevenueLine[]) => lines.map(({ amounts }) => amounts.gross);

describe('a report', () => {
  test('a row is a line with exact amounts, and with the columns that are not known', async () => {
    const headings = [...reportHeadings, 'Column To Come'];
    const row = {
      SKU: 'Requests',
      Resource: 'projects/buyer',
      'Account Id': 'account-1',
      'Insights Account Id': 'insight-1',
      Unit: 'request',
      Usage: '1200.5',
      Charges: '0.10',
      'Due Vendor': '0.0970000000000000001',
      'Column To Come': 'x',
    };
    write([row], { headings });
    const { lines, refused } = await read();
    expect(refused).toEqual([]);
    expect(lines).toEqual([
      {
        id: `${file}#1`,
        version: expect.stringMatching(/^\d{20}$/),
        versionsAscend: true,
        soldId: 'projects/buyer',
        day: month,
        currency: 'USD',
        amounts: { gross: '0.1', collectable: '0.0970000000000000001', invoiced: '0.1' },
        dates: { invoiceDate: month },
        facts: { resource: 'projects/buyer' },
        payoutId: undefined,
        record: {
          ordinal: 1,
          reportDate: month,
          accountID: 'account-1',
          charges: 0.1,
          currency: 'USD',
          dueVendor: 0.097,
          googleEntity: 'Marketplace LLC',
          insightAccountID: 'insight-1',
          otherColumns: { 'Column To Come': 'x' },
          resource: 'projects/buyer',
          sku: 'Requests',
          unit: 'request',
          usage: 1200.5,
        },
      },
    ]);
  });

  test('the quote of a row leads to its order; another quote and a row without one do not', async () => {
    const order = world.service.buyerPurchases(seller.addProduct(), { quote: 'quote-1' });
    const resource = { Resource: 'resource-1' };
    write([
      charged('5', { Quote_id: 'quote-1', ...resource }),
      charged('6', { Quote_id: 'quote-9' }),
      charged('7', resource),
      charged('8'),
    ]);
    const before = world.service.log.calls.length;
    expect((await read()).lines.map(({ soldId }) => soldId)).toEqual([
      order.id,
      'quote-9',
      'resource-1',
      'Gold plan',
    ]);
    const calls = operationsSince(world, before).filter((name) => name === 'listEntitlements');
    expect(calls).toHaveLength(2);
  });

  test('refunds and released amounts have their own amounts, and a payout for each paying company', async () => {
    write([
      charged('100', { Released: '97.00' }),
      charged('-40', { Released: '-38.8', 'Google Entity': 'Marketplace Ltd' }),
      charged('1', { Released: '0.00' }),
    ]);
    const { lines } = await read();
    expect(lines.map(({ amounts }) => amounts)).toEqual([
      { gross: '100', collectable: '100', invoiced: '100', disbursed: '97' },
      { gross: '-40', collectable: '-40', refundInvoiced: '40', refundDisbursed: '38.8' },
      { gross: '1', collectable: '1', invoiced: '1' },
    ]);
    expect(lines.map(({ payoutId }) => payoutId)).toEqual([
      `${month} Marketplace LLC`,
      `${month} Marketplace Ltd`,
      undefined,
    ]);
  });

  test('is read by its headings, in any order, spelling and breakdown', async () => {
    write([{ due_vendor: '2.91', CHARGES: '3', sku: 'Plan' }], {
      headings: ['due_vendor', 'CHARGES', 'sku'],
    });
    expect((await read()).lines).toMatchObject([
      { currency: 'USD', amounts: { gross: '3', collectable: '2.91' }, soldId: 'Plan' },
    ]);
  });

  test('unreadable rows are named, and the others are read', async () => {
    write([
      charged('1'),
      charged('1,000'),
      charged('1e3'),
      charged('4', { Currency: 'dollars' }),
      charged('', { SKU: 'Total' }),
      charged('2', { SKU: 'A "plan",\nof two lines' }),
      charged('x'),
      charged('y'),
    ]);
    const { lines, refused } = await read();
    expect(grossOf(lines)).toEqual(['1', '2']);
    expect(lines[1]).toMatchObject({ id: `${file}#6`, soldId: 'A "plan",\\u000aof two lines' });
    expect(refused).toEqual([
      `${file}: Rows 2, 3, 4, 5, 7 and 1 more are unreadable. The other rows are read.`,
    ]);
  });

  test.each([
    ['that lacks a column', 'SKU,Charges\r\nPlan,1\r\n', /lacks the columns duevendor/],
    ['that is no CSV', `Charges,Due Vendor\r\n"1,1\r\n`, /is not valid CSV|incomplete/],
  ])('%s is named, and other reports are read', async (_, content, words) => {
    world.service.putObject(bucket, '20310301 Charges and Usage.csv', content);
    write([charged('1')]);
    const { lines, refused } = await read();
    expect(grossOf(lines)).toEqual(['1']);
    expect(refused).toEqual([expect.stringMatching(words)]);
  });

  test('of several parts is read whole, and an empty report has no lines', async () => {
    write(Array.from({ length: 6000 }, (_, at) => charged(String(at))));
    world.service.putObject(bucket, '20310301 Charges and Usage', '');
    const first = await page((await page()).cursor);
    expect(first.hasMore).toBe(true);
    const { lines, refused } = await read();
    expect(refused).toEqual([]);
    expect(grossOf(lines)).toEqual(Array.from({ length: 6000 }, (_, at) => String(at)));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(6000);
  });
});

describe('the bucket', () => {
  test('without a bucket nothing is called', async () => {
    const before = world.service.log.calls.length;
    expect(await connected(undefined).readRevenue?.(undefined)).toMatchObject({ lines: [], hasMore: false });
    expect(world.service.log.calls.length).toBe(before);
  });

  test('a report is read once, and again as a whole after it was corrected', async () => {
    write([charged('1'), charged('2'), charged('3')]);
    const first = await read();
    expect((await read(first.cursor)).lines).toEqual([]);
    // Lines that repeat unchanged are equal, so that a second reading from the beginning changes nothing.
    expect((await read()).lines).toEqual(first.lines);
    await world.service.pass(60_000);
    write([charged('1'), charged('2.5')]);
    const { lines, cursor } = await read(first.cursor);
    expect(lines.map(({ id, amounts }) => [id, amounts.gross])).toEqual([
      [`${file}#1`, '1'],
      [`${file}#2`, '2.5'],
      [`${file}#3`, undefined],
    ]);
    for (const [index, { version }] of lines.entries())
      expect(version > (first.lines[index]?.version ?? '')).toBe(true);
    expect(lines[2]?.soldId).toBeUndefined();
    // A row that becomes unreadable does not leave the amount of its earlier line.
    write([charged('1'), charged('two')]);
    const third = await read(cursor);
    expect(third.lines.map(({ id, amounts }) => [id, amounts.gross])).toEqual([
      [`${file}#1`, '1'],
      [`${file}#2`, undefined],
    ]);
  });

  test('reports are read in the order of their months, over several pages; other objects are ignored', async () => {
    world.service.pageObjects(2);
    for (const name of [
      'notes.txt',
      '2031-04-01 Detailed Disbursements Report',
      '20311301 Charges and Usage',
    ])
      world.service.putObject(bucket, name, 'Charges,Due Vendor\r\n9,9\r\n');
    for (const [name, amount] of [
      ['20310401 Charges and Usage', '4'],
      ['archive/20310201_charges_and_usage.csv', '2'],
      ['20310301 Charges and Usage.csv', '3'],
    ] as const)
      world.service.putObject(bucket, name, `Charges,Due Vendor\r\n${amount},${amount}\r\n`);
    expect(grossOf((await read()).lines)).toEqual(['2', '3', '4']);
    adapter = connected(`gs://${bucket.name}/archive/`);
    expect(grossOf((await read()).lines)).toEqual(['2']);
  });

  test('a report that is corrected or removed while it is read starts again or is skipped', async () => {
    write(Array.from({ length: 6000 }, () => charged('1')));
    const half = await page();
    write([charged('2')]);
    const { lines, refused } = await read(half.cursor);
    // The lines of the part that was read before are replaced too.
    const cleared = half.lines.slice(1).map(() => undefined);
    expect([grossOf(lines), refused]).toEqual([['2', ...cleared], []]);
    write(Array.from({ length: 6000 }, () => charged('1')));
    const other = await page();
    world.service.removeObject(bucket, file);
    expect((await read(other.cursor)).lines).toEqual([]);
  });

  test('another bucket is read from its beginning', async () => {
    write([charged('1')]);
    const { cursor } = await read();
    bucket = world.service.addBucket(seller);
    adapter = connected(bucket.name);
    write([charged('8')]);
    expect(grossOf((await read(cursor)).lines)).toEqual(['8']);
  });

  test('a bucket without access or that does not exist is named and does not stop other calls', async () => {
    bucket.readers.clear();
    const denied = await page();
    expect(denied).toMatchObject({
      hasMore: false,
      refused: expect.stringMatching(/storage\.objects\.list/),
    });
    adapter = connected('no-such-bucket');
    expect((await page()).refused).toMatch(/does not exist/);
    world.service.failNext('listObjects', { status: 503, code: 'UNAVAILABLE', message: 'x' });
    await expect(page()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('storage is read with a token that can only read', async () => {
    write([charged('1')]);
    await read();
    const scopes = world.service.grantedScopes().map((scope) => scope.split('/').at(-1));
    expect(new Set(scopes)).toContain('devstorage.read_only');
  });
});

describe('verification', () => {
  const check = async (reportBucket = bucket.name) => {
    const verdict = await adapter.verifyCredentials?.(settingsWith(reportBucket), AbortSignal.timeout(5000));
    return {
      verified: verdict?.verified,
      check: verdict?.checks?.find(({ name }) => name === 'reportBucket'),
    };
  };

  test('finds reports, their absence, a missing bucket and a missing right', async () => {
    expect((await check()).check).toMatchObject({
      passed: true,
      message: expect.stringMatching(/no report/),
    });
    write([charged('1')]);
    expect(await check()).toEqual({ verified: true, check: { name: 'reportBucket', passed: true } });
    expect(await check('no-such-bucket')).toMatchObject({
      verified: true,
      check: { passed: false, message: expect.stringMatching(/does not exist/) },
    });
    bucket.readers.clear();
    expect((await check()).check?.message).toMatch(/Storage Object Viewer/);
  });

  test('finds a retention policy, which prevents corrections', async () => {
    bucket.retentionMs = 30 * 86_400_000;
    write([charged('1')]);
    expect((await check()).check).toMatchObject({
      passed: false,
      message: expect.stringMatching(/retention/),
    });
  });

  test.each(['gs://', 'Bad Bucket', '../x', 'a'])('the name %s is not a bucket', async (name) => {
    expect((await check(name)).check).toMatchObject({ passed: false });
    expect((await check(name)).verified).toBe(false);
  });
});
