import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../fakes/mkB/fulfilment/products.ts';
import type { Subscription } from '../fakes/mkB/fulfilment/subscriptions.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkB/seller.fixture.ts';
import {
  callsOf,
  dayMs,
  type MkBWorld,
  minuteMs,
  plans,
  type Seller,
  startWorld,
} from '../marketplaces/mkB/world.fixture.ts';
import { usageOf } from '../usage.fixture.ts';

let world: MkBWorld;
let app: TestApp;
let org: TestOrganization;
let seller: Seller;
let product: Product;
let at: ReturnType<typeof sellerOf>;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  app = await startTestApp({ connectors: new Map([['MKB', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  at = sellerOf(app, org, world, seller);
  product = seller.addProduct({ plans: plans ?? [], webhook: at.webhook, name: 'Analytics' });
  await at.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** State that each step passes to the next step. */
let productID: string;
let offerId: string;
let sold: Subscription;
let entitlementId: string;
const account = 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31';
const offer = () => at.call('GET', `offer/${offerId}`);
const amounts = async () => {
  const { info } = await at.call('GET', `entitlement/${entitlementId}`);
  const { grossAmount, invoicedAmount, collectableAmount, disbursedAmount = 0 } = info;
  return { grossAmount, invoicedAmount, collectableAmount, disbursedAmount };
};
const payouts = async () =>
  (
    await app.database.query(
      `SELECT payload FROM event WHERE organization_id = $1 AND entity_type = 'REVENUE_RECORD' AND action = 'DISBURSE'`,
      [org.id],
    )
  ).rows;
const nextReading = async () => {
  await at.pass(dayMs);
  await at.pass(minuteMs);
};

describe('a private offer on marketplace B', () => {
  test('is created for a listing that the marketplace shows by name, and published by its job', async () => {
    await at.call('POST', 'product/sync', { partner: 'MKB' });
    await at.pass(minuteMs);
    const [listed] = await at.call('GET', 'partner/MKB/product');
    expect(listed).toMatchObject({ name: 'Analytics', externalID: product.offerId, status: 'CREATED' });
    productID = listed.id;
    const made = await at.call('POST', 'offer', {
      partner: 'MKB',
      productID,
      name: 'Two years for Globex',
      externalBuyerID: account,
      info: {
        currency: 'USD',
        commits: [{ key: 'flat', rate: 1200, length: 1, timeUnit: 'YEAR' }],
        dimensions: [{ key: 'calls', rate: 0.5 }],
        mkBPrivateOffer: { acceptBy: '2031-06-15', end: '2032-05-31', beneficiaries: [{ id: account }] },
      },
    });
    offerId = made.id;
    expect(made.status).toBe('PENDING_CREATE');
    await at.pass(minuteMs);
    await at.pass(10 * minuteMs);
    expect(await offer()).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      externalID: world.service.privateOffers()[0]?.id,
    });
  });

  test('is accepted by its buyer, whose purchase the seller approves', async () => {
    const { externalID } = await offer();
    sold = world.service.buyerAcceptsOffer(externalID, product, { termUnit: 'P1Y' });
    expect((await at.land(world.service.purchaseToken(sold))).status).toBe(200);
    await at.pass(minuteMs);
    const [entitlement, ...others] = await at.call('GET', 'entitlement');
    expect([others, entitlement]).toMatchObject([
      [],
      { status: 'PENDING_START', offerID: offerId, productID },
    ]);
    entitlementId = entitlement.id;
    expect(await offer()).toMatchObject({ status: 'ACCEPTED' });
    await at.call('POST', `entitlement/${entitlementId}/approve`);
    await at.pass(3 * minuteMs);
    expect(await at.call('GET', `entitlement/${entitlementId}`)).toMatchObject({ status: 'ACTIVE' });
  });

  test('reports usage with the plan of the offer', async () => {
    await at.call('POST', `entitlement/${entitlementId}/usageRecordGroup`, {
      records: { calls: 7 },
      timestamp: new Date(world.service.now()).toISOString(),
    });
    await at.pass(120 * minuteMs);
    await usageOf(app, org).run();
    await at.pass(minuteMs);
    expect(world.service.metered(sold)).toMatchObject([
      { event: { dimension: 'calls', quantity: 7, planId: sold.planId } },
    ]);
  });

  test('is paid out: revenue, refunds and payouts are read once from one report, to the cent', async () => {
    const sale = {
      AssetId: sold.id.toUpperCase(),
      CustomerId: sold.beneficiary.tenantId,
      EarningCurrencyCode: 'USD',
      MonthStartDate: '2031-05-01',
      PurchaseRecordId: 'purchase-1',
    };
    const line = (
      LineItemId: string,
      TransactionAmountCC: string,
      EarningAmountCC: string,
      more: object = {},
    ) =>
      ({
        ...sale,
        LineItemId,
        TransactionAmountCC,
        EarningAmountCC,
        PayoutStatus: 'Upcoming',
        ...more,
      }) as Record<string, string>;
    const shown = (...lines: Record<string, string>[]) => world.service.showRevenue(seller, lines);
    shown(line('1', '1200.10', '1164.097'), line('2', '3.50', '3.395'));
    await nextReading();
    await nextReading();
    const open = { grossAmount: 1203.6, invoicedAmount: 1203.6, collectableAmount: 1167.492 };
    expect(await amounts()).toEqual({ ...open, disbursedAmount: 0 });
    expect(await payouts()).toEqual([]);

    const sent = { PayoutStatus: 'Sent', PaymentSentDate: '2031-06-15' };
    shown(line('1', '1200.10', '1164.097', sent), line('2', '3.50', '3.395', sent));
    await nextReading();
    expect(await amounts()).toEqual({ ...open, disbursedAmount: 1167.492 });
    expect(await payouts()).toHaveLength(1);

    // The bank returns the payout, and the lines are again as they were before.
    shown(line('1', '1200.10', '1164.097'), line('2', '3.50', '3.395'));
    await nextReading();
    expect(await amounts()).toEqual({ ...open, disbursedAmount: 0 });
    shown(
      line('1', '1200.10', '1164.097', sent),
      line('2', '2.50', '2.425', sent),
      line('1', '-100.10', '-97.097'),
    );
    await nextReading();
    expect(await amounts()).toEqual({
      grossAmount: 1102.5,
      invoicedAmount: 1102.5,
      collectableAmount: 1069.425,
      disbursedAmount: 1166.522,
    });
    const { revenueRecords } = await at.call(
      'GET',
      `partner/MKB/revenueRecord?entitlementId=${entitlementId}&startDate=2031-01-01&endDate=2031-12-31`,
    );
    expect(revenueRecords).toMatchObject([{ currency: 'USD', refundInvoiceAmount: 100.1 }]);
    expect([callsOf(world.service, 'createQuery'), callsOf(world.service, 'createReport')]).toEqual([1, 1]);
  });

  test('that expired is published again with a later deadline, and accepted', async () => {
    const today = world.service.now();
    const inDays = (days: number) => new Date(today + days * dayMs).toISOString().slice(0, 10);
    const { id } = await at.call('POST', 'offer', {
      partner: 'MKB',
      productID,
      name: 'Late',
      externalBuyerID: account,
      info: {
        currency: 'USD',
        commits: [{ key: 'flat', rate: 900, length: 1, timeUnit: 'YEAR' }],
        mkBPrivateOffer: { acceptBy: inDays(3), end: '2032-05-31', beneficiaries: [{ id: account }] },
      },
    });
    await at.pass(minuteMs);
    await at.pass(10 * minuteMs);
    const read = () => at.call('GET', `offer/${id}`);
    const { externalID, status } = await read();
    expect(status).toBe('PENDING_ACCEPTANCE');
    const path = `offer/${id}/extendExpiryDate?newExpiryDate=${inDays(31)}`;
    expect((await at.ask('POST', path)).status).toBe(400);
    await at.pass(5 * dayMs);
    expect((await read()).status).toBe('EXPIRED');
    expect((await at.call('POST', path)).status).toBe('PENDING_UPDATE');
    await at.pass(minuteMs);
    await at.pass(10 * minuteMs);
    expect(await read()).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      externalID,
      expireTime: `${inDays(31)}T00:00:00.000Z`,
      info: { mkBPrivateOffer: { acceptBy: inDays(30) } },
    });
    const later = world.service.buyerAcceptsOffer(externalID, product, { termUnit: 'P1Y' });
    expect((await at.land(world.service.purchaseToken(later))).status).toBe(200);
    await at.pass(minuteMs);
    expect((await read()).status).toBe('ACCEPTED');
  });
});
