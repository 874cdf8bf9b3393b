import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

/** Tests of an order's subject and of its marketplace record, for public offers at the sandbox. */

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const month = { length: 1, timeUnit: 'MONTH' };
const plans = [
  { key: 'starter', name: 'Starter', rate: 900, ...month },
  { key: 'seats', name: 'By seat', rate: 10, type: 'PER_USER', minimumUsers: 2, ...month },
];
const dimensions = [
  { key: 'calls', rate: 0.25 },
  { key: 'only starter', rate: 1, planId: 'starter' },
];
const product = async (partner: string) => {
  const info = { currency: 'USD', commits: plans, dimensions };
  const url = 'https://vendor.example/start';
  const { id } = await by.post('product', { partner, name: `Sold on ${partner}`, fulfillmentUrl: url, info });
  await app.drainJobs();
  const listed = await by.get(`product/${id}`);
  expect(listed.externalID, JSON.stringify(listed.metaInfo)).toEqual(expect.any(String));
  return listed as { id: string; externalID: string };
};
const publicOffer = async (partner: string, info: object, more: object = {}) => {
  const body = { partner, name: 'Public', offerType: 'DEFAULT', info, ...more };
  const { id } = await by.post('offer', body);
  await app.drainJobs();
  return id as string;
};

describe('an order by a product or its public offer', () => {
  test('names the product by its id at the marketplace', async () => {
    const { id, externalID } = await product('MKC');
    const byProduct = await by.ordered('MKC', { productId: id, amount: 5 });
    const offerId = await publicOffer('MKC', { commits: [plans[0]] }, { productID: id });
    const byOffer = await by.ordered('MKC', { offerId });
    for (const sold of [byProduct, byOffer])
      expect(sold).toMatchObject({
        productID: id,
        externalProductID: externalID,
        info: { mkCEntitlements: [{ product: externalID }] },
      });
    expect((await by.ordered('MKC', { productId: 'prd_unknown', amount: 5 })).externalProductID).toBe(
      'prd_unknown',
    );
  });

  test('of a plan costs the price of the plan for its duration, with its usage', async () => {
    const { id } = await product('MKC');
    const sold = await by.ordered('MKC', { productId: id, planId: 'seats', quantity: 4 });
    expect(sold.info).toMatchObject({
      commitAmount: 40,
      currency: 'USD',
      commits: [{ key: 'seats', quantity: 4 }],
      mkCPlans: [{ name: 'seats', purchaseMode: 'PURCHASE_MODE_PUBLIC' }],
    });
    expect(sold.info.commits).toHaveLength(1);
    expect(sold.info.dimensions.map(({ key }: { key: string }) => key)).toEqual(['calls']);
    expect(Date.parse(sold.endTime) - Date.parse(sold.startTime)).toBeLessThan(32 * 86_400_000);
    const few = await by.call('POST', 'sandbox/order', {
      partner: 'MKC',
      productId: id,
      planId: 'seats',
      quantity: 1,
    });
    expect([few.status, few.body.errors?.[0].pointer]).toEqual([400, '/quantity']);
    // A different amount is the buyer’s commitment.
    const agreed = await by.ordered('MKC', { productId: id, planId: 'starter', amount: 500 });
    expect(agreed.info).toMatchObject({ commitAmount: 500 });
    expect(agreed.info).not.toHaveProperty('commits');
    expect(agreed.endTime).toBeNull();
  });

  test('of one of several plans of an offer is for that plan, and keeps the rest of the offer', async () => {
    const info = { commits: plans, netTermsInDays: 45, eulaUrl: 'https://vendor.example/eula.pdf' };
    const offerId = await publicOffer('MKB', info);
    const { info: sold } = await by.ordered('MKB', { offerId, planId: 'starter' });
    expect(sold).toMatchObject({ commits: [{ key: 'starter' }], commitAmount: 900, netTermsInDays: 45 });
    expect(sold).toMatchObject({ eulaUrl: info.eulaUrl, mkBSubscriptions: [{ planId: 'starter' }] });
    // The plan is unknown, so the offer itself is sold.
    const other = await by.ordered('MKB', { offerId, planId: 'elsewhere' });
    expect(other.info).toMatchObject({ commitAmount: 920, commits: [{}, {}] });
  });

  test('has an amount in whole currency units: a finer amount is a 400 that names it', async () => {
    const offerId = await publicOffer('MKB', { currency: 'JPY', commits: [{ key: 'one', rate: 50 }] });
    for (const order of [
      { partner: 'MKA', amount: 1.001 },
      { partner: 'MKA', amount: 0.5, currency: 'JPY' },
      { partner: 'MKB', amount: 10.25, offerId },
    ]) {
      const refused = await by.call('POST', 'sandbox/order', order);
      expect([refused.status, refused.body.errors?.[0].pointer], refused.text).toEqual([400, '/amount']);
    }
    const { id } = await by.ordered('MKB', { amount: 0.125, currency: 'KWD' });
    const plan = { planId: 'gold', amount: 1.0005 };
    const refused = await by.call('POST', `sandbox/entitlement/${id}/changePlan`, plan);
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '/amount']);
  });

  const amounts: [string, (info: Record<string, never>) => object | undefined, object][] = [
    ['MKA', ({ mkAEntitlements }) => mkAEntitlements, [{ dimension: 'one', value: { integerValue: 4 } }]],
    ['MKB', ({ mkBSubscriptions }) => mkBSubscriptions, [{ quantity: 4, term: { termUnit: 'P1Y' } }]],
    [
      'MKC',
      ({ mkCPlans }) => mkCPlans,
      [
        {
          priceInfo: { subscriptionPlans: [{ price: { units: '200' } }], usageFees: [{ metricId: 'calls' }] },
        },
      ],
    ],
    ['MKD', ({ mkDOrders }) => mkDOrders, [{ TotalPrice: 200, AccountQuantity: 4, PeriodType: 'YEAR' }]],
    ['MKE', ({ mkEAcceptedOffer }) => mkEAcceptedOffer, { pricing: { totalAmount: 200 }, duration: 'P12M' }],
    ['MKF', ({ mkFOffer }) => mkFOffer, { contract_value: '200.00', contract_duration_months: 12 }],
  ];
  test.each(amounts)(
    'R43 on %s has the records of an agreement by a private offer',
    async (partner, of, content) => {
      const length = partner === 'MKC' ? {} : { length: 1, timeUnit: 'YEAR' };
      const info = {
        commits: [{ key: 'one', rate: 50, ...length }],
        dimensions: [{ key: 'calls', rate: 0.25 }],
      };
      const offerId = await publicOffer(partner, info);
      const { info: sold } = await by.ordered(partner, { offerId, quantity: 4 });
      expect(of(sold)).toMatchObject(content);
    },
  );
});

