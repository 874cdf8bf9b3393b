import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import type { MkB } from '../../fakes/mkB/server.ts';
import { account, commit, endedBy, portOf, specOf } from './private-offers.fixture.ts';
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
const sent = () => mkB.privateOffers().at(-1)?.sent as Record<string, unknown>;

const elevenPrices = Array.from({ length: 11 }, () => ({
  planId: 'gold',
  discountType: 'percentage',
  discountPercentage: 5,
}));
/** An entry as the marketplace returns it. */
const shownEntry = {
  basePlan: 'plan/1/2',
  newPlanDetails: { name: 'Plan', description: 'Plan' },
  discountType: 'absolute',
  priceDetails: { id: 'price/1/2' },
};
const elevenPlans = Array.from({ length: 11 }, (_, index) => ({ ...commit, key: `plan-${index}` }));

/** Instalments on consecutive days. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    amount: 10,
    chargeOn: new Date(Date.UTC(2031, 6, 1 + index)).toISOString(),
  }));

describe('the creation of a private offer', () => {
  test('is a job that makes a new plan with the price of the commit', async () => {
    const change = await ended(port.createOffer(spec(), 'job_1'));
    expect(change).toMatchObject({ state: 'DONE', externalId: expect.stringMatching(/^private-offer\//) });
    expect(sent()).toMatchObject({
      name: 'Seats for Globex-ofr_01m7z53rfeexsaxs9hq5zzmybg',
      privateOfferType: 'customerPromotion',
      offerPricingType: 'saasNewCustomizedPlans',
      state: 'live',
      variableStartDate: true,
      acceptBy: '2031-06-15',
      end: '2032-05-31',
      beneficiaries: [{ id: account, description: 'Globex' }],
      pricing: [
        {
          product: product.durableId,
          basePlan: product.plans[0]?.durableId,
          newPlanDetails: { name: 'Seats for Globex', description: 'Seats for Globex' },
          discountType: 'absolute',
          priceDetails: { resourceName: 'price1' },
        },
      ],
    });
    const snapshot = await port.readOffer(change.externalId as string);
    expect(snapshot).toMatchObject({
      key: spec().key,
      status: 'PENDING_ACCEPTANCE',
      privateOfferUrl: expect.stringMatching(/^https:/),
      mirror: { mkBPrivateOffer: { state: 'live', subState: 'pendingAcceptance', eTag: expect.any(String) } },
      ownFields: { mkBPrivateOffer: ['pricing'] },
    });
    expect(await port.findOffer(spec().key)).toMatchObject({ state: 'DONE', externalId: change.externalId });
    expect(await port.findOffer('ofr_other')).toBeUndefined();
    expect(
      await portOf((worlds.at(-1) as MkBWorld).newSeller()).readOffer(change.externalId as string),
    ).toBeUndefined();
  });

  test.each([
    [
      'another price of usage',
      { commits: [], discountPercentage: 20, dimensions: [{ planId: 'gold', key: 'calls', rate: 0.4 }] },
      { offerPricingType: 'editExistingOfferPricingOnly', pricing: [{ discountType: 'absolute' }] },
    ],
    [
      'an entry of the record',
      {
        commits: [],
        mkBPrivateOffer: {
          start: '2031-07-01',
          end: '2032-06-30',
          notificationContacts: ['ann@example.com'],
          pricing: [{ planId: 'gold', discountType: 'percentage', discountPercentage: 5 }],
        },
      },
      {
        variableStartDate: false,
        start: '2031-07-01',
        end: '2032-06-30',
        notificationContacts: ['ann@example.com'],
        pricing: [{ discountPercentage: 5 }],
      },
    ],
    [
      'two plans with usage',
      { commits: [commit, { ...commit, key: 'gold' }], dimensions: [{ key: 'calls', rate: 0.5 }] },
      { pricing: [{ discountType: 'absolute' }, { priceDetails: { resourceName: 'price2' } }] },
    ],
    [
      'instalments',
      { paymentInstallments: [{ amount: 200 }, { amount: 1000, chargeOn: '2031-12-01T00:00:00Z' }] },
      { offerPricingType: 'saasNewCustomizedPlans' },
    ],
    [
      'a new plan with professional services',
      { mkBPrivateOffer: { offerPricingType: 'newCustomizedPlans' } },
      { offerPricingType: 'newCustomizedPlans', pricing: [{ newPlanDetails: { name: 'Seats for Globex' } }] },
    ],
    [
      'seventy instalments on different days, of which the first is due at acceptance',
      { paymentInstallments: [{ amount: 200 }, ...daily(69)] },
      { offerPricingType: 'saasNewCustomizedPlans' },
    ],
    [
      'prices of commits in place of the ids that the marketplace returned for them',
      {
        mkBPrivateOffer: {
          offerPricingType: 'saasNewCustomizedPlans',
          pricing: [shownEntry],
        },
      },
      {
        pricing: [{ newPlanDetails: { name: 'Seats for Globex' }, priceDetails: { resourceName: 'price1' } }],
      },
    ],
    [
      'ten prices, and five contacts',
      {
        commits: [],
        mkBPrivateOffer: {
          notificationContacts: Array.from({ length: 5 }, (_, index) => `contact-${index}@example.com`),
          pricing: Array.from({ length: 10 }, (_, index) => ({
            planId: 'gold',
            discountType: 'percentage',
            discountPercentage: index + 1,
          })),
        },
      },
      {
        notificationContacts: { length: 5 },
        pricing: { length: 10, 9: { discountPercentage: 10 } },
      },
    ],
    [
      'an originator’s offer',
      {
        mkBPrivateOffer: {
          privateOfferType: 'multipartyPromotionOriginator',
          partners: [{ id: '1234567', partnerName: 'Partner', location: 'US' }],
          termsAndConditionsDocs: [{ sasUrl: 'https://files.example/terms.pdf' }],
        },
      },
      { privateOfferType: 'multipartyPromotionOriginator', partners: [{ id: '1234567' }] },
    ],
  ])('sends %s', async (_, info, expected) => {
    expect(await ended(port.createOffer(spec(info), 'job_1'))).toMatchObject({ state: 'DONE' });
    expect(sent()).toMatchObject(expected);
  });

  test('of a reseller’s offer has no deadline', async () => {
    const offer = {
      privateOfferType: 'cspPromotion',
      beneficiaries: [{ id: '1' }, { id: '2' }],
      pricing: [{ planId: 'gold', discountType: 'percentage', discountPercentage: 5 }],
    };
    await ended(port.createOffer(spec({ commits: [], mkBPrivateOffer: offer }), 'job_1'));
    expect(sent()).not.toHaveProperty('acceptBy');
    expect(sent().beneficiaries).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('is refused before a call if the marketplace would reject the offer', async () => {
    const wrong = spec({}, { name: 'a#b', expireTime: undefined });
    await expect(port.createOffer(wrong, 'job_1')).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringMatching(/deadline.*must not contain/s),
    });
    expect(mkB.log.calls).toEqual([]);
  });

  test.each([
    [
      'eleven prices',
      { commits: [], mkBPrivateOffer: { pricing: elevenPrices } },
      /at most 10 pricing entries/,
    ],
    ['eleven plans', { commits: elevenPlans }, /at most 10 plans/],
    [
      'six contacts',
      { mkBPrivateOffer: { notificationContacts: Array(6).fill('a@example.com') } },
      /at most 5 noti/,
    ],
    ['71 instalments', { paymentInstallments: daily(71) }, /at most 70 instalments/],
    [
      'two partners of an originator',
      {
        mkBPrivateOffer: {
          privateOfferType: 'multipartyPromotionOriginator',
          partners: [{ id: '1' }, { id: '2' }],
        },
      },
      /one channel partner/,
    ],
  ])('is refused before a call for %s', async (_, info, message) => {
    await expect(port.createOffer(spec(info), 'job_1')).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringMatching(message),
    });
    expect(mkB.log.calls).toEqual([]);
  });

  test.each([
    ['an unknown product', {}, { externalProductId: 'nothing' }, /no product nothing/],
    ['an unknown plan', { commits: [{ ...commit, key: 'bronze' }] }, {}, /no plan bronze/],
    ['tiers', { dimensions: [{ key: 'calls', priceTiers: [{}] }] }, {}, /no tiers/],
    ['days', { commits: [{ ...commit, timeUnit: 'DAY' }] }, {}, /whole months and years/],
  ])('is refused for %s', async (_, info, more, message) => {
    const creation = port.createOffer(spec(info, more), 'job_1');
    await expect(creation).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringMatching(message),
    });
    expect(mkB.jobs()).toEqual([]);
  });

  test('fails with the words of the job, and may be repeated if the job was cancelled', async () => {
    mkB.jobFails({ message: 'The plan is being published.', afterSteps: 1 });
    expect(await ended(port.createOffer(spec(), 'job_1'))).toMatchObject({
      state: 'FAILED',
      code: 'Conflict: The plan is being published.',
      readable: expect.stringContaining('The plan is being published.'),
      again: false,
    });
    expect(mkB.privateOffers()).toEqual([]);
  });

  test('of a failed job that made the offer before it failed is done', async () => {
    mkB.jobFails({ message: 'Too late', afterSteps: 2 });
    expect(await ended(port.createOffer(spec(), 'job_1'))).toMatchObject({
      state: 'DONE',
      externalId: mkB.privateOffers()[0]?.id,
      warnings: ['Conflict: Too late'],
    });
  });

  test('needs the role for private offers, whose absence is named', async () => {
    mkB.forbid(seller.app, 'graph');
    await expect(port.createOffer(spec(), 'job_1')).rejects.toMatchObject({
      kind: 'unauthorized',
      missingRight: 'Manager (Windows)',
    });
  });
});
