import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import type { MkB } from '../../fakes/mkB/server.ts';
import { account, endedBy, portOf, specOf } from './private-offers.fixture.ts';
import { type MkBWorld, type Seller, startWorld } from './world.fixture.ts';

const worlds: MkBWorld[] = [];
let mkB: MkB;
let seller: Seller;
let product: Product;
let port: Required<MarketplaceAdapter>;
beforeEach(async () => {
  const world = await startWorld();
  worlds.push(world);
  mkB = world.service;
  seller = world.newSeller();
  product = seller.addProduct();
  port = portOf(seller);
});
afterAll(() => Promise.all(worlds.map(({ stop }) => stop())));

const spec = (info?: Record<string, unknown>, more?: Partial<OfferSpec>) => specOf(product, info, more);
const ended = (asked: Promise<Change>) => endedBy({ mkB, port }, asked);

describe('an existing private offer', () => {
  const created = async (info = {}) =>
    (await ended(port.createOffer(spec(info), 'job_1'))).externalId as string;

  test('is withdrawn once, if the marketplace allows it', async () => {
    const id = await created();
    await expect(port.cancelOffer(id, 'job_2')).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringContaining('portal'),
    });
    mkB.withdrawsCustomerOffers(true);
    for (const key of ['job_3', 'job_4'])
      expect(await ended(port.cancelOffer(id, key))).toMatchObject({ state: 'DONE', externalId: id });
    expect((await port.readOffer(id))?.status).toBe('CANCELLED');
    expect(mkB.jobs()).toHaveLength(2);
  });

  test('expires after its deadline, and is accepted by its subscription', async () => {
    const [first, second] = [await created(), await created()];
    mkB.buyerAcceptsOffer(second, product);
    await expect(port.cancelOffer(second, 'job_2')).rejects.toMatchObject({ kind: 'refused' });
    await mkB.pass(35 * 86_400_000);
    expect([(await port.readOffer(first))?.status, (await port.readOffer(second))?.status]).toEqual([
      'EXPIRED',
      'ACCEPTED',
    ]);
    expect(await port.cancelOffer(first, 'job_3')).toMatchObject({ state: 'DONE' });
  });

  test('cannot be changed, because published offers are locked', async () => {
    const id = await created();
    for (const change of [
      port.updateOffer(id, { name: 'Other' }, 'job_2'),
      port.extendOffer(id, '2031-07-31T00:00:00Z', 'job_3'),
    ])
      await expect(change).rejects.toMatchObject({ kind: 'refused' });
  });

  test('is published again with another deadline after it has expired', async () => {
    const days = { acceptBy: '2031-06-15', end: '2032-05-31' };
    const id = await created({ mkBPrivateOffer: days });
    const until = '2031-08-01T00:00:00Z';
    const later = spec(
      { mkBPrivateOffer: { ...days, acceptBy: '2031-07-31' } },
      { expireTime: until, name: 'Seats for Globex' },
    );
    const extend = (given = later) => port.extendOffer(id, until, 'job_2', given);
    await expect(extend()).rejects.toMatchObject({ kind: 'refused', message: 'locked' });
    await mkB.pass(35 * 86_400_000);
    await expect(extend({ ...later, name: 'a#b' })).rejects.toMatchObject({ kind: 'refused' });
    expect(mkB.jobs()).toHaveLength(1);
    const change = await extend();
    expect(change).toMatchObject({ state: 'RUNNING', externalId: id });
    expect(await ended(Promise.resolve(change))).toMatchObject({ state: 'DONE', externalId: id });
    expect(await port.readOffer(id)).toMatchObject({
      key: spec().key,
      status: 'PENDING_ACCEPTANCE',
      mirror: { mkBPrivateOffer: { acceptBy: '2031-07-31' } },
    });
    expect(mkB.privateOffers()).toHaveLength(1);
    // The response was lost, and the call is repeated.
    expect(await extend()).toMatchObject({ state: 'DONE', externalId: id });
    expect(mkB.jobs()).toHaveLength(2);
    mkB.buyerAcceptsOffer(id, product);
    await expect(extend()).rejects.toMatchObject({ message: 'locked' });
    await expect(port.extendOffer('nothing', until, 'job_3', later)).rejects.toMatchObject({
      message: 'notFound',
    });
  });

  test('is listed with others, page by page, in the seller’s words', async () => {
    await created();
    await created();
    mkB.offersPerPage(1);
    const first = await port.listOffers();
    const second = await port.listOffers({ cursor: first.cursor });
    expect([first.items.length, second.items.length, second.cursor]).toEqual([1, 1, undefined]);
    expect(second.items[0]?.madeElsewhere).toMatchObject({
      bySeller: true,
      name: 'Seats for Globex',
      externalProductId: product.durableId,
      externalBuyerId: account,
      expireTime: '2031-06-16T00:00:00.000Z',
      endTime: '2032-06-01T00:00:00.000Z',
    });
  });

  test('that does not exist is undefined, and an unknown change says so', async () => {
    expect(await port.readOffer('nothing')).toBeUndefined();
    expect(await port.readOffer('private-offer/00000000-0000-4000-8000-000000000000')).toBeUndefined();
    for (const handle of ['nothing', 'job/nothing', 'job/00000000-0000-4000-8000-000000000000'])
      expect(await port.readChange(handle)).toMatchObject({ state: 'FAILED', isUnknown: true });
  });
});

test('the subscription of an accepted offer names the offer', async () => {
  const change = await ended(port.createOffer(spec(), 'job_1'));
  const subscription = mkB.buyerAcceptsOffer(change.externalId as string, product);
  expect(await port.readAgreement(subscription.id)).toMatchObject({
    externalOfferId: change.externalId,
    needsApproval: true,
  });
});

test('offers of older versions have other letter case and tags', async () => {
  const { showOffer } = await import('../../../src/marketplaces/mkB/private-offers/show.ts');
  const older = {
    id: 'private-offer/1',
    name: 'By hand',
    state: 'Live',
    subState: 'PendingAcceptance',
    acceptBy: '2031-06-15',
    _etag: 'tag',
    pricing: [{ product: 'product/1', discountType: 'Percentage' }],
  };
  expect(showOffer(older, new Date('2031-05-12T00:00:00Z'))).toMatchObject({
    key: undefined,
    status: 'PENDING_ACCEPTANCE',
    mirror: {
      mkBPrivateOffer: {
        eTag: 'tag',
        state: 'live',
        subState: 'pendingAcceptance',
        pricing: [{ discountType: 'percentage' }],
      },
    },
  });
});
