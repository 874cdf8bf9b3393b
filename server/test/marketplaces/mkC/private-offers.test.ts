import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import type { MkC } from '../../fakes/mkC/server.ts';
import { account, ended as endedAt, plans, refusedWith, specOf } from './private-offers.fixture.ts';
import { type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

const dayMs = 86_400_000;
const worlds: MkCWorld[] = [];
let world: MkCWorld;
let mkC: MkC;
let seller: Seller;
let product: ReturnType<Seller['addProduct']>;
let port: Required<MarketplaceAdapter>;
/** Runs before the write call with this number of an adapter. */
let before: Record<number, () => void>;
beforeEach(async () => {
  world = await startWorld();
  worlds.push(world);
  mkC = world.service;
  seller = await world.newSeller();
  product = seller.addProduct({ plans });
  before = {};
  let writes = 0;
  port = world.connect(seller.settings, {
    takeRate: async (api) => {
      if (api !== 'producerWrites') return;
      writes += 1;
      before[writes]?.();
    },
  }) as Required<MarketplaceAdapter>;
});
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all(worlds.map(({ stop }) => stop()));
});

const spec = (info: Record<string, unknown> = {}, more: Partial<OfferSpec> = {}) =>
  specOf(product.externalName, info, more);
const ended = (asked: Promise<Change>) => endedAt(mkC, port, asked);
const created = async (info = {}, more: Partial<OfferSpec> = {}): Promise<string> => {
  const change = await ended(port.createOffer(spec(info, more), 'job_1'));
  expect(change.state).toBe('DONE');
  return change.externalId as string;
};
const only = () => {
  expect(mkC.privateOffers()).toHaveLength(1);
  return mkC.privateOffers()[0] as ReturnType<MkC['privateOffers']>[number];
};
const content = () => only().content as Record<string, unknown>;
const day = (year: number, month: number, date: number) => ({
  year,
  month,
  day: date,
  timeZone: { id: 'America/Los_Angeles' },
});

