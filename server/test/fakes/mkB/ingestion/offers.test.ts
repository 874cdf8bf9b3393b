import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clientFor, refused } from '../calls.fixture.ts';
import type { Product } from '../fulfilment/products.ts';
import { type MkB, startMkB } from '../server.ts';
import {
  account,
  customerOffer,
  type IngestionClient,
  ingestionClient,
  newPlanPrice,
} from './ingestion.fixture.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
let product: Product;
let client: IngestionClient;
const started: MkB[] = [];
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-05-12T10:20:00Z') });
  started.push(mkB);
  seller = mkB.addSeller();
  product = seller.addProduct();
  client = await ingestionClient(mkB.url, seller);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

/** Runs a job to its end and returns its status. */
const run = async (...resources: object[]) => {
  const { body } = await client.configure(...resources);
  await mkB.settle();
  return client.statusOf(body.jobId);
};
const created = async (more: Record<string, unknown> = {}) => {
  const job = await run(customerOffer(product, more));
  expect(job).toMatchObject({ jobResult: 'succeeded', errors: [] });
  return mkB.privateOffers().at(-1)?.id ?? '';
};
const failure = async (offer: object) => {
  const { jobStatus, jobResult, errors, resourceUri } = await run(offer);
  expect([jobStatus, jobResult, resourceUri]).toEqual(['completed', 'failed', undefined]);
  return errors[0].message as string;
};

test('a job runs for minutes, may be polled once a minute, and names its result on another host', async () => {
  const { status, body } = await client.configure(customerOffer(product));
  expect([status, body.jobStatus, body.jobResult, body.jobEnd]).toEqual([
    202,
    'notStarted',
    'pending',
    '0001-01-01T00:00:00',
  ]);
  const poll = () => client.read(`/configure/${body.jobId}/status`, '2022-07-01');
  await mkB.pass(10_000);
  expect((await poll()).body).toMatchObject({ jobStatus: 'running', jobResult: 'pending' });
  await mkB.pass(59_999);
  const early = await poll();
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await client.read(`/configure/${body.jobId}`)).status).toBe(400);
  await mkB.pass(1);
  expect((await poll()).status).toBe(200);
  await mkB.pass(90_000);
  expect((await poll()).body).toMatchObject({
    jobStatus: 'completed',
    jobResult: 'succeeded',
    jobEnd: '2031-05-12T10:22:40.0000000Z',
    resourceUri: `https://product-ingestion.mp.microsoft.com/configure/${body.jobId}`,
  });
  const detail = await client.read(`/configure/${body.jobId}`);
  expect(detail.body.resources).toMatchObject([{ name: 'seller-ofr_01', state: 'live' }]);
  mkB.limitsPolling(false);
  expect((await poll()).status).toBe(200);
});

test('a live offer has links, and each version of its schema has a form of its own', async () => {
  const id = await created();
  const read = async (version: string) => (await client.read(`/${id}`, version)).body;
  expect(await read('2023-07-15')).toEqual({
    ...customerOffer(product),
    id,
    subState: 'pendingAcceptance',
    acceptanceLinks: [{ beneficiaryId: account, link: expect.stringContaining('https://') }],
    lastModified: '2031-05-12',
    eTag: expect.any(String),
  });
  expect(await read('2022-12-31')).toMatchObject({
    $schema: 'https://schema.mp.microsoft.com/schema/private-offer/2022-07-01',
    state: 'Live',
    subState: 'PendingAcceptance',
    pricing: [{ discountType: 'Percentage' }],
    _etag: expect.any(String),
  });
  expect((await read('2030-01-01')).$schema).toContain('private-offer/2026-02-01');
  expect((await client.read(`/${id}`, '2021-01-01')).status).toBe(400);
  expect((await client.read(`/private-offer/${randomUUID()}`)).status).toBe(404);
});

