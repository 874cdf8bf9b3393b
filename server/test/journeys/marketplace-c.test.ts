import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilities } from '../../src/marketplaces/mkC/capabilities.ts';
import { createMarketplaceC } from '../../src/marketplaces/mkC/index.ts';
import { integrationOf } from '../connector-double.ts';
import { type MkC, startMkC } from '../fakes/mkC/server.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { passTogether } from '../marketplaces/clock.fixture.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const begin = Date.parse('2031-05-12T10:20:00Z');
const tokenParameter = capabilities.purchaseTokenParameter ?? '';
const fulfillmentUrl = 'https://seller.example/welcome';
let service: MkC;
let app: TestApp;
let org: TestOrganization;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
let product: ReturnType<typeof seller.addProduct>;
let subscription: ReturnType<MkC['addSubscription']>;
beforeAll(async () => {
  service = await startMkC({ now: () => begin });
  const connector = createMarketplaceC({
    baseUrl: () => app.url,
    now: () => new Date(service.now()),
    endpoint: service.url,
  });
  app = await startTestApp({ connectors: new Map([['MKC', connector]]) });
  org = await app.organization({ environment: 'PROD', at: new Date(begin).toISOString() });
  seller = await service.addSeller();
  product = seller.addProduct({
    domain: '127.0.0.1',
    plans: [{ name: 'gold', isUsageBased: true }, { name: 'silver' }],
  });
  subscription = service.addSubscription(seller);
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
  return reply.body;
};
/** Advances time, delivers the marketplace's events, and runs the jobs that are due. */
const pass = async (ms = minuteMs) => {
  await passTogether(app.database, org.id, service, ms);
  for (let turn = 0; turn < 3; turn++) {
    if (service.backlog(subscription).length > 0) await app.app.puller.step();
    await app.drainJobs();
    await app.dispatchEvents();
    await passTogether(app.database, org.id, service, minuteMs);
  }
};
const entitlement = (id: string) => call('GET', `entitlement/${id}`);
/** Sends the buyer's browser to the landing page. */
const land = async (token: string) => {
  const response = await fetch(`${app.url}/public/signup/mkc/orgId/${org.id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ [tokenParameter]: token }).toString(),
  });
  await response.body?.cancel();
  const location = response.headers.get('location');
  return { status: response.status, location: location === null ? undefined : new URL(location) };
};
/** State that each step passes to the next step. */
const left: { id: string; order?: ReturnType<MkC['buyerPurchases']> } = { id: '' };
const order = () => left.order as NonNullable<typeof left.order>;

describe('a PROD organization on marketplace C', () => {
  test('connects with a key, and its product is read and gets a page for buyers', async () => {
    const integration = integrationOf(app, org, 'MKC');
    const made = await integration.create(
      { serviceAccountKey: JSON.stringify(seller.keyFile) },
      {
        mkCIntegration: {
          partnerId: seller.providerId,
          pubsubSubscription: subscription.name,
          serviceNames: [product.serviceName],
        },
      },
    );
    expect(made.status, made.text).toBe(200);
    expect(made.text).not.toContain('PRIVATE KEY');
    expect((await integration.verify()).body).toBe(true);
    expect((await integration.verification()).body).toMatchObject({ account: seller.providerId });
    const { values } = (await integration.setup()).body;
    expect(values.map(({ name }: { name: string }) => name)).toContain('landingUrl');
    await pass();
    await call('POST', 'product/sync', { partner: 'MKC' });
    await pass();
    const [listed] = await call('GET', 'partner/MKC/product');
    expect(listed).toMatchObject({ externalID: product.externalName });
    await call('PATCH', `product/${listed.id}/fulfillmentUrl`, { fulfillmentUrl });
    await pass();
    const shown = await call('GET', `product/${listed.id}`);
    expect(shown).toMatchObject({ fulfillmentUrl });
    expect(shown.metaInfo?.errorMessages).toBeUndefined();
    await call('POST', 'offer', {
      partner: 'MKC',
      offerType: 'DEFAULT',
      productID: listed.id,
      name: 'Pay as you go',
      info: { currency: 'USD', dimensions: [{ key: 'requests', rate: 0.5 }] },
    });
  });

  test('a buyer lands with a token, and the order waits for approval', async () => {
    left.order = service.buyerPurchases(product, { plan: 'gold' });
    const token = await service.landingToken(product, order().account);
    const forged = await service.forgedLandingToken(product, order().account, 'KEY');
    expect(await land(forged)).toEqual({ status: 400, location: undefined });
    expect(await call('GET', 'entitlement')).toEqual([]);
    const landings = await Promise.all(Array.from({ length: 16 }, () => land(token)));
    const ids = landings.map(({ location }) => location?.searchParams.get('tradepostEntitlementId') ?? '');
    const reached = landings.map(({ status, location }) => `${status} ${location?.origin}`);
    expect(new Set(reached)).toEqual(new Set(['303 https://seller.example']));
    expect(new Set(ids).size).toBe(1);
    left.id = ids[0] ?? '';
    await pass();
    expect(await call('GET', 'entitlement')).toHaveLength(1);
    expect(await call('GET', 'buyer')).toHaveLength(1);
    expect(await entitlement(left.id)).toMatchObject({
      status: 'PENDING_START',
      externalID: order().id,
      externalStatus: 'ENTITLEMENT_ACTIVATION_REQUESTED',
      info: { mkCEntitlements: [{ plan: 'gold' }] },
    });
    expect(order().account.approvals.map(({ state }) => state)).toEqual(['PENDING']);
  });

  test('the seller approves, and account and order become active', async () => {
    await call('POST', `entitlement/${left.id}/approve`);
    await pass();
    expect(order().account.approvals.map(({ state }) => state)).toEqual(['APPROVED']);
    expect(await entitlement(left.id)).toMatchObject({
      status: 'ACTIVE',
      externalStatus: 'ENTITLEMENT_ACTIVE',
    });
    expect(service.backlog(subscription)).toEqual([]);
  });

  test('usage of a full hour is reported', async () => {
    const { startTime } = await entitlement(left.id);
    await call('POST', `entitlement/${left.id}/usageRecordGroup`, {
      records: { requests: 7 },
      timestamp: new Date(Date.parse(startTime) + 60_000).toISOString(),
    });
    // Usage is settled at the end of the hour.
    await pass(40 * minuteMs);
    await pass();
    expect(service.metered(order())).toMatchObject([
      { metric: `${product.serviceName}/requests`, quantity: 7 },
    ]);
  });

  test('a plan that the buyer requests is rejected, and accepted when the buyer requests it again', async () => {
    const requests = (): Promise<{ id: string; status: string }[]> =>
      call('GET', `entitlement/${left.id}/request`);
    const answer = async (how: 'accept' | 'reject', body?: object) => {
      const open = (await requests()).find(({ status }) => status === 'PENDING');
      await call('POST', `entitlement/${left.id}/request/${open?.id}/${how}`, body);
      await pass();
    };
    service.buyerChangesPlan(order(), { plan: 'silver' });
    await pass();
    await answer('reject', { reason: 'Not during the trial.' });
    expect(await requests()).toMatchObject([{ status: 'REJECTED' }]);
    expect(order()).toMatchObject({ state: 'ACTIVE', plan: 'gold' });
    expect(await entitlement(left.id)).toMatchObject({ info: { mkCEntitlements: [{ plan: 'gold' }] } });
    service.buyerChangesPlan(order(), { plan: 'silver' });
    await pass();
    await answer('accept');
    expect(order()).toMatchObject({ state: 'ACTIVE', plan: 'silver' });
    const { info } = await entitlement(left.id);
    expect(info.mkCEntitlements.at(-1)).toMatchObject({ plan: 'silver' });
    // The change that the buyer repeated is the same request.
    expect(await requests()).toMatchObject([{ status: 'ACCEPTED' }]);
  });

  test('a suspension and its end, which no event reports, are read', async () => {
    service.suspends(order());
    await call('POST', `entitlement/${left.id}/sync`);
    await pass();
    expect(await entitlement(left.id)).toMatchObject({ status: 'SUSPENDED' });
    service.resumes(order());
    await call('POST', `entitlement/${left.id}/sync`);
    await pass();
    expect(await entitlement(left.id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a renewal adds a term', async () => {
    const name = 'projects/1/services/s/standardOffers/silver';
    const monthly = service.buyerPurchases(product, { plan: 'silver', offer: { name, months: 1 } });
    await pass();
    const all: { id: string; externalID: string }[] = await call('GET', 'entitlement');
    const { id = '' } = all.find(({ externalID }) => externalID === monthly.id) ?? {};
    await call('POST', `entitlement/${id}/approve`);
    await pass();
    expect(await entitlement(id)).toMatchObject({ status: 'ACTIVE' });
    const firstEndMs = monthly.offerEndMs;
    await pass(31 * dayMs);
    expect(monthly.offerEndMs).toBeGreaterThan(firstEndMs ?? 0);
    const endTime = new Date(monthly.offerEndMs ?? 0).toISOString();
    expect(await entitlement(id)).toMatchObject({ status: 'ACTIVE', endTime, info: { autoRenew: true } });
    const terms: { info: { type: string } }[] = await call('GET', `entitlement/${id}/entitlementTerm`);
    expect(terms.map(({ info }) => info.type)).toEqual(['Signup', 'AutoRenew']);
  });

  test('an approved order with a future start waits for its start', async () => {
    const startMs = service.now() + dayMs;
    const offer = { name: 'projects/1/services/s/standardOffers/silver', months: 1, startMs };
    const later = service.buyerPurchases(product, { plan: 'silver', offer });
    await pass();
    const all: { id: string; externalID: string }[] = await call('GET', 'entitlement');
    const { id = '' } = all.find(({ externalID }) => externalID === later.id) ?? {};
    await call('POST', `entitlement/${id}/approve`);
    await pass();
    await call('POST', `entitlement/${id}/sync`);
    await pass();
    expect(later.isApproved).toBe(true);
    expect(await entitlement(id)).toMatchObject({ status: 'PENDING_START' });
    await pass(dayMs);
    expect(await entitlement(id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('the buyer cancels: at the end of the term first, then immediately', async () => {
    service.buyerCancels(order());
    await pass();
    expect(await entitlement(left.id)).toMatchObject({ status: 'PENDING_CANCEL' });
    service.buyerRevertsCancellation(order());
    await pass();
    expect(await entitlement(left.id)).toMatchObject({ status: 'ACTIVE' });
    service.buyerCancelsNow(order());
    await pass();
    expect(await entitlement(left.id)).toMatchObject({
      status: 'CANCELLED',
      externalStatus: 'ENTITLEMENT_CANCELLED',
    });
    expect(service.backlog(subscription)).toEqual([]);
  });

  test('an order that the seller rejects, or the buyer withdraws, ends before it began', async () => {
    const orders = [1, 2].map(() => service.buyerPurchases(product, { plan: 'gold' }));
    await pass();
    const [first, second] = await call('GET', 'entitlement?status=PENDING_START');
    expect([first.status, second.status]).toEqual(['PENDING_START', 'PENDING_START']);
    await call('POST', `entitlement/${first.id}/reject`, { reason: 'Not sold in this country.' });
    service.buyerAborts(orders.find(({ id }) => id === second.externalID) ?? (orders[1] as never));
    await pass();
    for (const { id } of [first, second]) expect((await entitlement(id)).status).toBe('CANCELLED');
  });

  test('a private offer is created, published after a lost response, accepted and approved', async () => {
    const [listed] = await call('GET', 'partner/MKC/product');
    service.dropNextAnswer('createPrivateOffer', { afterCommit: true });
    const { id: offerId } = await call('POST', 'offer', {
      partner: 'MKC',
      offerType: 'PRIVATE',
      productID: listed.id,
      name: 'Silver for Globex',
      expireTime: new Date(service.now() + 30 * dayMs).toISOString(),
      info: {
        currency: 'USD',
        commits: [{ key: 'silver', rate: 100 }],
        eulaType: 'SCMP',
        mkCCustomerInfo: {
          organization: 'Globex',
          contact: 'Ada',
          unverifiedBillingAccount: '012345-6789AB-CDEF01',
        },
        mkCDuration: 12,
        mkCOfferDealType: 'NEW',
        mkCPaymentRecurrence: 'MONTHLY_PERIOD',
        mkCProviderInfo: { salesContactName: 'Sales' },
      },
    });
    const offer = () => call('GET', `offer/${offerId}`);
    for (let turn = 0; turn < 5 && (await offer()).status === 'PENDING_CREATE'; turn++)
      await pass(5 * minuteMs);
    const [made, ...others] = service.privateOffers();
    expect(others).toEqual([]);
    expect(await offer()).toMatchObject({ status: 'PENDING_ACCEPTANCE', externalID: made?.id });
    const bought = service.buyerAcceptsOffer(made?.id ?? '');
    await pass();
    expect((await offer()).status).toBe('ACCEPTED');
    const all: { id: string; externalID: string }[] = await call('GET', 'entitlement');
    const { id = '' } = all.find(({ externalID }) => externalID === bought.id) ?? {};
    expect(await entitlement(id)).toMatchObject({ status: 'PENDING_START', offerID: offerId });
    await call('POST', `entitlement/${id}/approve`);
    await pass();
    expect(await entitlement(id)).toMatchObject({ status: 'ACTIVE', offerID: offerId });
  });
});
