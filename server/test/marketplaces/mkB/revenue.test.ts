import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { RevenueLine, RevenuePage } from '../../../src/marketplaces/index.ts';
import { callsOf, dayMs, kindOf, type MkBWorld, type Seller, startWorld } from './world.fixture.ts';

const worlds: MkBWorld[] = [];
let world: MkBWorld;
let seller: Seller;
beforeEach(async () => {
  world = await startWorld();
  worlds.push(world);
  seller = world.newSeller();
});
afterAll(() => Promise.all(worlds.map(({ stop }) => stop())));

const row = (more: Record<string, string | number> = {}) => ({
  AssetId: 'asset-1',
  CustomerId: 'tenant-1',
  EarningAmountCC: '97.00',
  EarningCurrencyCode: 'USD',
  LineItemId: 'line-1',
  MonthStartDate: '2031-05-01',
  OfferName: 'Product, "Pro"',
  PayoutStatus: 'Upcoming',
  PurchaseRecordId: 'purchase-1',
  TransactionAmountCC: '100.00',
  ...more,
});
const read = (cursor?: string, by = seller): Promise<RevenuePage> =>
  by.adapter.readRevenue?.(cursor) as Promise<RevenuePage>;

/** Reads all pages, as the job does. */
async function readAll(cursor?: string) {
  const lines: RevenueLine[] = [];
  let page = await read(cursor);
  lines.push(...page.lines);
  while (page.hasMore) {
    page = await read(page.cursor);
    lines.push(...page.lines);
  }
  return { lines, cursor: page.cursor, refused: page.refused, lineIds: page.lineIds };
}

