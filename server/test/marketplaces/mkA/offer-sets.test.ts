import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfferSetSpec } from '../../../src/marketplaces/index.ts';
import { contract, followed, type MkAWorld, newKey, type Seller, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
let products: string[];
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('sets');
  products = [1, 2].map(() => seller.addProduct({ dimensions: ['seats'] }).id);
});
afterAll(() => world.stop());

let made = 0;
const spec = (more: Partial<OfferSetSpec> = {}): OfferSetSpec => ({
  key: `ofs_${++made}`,
  name: 'Both',
  notes: 'Accept both.',
  ...more,
});
type Asked = ReturnType<NonNullable<Seller['adapter']['createOfferSet']>>;
const asked = async (change: Asked | undefined) =>
  followed(world.service, seller.adapter, await (change as Asked));
const make = async (of: OfferSetSpec) =>
  (await asked(seller.adapter.createOfferSet?.(of, newKey()))).externalId as string;
const offersIn = async (externalSetId: string | undefined, more: object[] = [{}, {}]): Promise<string[]> => {
  const ids: string[] = [];
  for (const [index, part] of more.entries()) {
    const offer = contract(`ofr_${++made}`, products[index] as string, { externalSetId, ...part });
    const change = await seller.adapter.createOffer(offer, newKey());
    ids.push((await followed(world.service, seller.adapter, change)).externalId as string);
  }
  return ids;
};

test('a set is made, its offers for it, and released; what its buyer accepts says of which set it is', async () => {
  const of = spec();
  const setId = await make(of);
  expect(setId).toMatch(/^offerset-/);
  const ids = await offersIn(setId);
  const released = await asked(seller.adapter.releaseOfferSet?.(setId, of, ids, newKey()));
  expect(released).toMatchObject({ state: 'DONE', externalId: setId });
  const agreement = world.service.buyerAccepts(ids[0] as string);
  const read = await seller.adapter.readAgreement(agreement.id);
  expect(read?.mirror).toMatchObject({ mkAAgreement: { offerSetId: setId } });
});

test('a set whose creation lost its answer is made once by the same key, and found by our set’s id', async () => {
  const of = spec();
  const key = newKey();
  world.service.dropNextAnswer('StartChangeSet', { afterCommit: true });
  await expect(seller.adapter.createOfferSet?.(of, key)).rejects.toMatchObject({ kind: 'unknown' });
  // Renamed meanwhile, it is the set that was taken.
  const again = await asked(seller.adapter.createOfferSet?.({ ...of, name: 'Others' }, key));
  const found = await asked(seller.adapter.findOfferSet?.(of.key) as Asked);
  expect(again.externalId).toMatch(/^offerset-/);
  expect(found.externalId).toBe(again.externalId);
});

test('a release that the marketplace does not take fails in code and words, and is taken once it is mended', async () => {
  const of = spec();
  const setId = await make(of);
  const [first] = await offersIn(setId, [{}]);
  const failed = await asked(seller.adapter.releaseOfferSet?.(setId, of, [first as string], newKey()));
  expect(failed).toMatchObject({
    state: 'FAILED',
    code: expect.stringMatching(/^MISSING_OFFERS/),
    readable: 'An offer set has at least two offers at this marketplace.',
  });
  const second = contract(`ofr_${++made}`, products[1] as string, { externalSetId: setId });
  const change = await seller.adapter.createOffer(second, newKey());
  const other = (await followed(world.service, seller.adapter, change)).externalId as string;
  const ids = [first as string, other];
  expect(await asked(seller.adapter.releaseOfferSet?.(setId, of, ids, newKey()))).toMatchObject({
    state: 'DONE',
  });
  // Released already, it stays so: nothing is asked for.
  expect(await seller.adapter.releaseOfferSet?.(setId, of, ids, newKey())).toEqual({
    state: 'DONE',
    externalId: setId,
  });
});

test('what is refused of a set is known before it is made: notes, how many, products, currencies, amendments', () => {
  const offer = (index: number, more: object = {}) =>
    contract(`ofr_${++made}`, products[index] as string, more);
  const refused = (of: OfferSetSpec, offers: ReturnType<typeof offer>[]) =>
    seller.adapter.validateOfferSet?.(of, offers).map(({ pointer }) => pointer);
  expect(refused(spec(), [offer(0), offer(1)])).toEqual([]);
  expect(refused(spec({ name: 'x'.repeat(151), notes: 'x'.repeat(1001) }), [offer(0), offer(1)])).toEqual([
    '/name',
    '/info/buyerNotes',
  ]);
  expect(refused(spec(), [])).toEqual(['/offerIDs']);
  expect(refused(spec(), [offer(0), offer(0)])).toEqual(['/offerIDs/1']);
  const euros = { info: { ...contract('', '').info, currency: 'EUR' } };
  expect(refused(spec(), [offer(0), offer(1, euros)])).toEqual(['/offerIDs/1/info/currency']);
  expect(refused(spec(), [offer(0), offer(1, { basedOn: { agreementId: 'agmt-1' } })])).toEqual([
    '/offerIDs/1',
  ]);
});
