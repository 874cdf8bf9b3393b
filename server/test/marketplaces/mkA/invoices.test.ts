import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RevenueLine } from '../../../src/marketplaces/index.ts';
import { buyer, type MkAWorld, type Seller, startWorld } from './world.fixture.ts';

const dayMs = 86_400_000;
let world: MkAWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('invoices');
});
afterAll(() => world.stop());

const agreed = () => world.service.buyerAccepts(seller.addOffer(seller.addProduct(), { buyer }).id).id;
const read = (id: string, cursor?: string) => {
  const { readInvoices } = seller.adapter;
  if (!readInvoices) throw new Error('invoices cannot be read');
  return readInvoices(id, cursor);
};
async function readAll(id: string, from?: string): Promise<{ lines: RevenueLine[]; cursor: string }> {
  const lines: RevenueLine[] = [];
  let page = await read(id, from);
  for (lines.push(...page.lines); page.hasMore; lines.push(...page.lines)) page = await read(id, page.cursor);
  return { lines, cursor: page.cursor };
}

test('invoices come in pages, each once; later readings have only new ones and those that were listed late', async () => {
  const id = agreed();
  for (let count = 0; count < 53; count++) world.service.invoices(id, { amount: `${count + 1}.10` });
  const first = await readAll(id);
  expect(new Set(first.lines.map((line) => line.id)).size).toBe(53);
  world.service.pass(10 * dayMs);
  const { invoiceId } = world.service.invoices(id, { amount: '12.345678' });
  const second = await readAll(id, first.cursor);
  expect(second.lines.map(({ facts }) => facts.invoiceId)).toContain(invoiceId);
  const third = await readAll(id, second.cursor);
  expect(third.lines.map(({ facts }) => facts.invoiceId)).toEqual([invoiceId]);
  const late = world.service.invoices(id, { amount: '1', issuedMs: world.service.now() - 2 * dayMs });
  expect((await readAll(id, third.cursor)).lines.map(({ facts }) => facts.invoiceId)).toContain(
    late.invoiceId,
  );
});

test('an invoice adds and a credit memo subtracts, whatever sign its amount has', async () => {
  const id = agreed();
  const day = new Date(world.service.now()).toISOString().slice(0, 10);
  world.service.invoices(id, { amount: '100.10' });
  world.service.invoices(id, { type: 'CREDIT_MEMO', amount: '-30.00' });
  world.service.invoices(id, { type: 'CREDIT_MEMO', amount: '5' });
  const { lines } = await readAll(id);
  expect(lines).toMatchObject([
    {
      soldId: id,
      day,
      currency: 'USD',
      amounts: { gross: '100.1', invoiced: '100.1' },
      dates: { invoiceDate: day },
    },
    { amounts: { gross: '-30', refundInvoiced: '30' }, dates: { refundInvoiceDate: day } },
    { amounts: { gross: '-5', refundInvoiced: '5' } },
  ]);
  const again = await readAll(id);
  expect(again.lines.map((line) => [line.id, line.version])).toEqual(
    lines.map((line) => [line.id, line.version]),
  );
});

test('a reading with an expired token starts again, and an agreement of another seller has no invoices', async () => {
  const id = agreed();
  for (let count = 0; count < 51; count++) world.service.invoices(id, { amount: '1' });
  const { cursor } = await read(id);
  const ended = JSON.stringify({ ...JSON.parse(cursor), token: 'ended' });
  expect((await read(id, ended)).lines).toHaveLength(50);
  expect(await readAll('agmt-nothing')).toMatchObject({ lines: [] });
  expect(await readAll('not an agreement id!')).toMatchObject({ lines: [] });
});

test('when the marketplace throttles, the reading continues later', async () => {
  world.service.throttleNext('ListAgreementInvoiceLineItems', { retryAfterS: 3 });
  await expect(read(agreed())).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3000 });
});

test('each call reserves its place in the rate first', async () => {
  const taken: string[] = [];
  const limited = world.connect(
    seller,
    seller.externalId,
    {},
    {
      takeRate: async (api, perSecond) => void taken.push(`${api} ${perSecond}`),
    },
  );
  await limited.readInvoices?.(agreed(), undefined);
  expect(taken).toEqual(['listAgreementInvoiceLineItems 10']);
});