describe('the revenue of marketplace B', () => {
  test('is read from a daily report, which is created once', async () => {
    world.service.addRevenue(seller, row());
    expect(await readAll()).toEqual({ lines: [], cursor: '{}', refused: undefined });
    expect(await readAll()).toMatchObject({ lines: [] });
    await world.service.pass(dayMs);
    const first = await readAll();
    expect(first.lines).toMatchObject([
      {
        soldId: 'asset-1',
        amounts: { gross: '100', collectable: '97' },
        record: { mkBOfferID: 'Product, "Pro"' },
      },
    ]);
    // The same file is not downloaded again.
    expect(await readAll(first.cursor)).toMatchObject({ lines: [], cursor: first.cursor });
    expect(callsOf(world.service, 'download')).toBe(1);
    world.service.addRevenue(seller, row({ LineItemId: 'line-2', TransactionAmountCC: '-20.00' }));
    await world.service.pass(dayMs);
    const second = await readAll(first.cursor);
    expect(second.lines[0]).toEqual(first.lines[0]);
    expect(second.lines[1]).toMatchObject({ amounts: { refundInvoiced: '20' } });
    expect([callsOf(world.service, 'createQuery'), callsOf(world.service, 'createReport')]).toEqual([1, 1]);
  });

  test.each(['createQuery', 'createReport', 'listReports', 'listExecutions'])(
    'is read once although an answer of %s is lost',
    async (operation) => {
      world.service.addRevenue(seller, row());
      world.service.dropNextAnswer(operation, { afterCommit: true });
      expect(await kindOf(read())).toBe('unreachable');
      await read();
      await world.service.pass(dayMs);
      expect((await readAll()).lines).toHaveLength(1);
      const made = ['createQuery', 'createReport'].map((name) => callsOf(world.service, name));
      expect(made).toEqual([1, 1]);
    },
  );

  test('is read page by page, with every repeated key, although the process starts anew', async () => {
    for (let count = 0; count < 300; count++)
      world.service.addRevenue(
        seller,
        row({
          LineItemId: `line-${count % 150}`,
          TransactionAmountCC: count,
          SalesChannel: 'x'.repeat(2000),
        }),
      );
    await read();
    await world.service.pass(dayMs);
    const whole = (await readAll()).lines;
    expect(new Set(whole.map(({ id }) => id)).size).toBe(300);
    expect(whole.reduce((sum, { amounts }) => sum + Number(amounts.gross), 0)).toBe(44_850);
    const first = await read();
    expect(first).toMatchObject({ hasMore: true });
    expect(first.lineIds).toBeUndefined();
    const last = await readAll(first.cursor);
    expect(new Set(last.lineIds)).toEqual(new Set(whole.map(({ id }) => id)));
    const other = world.connect(seller.settings, { organizationId: 'org_two' });
    const anew = await other.readRevenue?.(first.cursor);
    expect(anew?.lines.map(({ id }) => id)).toEqual(
      whole.slice(first.lines.length, first.lines.length + (anew?.lines.length ?? 0)).map(({ id }) => id),
    );
    expect(anew?.lines.length).toBeGreaterThan(100);
    // A page whose transaction failed is read again.
    expect((await read(first.cursor)).lines).toEqual((await read(first.cursor)).lines);
  });

  test('is continued by a newer report, from its beginning', async () => {
    for (let count = 0; count < 300; count++)
      world.service.addRevenue(seller, row({ LineItemId: `line-${count}`, SalesChannel: 'x'.repeat(2000) }));
    await read();
    await world.service.pass(dayMs);
    const first = await read();
    await world.service.pass(dayMs);
    const { lines } = await readAll(first.cursor);
    expect(lines).toHaveLength(300);
  });

  test('is not read without the right, which is said, and does not disconnect the integration', async () => {
    world.service.forbid(seller.app, 'insights');
    expect(await read('{"read":"before"}')).toEqual({
      lines: [],
      usage: [],
      cursor: '{"read":"before"}',
      hasMore: false,
      refused: expect.stringMatching(/Revenue is not read.*Manager/),
    });
  });

  test('waits while the marketplace does not respond', async () => {
    world.service.failNext('listReports', { status: 503, code: 'Unavailable', message: 'no' });
    expect(await kindOf(read())).toBe('unreachable');
    await read();
    await world.service.pass(dayMs);
    world.service.failNext('download', { status: 503, code: 'Unavailable', message: 'no' });
    expect(await kindOf(read())).toBe('unreachable');
    world.service.dropNextAnswer('download', { afterCommit: true });
    expect(await kindOf(read())).toBe('unreachable');
  });

  test('is read again after the address of its report has expired', async () => {
    world.service.addRevenue(seller, row());
    await read();
    await world.service.pass(dayMs);
    world.service.paceReports({ linkMs: 0 });
    expect(await read()).toMatchObject({
      hasMore: false,
      lines: [],
      refused: expect.stringContaining('expired'),
    });
    world.service.paceReports({ linkMs: 2 * dayMs });
    expect((await readAll()).lines).toHaveLength(1);
  });

  test('whose report is no longer generated is reported', async () => {
    world.service.addRevenue(seller, row());
    await read();
    await world.service.pass(dayMs);
    const { cursor } = await readAll();
    world.service.paceReports({ queueMs: 30 * dayMs });
    await world.service.pass(2 * dayMs);
    expect((await readAll(cursor)).refused).toBeUndefined();
    await world.service.pass(2 * dayMs);
    expect((await readAll(cursor)).refused).toMatch(/not generated .* since 2031-05-13/);
  });

  test('reports the rows that are unreadable, and reads the others', async () => {
    world.service.addRevenue(seller, row({ PurchaseRecordId: '' }));
    world.service.addRevenue(seller, row());
    await read();
    await world.service.pass(dayMs);
    expect(await readAll()).toMatchObject({
      lines: [{ soldId: 'asset-1' }],
      refused: expect.stringContaining('1 lines'),
      lineIds: undefined,
    });
  });

  test('of another seller is never read', async () => {
    const stranger = world.newSeller();
    world.service.addRevenue(stranger, row());
    await read();
    await world.service.pass(dayMs);
    expect((await readAll()).lines).toEqual([]);
  });
});