describe('R43 an acceptance triggers another reading of the offer', () => {
  test.each<[string, object]>([
    ['MKB', { mkBPrivateOffer: { subState: 'accepted' } }],
    ['MKC', { mkCPrivateOffer: { offerState: 'OFFER_ACTIVE' } }],
    ['MKE', { mkEOffer: { offerStatus: 'ACCEPTED' } }],
  ])('on %s', async (partner, shown) => {
    const { offerID, id } = await by.accepted({
      partner,
      info: { commits: [{ key: 'a', rate: 1 }], mkCDuration: 12 },
    });
    expect((await by.get(`offer/${offerID}`)).info).toMatchObject(shown);
    const before = await by.actions(offerID);
    expect(before.at(-1)).toBe('ACCEPT');
    await by.post(`entitlement/${id}/sync`);
    await app.drainJobs();
    expect(await by.actions(offerID)).toEqual(before);
    // Later changes are applied by the next observation.
    await app.database.query(`UPDATE offer SET info = info - $2 WHERE id = $1`, [
      offerID,
      Object.keys(shown)[0],
    ]);
    await by.post(`entitlement/${id}/sync`);
    await app.drainJobs();
    expect((await by.get(`offer/${offerID}`)).info).toMatchObject(shown);
    expect((await by.get(`offer/${offerID}`)).status).toBe('ACCEPTED');
  });
});
