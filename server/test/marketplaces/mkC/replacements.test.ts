import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { MkC } from '../../fakes/mkC/server.ts';
import { account, ended as endedAt, plans, refusedWith, specOf } from './private-offers.fixture.ts';
import { type MkCWorld, type Seller, startWorld } from './world.fixture.ts';

const worlds: MkCWorld[] = [];
let mkC: MkC;
let product: ReturnType<Seller['addProduct']>;
let port: Required<MarketplaceAdapter>;
beforeEach(async () => {
  const world = await startWorld();
  worlds.push(world);
  mkC = world.service;
  const seller = await world.newSeller();
  product = seller.addProduct({ plans });
  port = seller.adapter as Required<MarketplaceAdapter>;
});
afterAll(() => Promise.all(worlds.map(({ stop }) => stop())));

const spec = (info: Record<string, unknown> = {}, more: Partial<OfferSpec> = {}) =>
  specOf(product.externalName, info, more);
const ended = (asked: Promise<Change>) => endedAt(mkC, port, asked);
const created = async (): Promise<string> =>
  (await ended(port.createOffer(spec(), 'job_1'))).externalId as string;
const only = () => {
  expect(mkC.privateOffers()).toHaveLength(1);
  return mkC.privateOffers()[0] as ReturnType<MkC['privateOffers']>[number];
};

describe('an offer to a buyer who has an order', () => {
  const activeOrder = async () => {
    const id = await created();
    const order = mkC.buyerAcceptsOffer(id);
    await port.approveAgreement(order.id);
    await mkC.settle();
    return { id, order };
  };
  const amending = (offerId: string | undefined, info = {}) =>
    spec(info, { key: 'ofr_next', basedOn: offerId === undefined ? undefined : { offerId } });

  test('replaces the private offer that the seller names', async () => {
    const { id, order } = await activeOrder();
    await expect(port.createOffer(amending(undefined), 'job_2')).rejects.toMatchObject(
      refusedWith(new RegExp(`replacedOfferResourceName: .*${id}`)),
    );
    await expect(port.createOffer(amending('another'), 'job_2')).rejects.toMatchObject(
      refusedWith(new RegExp(id)),
    );
    const next = await ended(port.createOffer(amending(id), 'job_2'));
    const offer = mkC.privateOffers().at(-1);
    expect(offer?.content.singleProductOffer?.amendedPrivateOffer).toMatch(
      new RegExp(`privateOffers/${id}$`),
    );
    expect(mkC.buyerAcceptsOffer(next.externalId as string)).toBe(order);
    expect(await port.findAgreement(next.externalId as string)).toBe(order.id);
    const [request = ''] = (await port.readAgreement(order.id))?.buyerRequests ?? [];
    await port.answerRequest(request, { accepts: true });
    await mkC.settle();
    expect((await port.readAgreement(order.id))?.externalOfferId).toBe(next.externalId);
    expect((await port.readOffer(id))?.status).toBe('USED');
  });

  test('is refused with our field if its price is not compatible', async () => {
    const { id } = await activeOrder();
    await expect(
      port.createOffer(amending(id, { mkCPaymentRecurrence: 'MONTHLY_PERIOD' }), 'job_2'),
    ).rejects.toMatchObject(refusedWith(/info\.mkCPaymentRecurrence: /));
    expect(only().id).toBe(id);
  });

  test('amends a public offer by itself', async () => {
    const buyer = mkC.buyerSignsUp(product, { billingAccount: `billingAccounts/${account}` });
    const order = mkC.buyerPurchases(product, { account: buyer, plan: 'gold' });
    await port.approveAgreement(order.id);
    await mkC.settle();
    await created();
    expect(only().content.singleProductOffer?.amendedStandardOffer).toMatch(/standardOffers\/so-2$/);
  });

  test('is a new order if the product can be ordered several times', async () => {
    product.isOrderedOften = true;
    const { id } = await activeOrder();
    await ended(port.createOffer(amending(undefined), 'job_2'));
    expect(mkC.privateOffers().at(-1)?.content.singleProductOffer).not.toHaveProperty('amendedPrivateOffer');
    await ended(port.createOffer({ ...amending(id), key: 'ofr_third' }, 'job_3'));
    expect(mkC.privateOffers().at(-1)?.content.singleProductOffer?.amendedPrivateOffer).toContain(id);
  });

  test('replaces nothing if the buyer has no order', async () => {
    await expect(port.createOffer(amending('another'), 'job_2')).rejects.toMatchObject(
      refusedWith(/holds no private offer/),
    );
  });
});