describe('the creation of a private offer', () => {
  test('is a checked draft with an agreement that is published', async () => {
    const from = mkC.log.calls.length;
    const id = await created({ autoRenew: true });
    expect(operationsSince(world, from).filter((name) => !/^(token|getPrivateOffer)$/.test(name))).toEqual([
      'listPrivateOffers',
      'listStandardOffers',
      'resolveAmendmentTarget',
      'createPrivateOffer',
      'createDocument',
      'publishPrivateOffer',
      'publishPrivateOffer',
    ]);
    expect(only()).toMatchObject({
      id,
      state: 'PUBLISHED',
      documents: [{ documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' }],
    });
    const location = `projects/${seller.projectId}/locations/global`;
    expect(content()).toEqual({
      title: 'Silver for Globex',
      internalNote: `Discount agreed by phone\nTradepost offer ${spec().key}`,
      customerNote: 'Welcome',
      offerDealType: 'NEW',
      partnerContact: { contact: 'Sales', email: 'sales@seller.example' },
      customer: {
        entityTitle: 'Globex',
        contact: 'Ada',
        email: 'ada@globex.example',
        targetBillingAccount: `billingAccounts/${account}`,
      },
      acceptDeadlineTime: day(2031, 6, 16),
      term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12, maxRenewalCount: 6 },
      singleProductOffer: {
        baseStandardOffer: `${location}/services/${product.serviceName}/standardOffers/so-1`,
        standardIntervalPrice: {
          standardInterval: 'QUARTERLY_NOT_PRORATED',
          priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '603' } } },
        },
      },
    });
    expect(await port.readOffer(id)).toMatchObject({
      key: spec().key,
      status: 'PENDING_ACCEPTANCE',
      mirror: {
        mkCPrivateOffer: {
          name: `projects/${seller.projectId}/services/${product.serviceName}/privateOffers/${id}`,
          offerState: 'OFFER_PUBLISHED',
          expireTime: '2031-06-16T07:00:00.000Z',
          serviceLevel: 'silver',
          privateOfferRevenueShare: { revenueShare: { value: '97' } },
        },
      },
    });
  });

  test.each<[string, Record<string, unknown>, object]>([
    [
      'usage with discounts',
      {
        commits: [],
        mkCPaymentRecurrence: undefined,
        mkCPaymentSchedule: 'POSTPAY',
        mkCPlans: [{ name: 'gold' }],
        mkCUsagePlanPriceModel: 'USAGE_DISCOUNT_ONLY',
        discountPercentage: 12.5,
        mkCSkuDiscounts: [{ skuId: 'requests', discountPercentage: 20 }],
        autoRenew: true,
      },
      {
        singleProductOffer: {
          standardIntervalPrice: {
            priceModel: {
              usage: {
                defaultDiscountPercent: { value: '12.5' },
                skuDiscounts: [
                  { sku: expect.stringMatching(/skus\/requests$/), discountPercent: { value: '20' } },
                ],
              },
            },
          },
        },
        term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12 },
      },
    ],
    [
      'a commitment with its own discount',
      {
        commits: [{ key: 'gold', rate: 90 }],
        discountPercentage: 10,
        mkCPaymentRecurrence: 'YEARLY_PERIOD',
        mkCUsagePlanPriceModel: 'CUD_LIST_PRICE',
      },
      {
        singleProductOffer: {
          standardIntervalPrice: {
            standardInterval: 'YEARLY_NOT_PRORATED',
            priceModel: {
              commitment: {
                commitmentAmount: { currencyCode: 'USD', units: '1200' },
                discountPercent: { value: '10' },
              },
            },
          },
        },
      },
    ],
    [
      'instalments with a scheduled start',
      {
        commits: [],
        mkCPlans: [{ name: 'gold' }],
        mkCPaymentRecurrence: 'CUSTOM_PERIOD',
        mkCUsagePlanPriceModel: 'CUD_ALL_USAGE_DISCOUNTED',
        startTime: '2031-06-20T00:00:00Z',
        paymentInstallments: [
          { amount: 50.25, chargeOn: '2031-12-20T00:00:00Z' },
          { amount: 100, credit: 5 },
        ],
      },
      {
        acceptDeadlineTime: day(2031, 6, 16),
        term: { startPolicy: 'SCHEDULED_START_TIME', scheduledStartTime: day(2031, 6, 20) },
        singleProductOffer: {
          customIntervalPrice: {
            installments: [
              {
                startTime: day(2031, 6, 20),
                priceModel: {
                  commitment: {
                    commitmentAmount: { units: '100' },
                    additionalCredit: { units: '5' },
                  },
                  usage: {},
                },
              },
              {
                startTime: day(2031, 12, 20),
                priceModel: { commitment: { commitmentAmount: { units: '50', nanos: 250_000_000 } } },
              },
            ],
          },
        },
      },
    ],
    [
      'prorated months',
      { mkCPaymentRecurrence: 'MONTHLY_PERIOD', proratedBilling: true },
      { singleProductOffer: { standardIntervalPrice: { standardInterval: 'MONTHLY_PRORATED' } } },
    ],
  ])('sends %s', async (_, info, expected) => {
    await created(info);
    expect(content()).toMatchObject(expected);
    expect(content().term).not.toHaveProperty('maxRenewalCount');
  });

  test('never makes a deadline later than the start or three months', async () => {
    await created({ startTime: '2031-06-15T00:00:00Z' });
    expect(content().acceptDeadlineTime).toEqual(day(2031, 6, 15));
  });

  test('uploads a custom agreement', async () => {
    const pdf = Buffer.from('%PDF-1.7 terms');
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/terms.pdf' ? 200 : 404;
      response.end(request.url === '/terms.pdf' ? pdf : '');
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(
      port.createOffer(spec({ eulaType: 'CUSTOM', eulaUrl: `${address}/none` }), 'job_1'),
    ).rejects.toMatchObject(refusedWith(/info\.eulaUrl: .*HTTP 404/));
    expect(mkC.privateOffers()).toEqual([]);
    await created({ eulaType: 'CUSTOM', eulaUrl: `${address}/terms.pdf` });
    expect(only().documents).toMatchObject([
      { documentType: 'CUSTOM_END_USER_LICENSE_AGREEMENT', content: pdf.toString('base64') },
    ]);
  });

  test.each<[string, Record<string, unknown>, Partial<OfferSpec>, RegExp]>([
    ['an unknown plan', { commits: [{ key: 'bronze', rate: 1 }] }, {}, /info\.mkCPlans: .*silver, gold/],
    ['an unknown product', {}, { externalProductId: 'nothing' }, /productID: .*serviceNames/],
    [
      'a buyer without a billing account',
      { mkCCustomerInfo: { contact: 'Ada' } },
      { externalBuyerId: 'E-1234' },
      /unverifiedBillingAccount/,
    ],
    ['an aligned end', { mkCCotermAlignment: 'ALIGN_END_TIME' }, {}, /info\.mkCCotermAlignment/],
    ['a missing deadline', {}, { expireTime: undefined }, /deadline/],
  ])('is refused before a draft is made: %s', async (_, info, more, words) => {
    await expect(port.createOffer(spec(info, more), 'job_1')).rejects.toMatchObject(refusedWith(words));
    expect(mkC.privateOffers()).toEqual([]);
  });

  test('that the marketplace’s check refuses names our fields, and leaves no draft', async () => {
    const wrong = spec({ mkCProviderInfo: { salesContactName: 'Sales' }, startTime: '2031-05-12T00:00:00Z' });
    await expect(
      port.createOffer({ ...wrong, expireTime: '2031-05-12T00:00:00Z' }, 'job_1'),
    ).rejects.toMatchObject(
      refusedWith(/info\.startTime: Must be in the future.*expireTime: Must be in the future/),
    );
    expect(mkC.privateOffers()).toEqual([]);
  });

  test('waits for a review of the marketplace', async () => {
    mkC.reviewsNextOffer();
    const change = await port.createOffer(spec(), 'job_1');
    await mkC.settle();
    expect(change).toMatchObject({ state: 'RUNNING', externalId: only().id });
    const { handle } = change as { handle: string };
    expect(await port.readChange(handle)).toMatchObject({ state: 'RUNNING', handle });
    expect(await port.findOffer(spec().key)).toMatchObject({ state: 'RUNNING', handle });
    await expect(port.cancelOffer(only().id, 'job_2')).rejects.toMatchObject(refusedWith(/still publishing/));
    mkC.reviewApproves(only().id);
    expect(await port.readChange(handle)).toMatchObject({ state: 'DONE', externalId: only().id });
    for (const unknown of ['nothing', 'privateOffer/nothing'])
      expect(await port.readChange(unknown)).toMatchObject({ state: 'FAILED', isUnknown: true });
  });

  test.each(
    [
      ['the draft', 1, 'createPrivateOffer'],
      ['the agreement', 2, 'createDocument'],
      ['the publication', 3, 'publishPrivateOffer'],
    ].flatMap(([step, write, operation]) =>
      [true, false].map((afterCommit) => [step, afterCommit, write, operation] as const),
    ),
  )(
    'with a lost response to %s (committed: %s) is one published offer',
    async (_, afterCommit, write, operation) => {
      before[write as number] = () => mkC.dropNextAnswer(operation as string, { afterCommit });
      await expect(port.createOffer(spec(), 'job_1')).rejects.toMatchObject({ kind: 'unknown' });
      const found = await port.findOffer(spec().key);
      expect(found?.state).toBe(write === 3 && afterCommit ? 'RUNNING' : undefined);
      // Attempts may be lost again, and an offer that is already published is not created again.
      await created();
      await created();
      expect(only()).toMatchObject({ state: 'PUBLISHED', documents: [expect.anything()] });
    },
  );

  test('needs its permission, whose absence is named and does not affect other calls', async () => {
    mkC.forbid(seller.account, 'offers');
    await expect(port.createOffer(spec(), 'job_1')).rejects.toMatchObject({
      kind: 'refused',
      missingRight: 'commerceproducer.privateOffers.list',
    });
  });
});