test('offers with equal names are different offers, and the list of offers lags on demand', async () => {
  await created();
  await created();
  const names = async () =>
    (await client.read('/private-offer/query')).body.value.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(['seller-ofr_01', 'seller-ofr_01']);
  mkB.lag(15 * 60_000);
  expect(await names()).toEqual([]);
  await mkB.pass(15 * 60_000);
  expect(await names()).toHaveLength(2);
  mkB.offersPerPage(1);
  const first = (await client.read('/private-offer/query')).body;
  const next = new URL(first['@nextLink']);
  const second = await client.read(
    `/private-offer/query${next.search.replace(/&\$version.*|&%24version.*/, '')}`,
  );
  expect([first.value.length, second.body.value.length]).toEqual([1, 1]);
  expect(second.body['@nextLink']).toBeUndefined();
  expect((await client.read('/private-offer/query?continuationToken=x')).body.error.message).toContain(
    'continuationToken',
  );
  const stranger = await ingestionClient(mkB.url, mkB.addSeller());
  expect((await stranger.read('/private-offer/query')).body.value).toEqual([]);
});

test('products and plans have identifiers for offers', async () => {
  const products = (await client.read('/product')).body.value;
  expect(products).toMatchObject([{ id: product.durableId, identity: { externalId: product.offerId } }]);
  const plans = await client.read(`/plan?product=${product.durableId}`);
  expect(plans.body.value).toMatchObject([
    { id: product.plans[0]?.durableId, identity: { externalId: 'silver' } },
    { identity: { externalId: 'gold' } },
  ]);
  expect((await client.read(`/plan?product=${randomUUID()}`)).status).toBe(404);
  const page = (await client.read(`/plan?product=${product.durableId}&$maxpagesize=1`)).body;
  expect([page.value.length, typeof page['@nextLink']]).toEqual([1, 'string']);
});

test('the public price of a plan can be read, edited and sent for a private offer', async () => {
  const [productId] = product.durableId.split('/').slice(1);
  const read = (plan = '') =>
    client.read(`/price-and-availability-private-offer-plan/${productId}?plan=${plan}`, '2026-01-01');
  const { body } = await read(product.plans[1]?.durableId);
  expect(body).toMatchObject({
    $schema: expect.stringContaining('price-and-availability-private-offer-plan/2025-06-01'),
    plan: product.plans[1]?.durableId,
    pricing: {
      recurrentPrice: {
        recurrentPriceMode: 'flatRate',
        prices: [
          { billingTerm: { type: 'month', value: 1 }, pricePerPaymentInUsd: 100 },
          { billingTerm: { type: 'year', value: 1 }, pricePerPaymentInUsd: 1000 },
        ],
      },
      customMeters: { meters: { calls: { pricePerPaymentInUsd: 1 } } },
    },
  });
  expect((await read(randomUUID())).status).toBe(404);
  const price = { ...body, resourceName: 'edited' };
  const pricing = [
    {
      product: product.durableId,
      plan: body.plan,
      discountType: 'absolute',
      priceDetails: { resourceName: 'edited' },
    },
  ];
  expect((await run(price, customerOffer(product, { pricing }))).jobResult).toBe('succeeded');
});

test('a failed job keeps what it applied before its failure', async () => {
  mkB.jobFails({ message: 'The service was interrupted', afterSteps: 1 });
  const first = await run(
    customerOffer(product, { name: 'first' }),
    customerOffer(product, { name: 'second' }),
  );
  expect(first).toMatchObject({
    jobResult: 'failed',
    errors: [{ code: 'Conflict', message: 'The service was interrupted' }],
  });
  expect(mkB.privateOffers().map(({ sent }) => sent.name)).toEqual(['first']);
  expect((await client.read(`/configure/${first.jobId}`)).body.resources).toMatchObject([{ name: 'first' }]);
  mkB.jobFails({ code: 'InternalError' });
  expect((await run(customerOffer(product))).errors).toMatchObject([{ code: 'InternalError' }]);
  mkB.jobFails({ afterSteps: 1 });
  expect((await run(customerOffer(product, { name: 'kept' }))).jobResult).toBe('failed');
  expect(mkB.privateOffers().at(-1)).toMatchObject({ sent: { name: 'kept' }, state: 'live' });
});

test('a job without resources succeeds, and a job of another schema is refused', async () => {
  expect((await run()).jobResult).toBe('succeeded');
  const reply = await client.configureAs('https://schema.mp.microsoft.com/schema/plan/2022-07-01');
  expect([reply.status, mkB.jobs().length]).toEqual([400, 1]);
});

