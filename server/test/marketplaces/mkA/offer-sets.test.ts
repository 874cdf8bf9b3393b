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
type SetChange = ReturnType<NonNullable<Seller['adapter']['createOfferSet']>>;
const asked = async (change: SetChange | undefined) =>
  followed(world.service, seller.adapter, await (change as SetChange));
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

test('a set is created and released with its offers, and an accepted agreement names its set', async () => {
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

test('a set whose creation lost its response is created once, and found by our id of the set', async () => {
  const of = spec();
  const key = newKey();
  world.service.dropNextAnswer('StartChangeSet', { afterCommit: true });
  await expect(seller.adapter.createOfferSet?.(of, key)).rejects.toMatchObject({ kind: 'unknown' });
  // After a rename, the retry finds the set that was created.
  const again = await asked(seller.adapter.createOfferSet?.({ ...of, name: 'Others' }, key));
  const found = await asked(seller.adapter.findOfferSet?.(of.key) as SetChange);
  expect(again.externalId).toMatch(/^offerset-/);
  expect(found.externalId).toBe(again.externalId);
});

test('a refused release fails with code and message, and succeeds once the cause is fixed', async () => {
  const of = spec();
  const setId = await make(of);
  const [first] = await offersIn(setId, [{}]);
  const failed = await asked(seller.adapter.releaseOfferSet?.(setId, of, [first as string], newKey()));
  expect(failed).toMatchObject({
    state: 'FAILED',
    code: expect.stringMatching(/^MISSING_OFFERS/),
    readable: 'An offer set at this marketplace needs at least two offers.',
  });
  const second = contract(`ofr_${++made}`, products[1] as string, { externalSetId: setId });
  const change = await seller.adapter.createOffer(second, newKey());
  const other = (await followed(world.service, seller.adapter, change)).externalId as string;
  const ids = [first as string, other];
  expect(await asked(seller.adapter.releaseOfferSet?.(setId, of, ids, newKey()))).toMatchObject({
    state: 'DONE',
  });
  // A released set is unchanged, and no further change is requested.
  expect(await seller.adapter.releaseOfferSet?.(setId, of, ids, newKey())).toEqual({
    state: 'DONE',
    externalId: setId,
  });
});

test('refusals of a set are known before it is created: notes, number of offers, products, currencies, amendments', () => {
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