describe('an existing private offer', () => {
  test('is extended within three months of its publication', async () => {
    const id = await created();
    await mkC.pass(10 * dayMs);
    await expect(port.extendOffer(id, '2031-08-13T00:00:00Z', 'job_2')).rejects.toMatchObject(
      refusedWith(/expireTime: .*latest day is 2031-08-12/),
    );
    const from = mkC.log.calls.length;
    for (const key of ['job_3', 'job_4'])
      expect(await port.extendOffer(id, '2031-08-12T00:00:00Z', key)).toMatchObject({ state: 'DONE' });
    expect(operationsSince(world, from).filter((name) => name === 'updatePrivateOffer')).toHaveLength(1);
    expect(content()).toMatchObject({ title: 'Silver for Globex', acceptDeadlineTime: day(2031, 8, 12) });
    await expect(port.updateOffer(id, { name: 'Other' }, 'job_5')).rejects.toMatchObject(
      refusedWith(/only its deadline/),
    );
    expect(await port.updateOffer(id, { expireTime: '2031-08-01T12:00:00Z' }, 'job_6')).toMatchObject({
      state: 'DONE',
    });
    expect(content().acceptDeadlineTime).toEqual(day(2031, 8, 2));
    await mkC.pass(90 * dayMs);
    expect((await port.readOffer(id))?.status).toBe('EXPIRED');
    await expect(port.extendOffer(id, '2031-09-01T00:00:00Z', 'job_7')).rejects.toMatchObject(
      refusedWith(/EXPIRED/),
    );
    expect(await port.cancelOffer(id, 'job_8')).toMatchObject({ state: 'DONE' });
  });

  test('is cancelled before its acceptance only, also after a lost response', async () => {
    const id = await created();
    mkC.dropNextAnswer('cancelPrivateOffer', { afterCommit: true });
    await expect(port.cancelOffer(id, 'job_2')).rejects.toMatchObject({ kind: 'unknown' });
    expect(await port.cancelOffer(id, 'job_2')).toMatchObject({ state: 'DONE', externalId: id });
    expect((await port.readOffer(id))?.status).toBe('CANCELLED');
    const other = await created({}, { key: 'ofr_other' });
    mkC.buyerAcceptsOffer(other);
    await expect(port.cancelOffer(other, 'job_3')).rejects.toMatchObject(refusedWith(/has accepted/));
    await expect(port.cancelOffer('nothing', 'job_4')).rejects.toMatchObject(refusedWith(/no such offer/));
  });

  test('is found by its key among many, and listed since a time', async () => {
    const keys = ['ofr_a', 'ofr_b', 'ofr_c'];
    const ids: string[] = [];
    for (const key of keys) ids.push(await created({}, { key }));
    expect(new Set(ids).size).toBe(3);
    for (const [index, key] of keys.entries())
      expect(await port.findOffer(key)).toMatchObject({ state: 'DONE', externalId: ids[index] });
    const { items } = await port.listOffers();
    expect(items.map(({ key }) => key)).toEqual(keys);
    const since = new Date(items[1]?.revision ?? 0).toISOString();
    expect((await port.listOffers({ since })).items.map(({ key }) => key)).toEqual(['ofr_b', 'ofr_c']);
    expect(items[0]?.madeElsewhere).toMatchObject({
      bySeller: true,
      name: 'Silver for Globex',
      buyerName: 'Globex',
      externalProductId: product.externalName,
      expireTime: '2031-06-16T07:00:00.000Z',
      info: {
        commits: [{ key: 'silver', rate: 201 }],
        mkCDuration: 12,
        mkCProviderInternalNote: 'Discount agreed by phone',
      },
    });
    const stranger = (await world.newSeller()).adapter;
    expect(await stranger.readOffer(ids[0] as string)).toBeUndefined();
    expect(await port.readOffer('a/b')).toBeUndefined();
  });

  test('is joined to its order by the last part of its name, until its term has ended', async () => {
    const id = await created();
    expect(await port.findAgreement(id)).toBeUndefined();
    const order = mkC.buyerAcceptsOffer(id);
    expect((await port.readOffer(id))?.status).toBe('ACCEPTED');
    expect(await port.findAgreement(id)).toBe(order.id);
    order.offer.name = `projects/1/services/renamed/privateOffers/${id}`;
    expect(await port.findAgreement(id)).toBe(order.id);
    expect(await port.readAgreement(order.id)).toMatchObject({ externalOfferId: id, needsApproval: true });
    await port.approveAgreement(order.id);
    await mkC.pass(370 * dayMs);
    expect((await port.readAgreement(order.id))?.status).toBe('CANCELLED');
    expect((await port.readOffer(id))?.status).toBe('USED');
  });
});