test('a job that is cancelled before its start applies nothing', async () => {
  const { body } = await client.configure(customerOffer(product));
  expect((await client.post(`/configure/${body.jobId}/cancel`)).body.jobResult).toBe('cancelled');
  await mkB.settle();
  expect(await client.statusOf(body.jobId)).toMatchObject({ jobStatus: 'completed', jobResult: 'cancelled' });
  expect(mkB.privateOffers()).toEqual([]);
});

test('a job is cancelled while it runs, and keeps what it applied', async () => {
  const { body } = await client.configure(customerOffer(product), customerOffer(product));
  await mkB.pass(170_000);
  expect(await client.post(`/configure/${body.jobId}/cancel`)).toMatchObject({
    status: 200,
    body: { jobStatus: 'completed', jobResult: 'cancelled' },
  });
  await mkB.settle();
  expect(mkB.privateOffers()).toHaveLength(1);
  expect(await client.post(`/configure/${body.jobId}/cancel`)).toMatchObject({
    status: 400,
    body: { error: { code: 'badRequest', details: [] } },
  });
  mkB.refusesJobCancellation(true);
  const second = await client.configure(customerOffer(product));
  expect((await client.post(`/configure/${second.body.jobId}/cancel`)).status).toBe(400);
});

test.each([
  ['no pricing', { pricing: [] }],
  ['no beneficiary', { beneficiaries: undefined }],
  ['two beneficiaries', { beneficiaries: [{ id: 'a' }, { id: 'b' }] }],
  ['no end', { end: undefined }],
  ['no last day of acceptance', { acceptBy: undefined }],
  ['no start', { variableStartDate: false }],
  ['a start beside a variable start', { start: '2031-06-01' }],
  ['no pricing type', { offerPricingType: undefined }],
  ['a forbidden name', { name: 'a/b' }],
  ['six contacts', { notificationContacts: Array.from({ length: 6 }, () => 'a@b.example') }],
  ['terms of several parties', { termsAndConditionsDocs: [] }],
  ['an unknown type', { privateOfferType: 'promotion' }],
  ['an unknown schema', { $schema: 'https://schema.mp.microsoft.com/schema/private-offer/2023-01-01' }],
  ['a time instead of a day', { end: '2032-05-31T00:00:00Z' }],
])('an offer with %s is refused at once', async (_case, more) => {
  const reply = await client.configureWrongly(customerOffer(product, more));
  expect([reply.status, reply.body.error.code]).toEqual([400, 'badRequest']);
  expect(mkB.jobs()).toEqual([]);
});

test.each([
  ['an end within a month', { end: '2032-05-30' }, 'last day of a month'],
  ['a past start', { variableStartDate: false, start: '2031-05-01' }, 'coming month'],
  ['a past last day', { acceptBy: '2031-05-11' }, 'in the past'],
  ['a last day after the end', { acceptBy: '2032-06-01' }, 'after the end'],
])('an offer with %s fails in its job', async (_case, more, words) => {
  expect(await failure(customerOffer(product, more))).toContain(words);
});

test('an offer for an unknown product, plan or price fails in its job', async () => {
  const [price] = customerOffer(product).pricing;
  const other = mkB.addSeller().addProduct();
  for (const more of [
    { product: other.durableId },
    { plan: `plan/${randomUUID()}` },
    { discountPercentage: 101 },
  ])
    expect(await failure(customerOffer(product, { pricing: [{ ...price, ...more }] }))).toBeTruthy();
  const unnamed = customerOffer(product, { pricing: [{ ...price, plan: undefined }] });
  expect(await failure(unnamed)).toContain('must name a plan');
  const [first] = product.plans;
  const pricing = [{ ...price, plan: undefined, basePlan: first?.durableId }];
  const incomplete = customerOffer(product, { offerPricingType: 'saasNewCustomizedPlans', pricing });
  expect(await failure(incomplete)).toContain('a new plan its details');
});

test('a live offer is locked until it expires, and an accepted offer for ever', async () => {
  const id = await created();
  const again = (more = {}) => customerOffer(product, { id, ...more });
  expect(await failure(again())).toContain('must be withdrawn');
  await mkB.pass(36 * 24 * 3_600_000);
  client = await ingestionClient(mkB.url, seller);
  expect(() => mkB.buyerAcceptsOffer(id, product)).toThrow('expired');
  expect(await run(again({ acceptBy: '2031-07-31' }))).toMatchObject({ jobResult: 'succeeded' });
  const subscription = mkB.buyerAcceptsOffer(id, product);
  expect([subscription.planId, subscription.privateOfferIds]).toEqual(['silver', [id.split('/')[1]]]);
  expect(await failure(again())).toContain('accepted');
  expect((await client.read(`/${id}`)).body.subState).toBe('accepted');
});

test('a draft is deleted without a result, and a customer’s offer is withdrawn if the service allows it', async () => {
  const id = await created({ state: 'draft' });
  const change = (offerId: string, state: string) => ({
    $schema: customerOffer(product).$schema,
    id: offerId,
    name: 'seller-ofr_01',
    privateOfferType: 'customerPromotion',
    state,
  });
  const job = await run(change(id, 'deleted'));
  expect(job).toMatchObject({ jobResult: 'succeeded' });
  expect(job).not.toHaveProperty('resourceUri');
  expect((await client.read(`/${id}`)).status).toBe(404);
  const reseller = {
    privateOfferType: 'cspPromotion',
    state: 'draft',
    acceptBy: undefined,
    beneficiaries: [{ id: '1' }, { id: '2' }],
  };
  const draft = await created(reseller);
  expect(await failure({ ...change(draft, 'withdrawn'), privateOfferType: 'cspPromotion' })).toContain(
    'live',
  );
  const live = await created();
  expect(await failure(change(live, 'deleted'))).toContain('draft');
  expect((await client.configure(change(live, 'withdrawn'))).status).toBe(400);
  mkB.withdrawsCustomerOffers(true);
  expect((await run(change(live, 'withdrawn'))).jobResult).toBe('succeeded');
  expect((await client.read(`/${live}`)).body.state).toBe('withdrawn');
  expect(await failure(customerOffer(product, { id: live }))).toContain('published again');
});

test('a new plan gets its price by the name within the job', async () => {
  const pricing = [
    {
      product: product.durableId,
      basePlan: product.plans[0]?.durableId,
      discountType: 'absolute',
      priceDetails: { resourceName: 'price1' },
      newPlanDetails: { name: 'Plan for one', description: 'A plan' },
    },
  ];
  const more = { offerPricingType: 'saasNewCustomizedPlans', pricing };
  const job = await run(newPlanPrice(product, 'price1'), customerOffer(product, more));
  expect(job.jobResult).toBe('succeeded');
  const [offer] = (await client.read(`/configure/${job.jobId}`)).body.resources;
  expect(offer.pricing[0].priceDetails).toMatch(/^price-and-availability-private-offer-plan\/[\w-]+\/\d+$/);
  const subscription = mkB.buyerAcceptsOffer(offer.id, product);
  expect(product.plans.find(({ planId }) => planId === subscription.planId)).toMatchObject({
    displayName: 'Plan for one',
    isPrivate: true,
  });
  const wrong = { ...newPlanPrice(product, 'price1'), price: 1 };
  expect((await client.configureWrongly(wrong)).status).toBe(400);
});

test('an offer of several parties waits for the selling partner', async () => {
  const id = await created({
    privateOfferType: 'multipartyPromotionOriginator',
    partners: [{ id: '12345678', partnerName: 'Partner', location: 'United States' }],
  });
  expect((await client.read(`/${id}`)).body.subState).toBe('pendingPartnerAction');
  expect((await client.read(`/${id}`)).body).not.toHaveProperty('acceptanceLinks');
  mkB.partnerPublishes(id);
  expect((await client.read(`/${id}`)).body.acceptanceLinks).toHaveLength(1);
  expect(
    await failure({
      ...customerOffer(product, { id, privateOfferType: 'multipartyPromotionOriginator' }),
      state: 'withdrawn',
    }),
  ).toContain('selling partner');
});

test('every call needs a token for the ingestion interface and a version', async () => {
  const marketplace = await clientFor(mkB.url, seller);
  const address = `${mkB.url}/rp/product-ingestion/product`;
  expect((await marketplace.get(`${address}?$version=2022-07-01`)).status).toBe(401);
  mkB.forbid(seller.app, 'graph');
  expect((await client.read('/product')).status).toBe(403);
  mkB.allow(seller.app, 'graph');
  expect((await client.read('/product')).status).toBe(200);
  expect((await refused(client.read('/product', 'latest'))).body.error.code).toBe('BadRequest');
});
