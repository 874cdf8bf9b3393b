import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, refused } from '../calls.fixture.ts';
import type { Subscription } from '../fulfilment/subscriptions.ts';
import { type MkB, startMkB } from '../server.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
let client: Client;
let one: Subscription;
const started: MkB[] = [];
const hourMs = 3_600_000;
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-05-10T10:20:00Z') });
  started.push(mkB);
  seller = mkB.addSeller();
  const dimensions = [{ id: 'calls' }, { id: 'mails' }];
  one = mkB.buyerPurchases(
    seller.addProduct({ plans: [{ planId: 'silver', dimensions }, { planId: 'gold' }] }),
  );
  mkB.becomesSubscribed(one);
  await mkB.pass(48 * hourMs);
  client = await clientFor(mkB.url, seller);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const at = (ms: number) => new Date(mkB.now() + ms).toISOString();
const event = (more: object = {}) => ({
  resourceId: one.id,
  quantity: 2.5,
  dimension: 'calls',
  effectiveStartTime: at(-hourMs),
  planId: 'silver',
  ...more,
});
const post = (more: object = {}) => client.post('/usageEvent', event(more));
const batch = (...events: object[]) => client.post('/batchUsageEvent', { request: events });
const statuses = async (...events: object[]) =>
  (await batch(...events)).body.result.map(({ status }: { status: string }) => status);

test('usage is accepted once for a resource, dimension and calendar hour', async () => {
  const first = await post();
  expect(first).toMatchObject({
    status: 200,
    body: {
      ...event(),
      status: 'Accepted',
      usageEventId: expect.any(String),
      messageTime: '2031-05-12T10:20:00.0000000Z',
    },
  });
  const again = await post({ quantity: 9, effectiveStartTime: '2031-05-12T09:59:59' });
  expect([again.status, again.body]).toEqual([
    409,
    {
      code: 'Conflict',
      message: expect.any(String),
      additionalInfo: { acceptedMessage: { ...first.body, status: 'Duplicate' } },
    },
  ]);
  expect((await post({ effectiveStartTime: '2031-05-12T10:00:00Z' })).status).toBe(200);
  expect((await post({ dimension: 'mails' })).status).toBe(200);
  expect(mkB.metered(one).map(({ event: { quantity } }) => quantity)).toEqual([2.5, 2.5, 2.5]);
});

test.each([
  ['no resource', { resourceId: undefined }, 'ResourceId', 'BadArgument'],
  ['two resources', { resourceUri: '/a' }, 'ResourceId', 'BadArgument'],
  ['no quantity', { quantity: undefined }, 'Quantity', 'BadArgument'],
  ['no dimension', { dimension: undefined }, 'Dimension', 'BadArgument'],
  ['no time', { effectiveStartTime: undefined }, 'EffectiveStartTime', 'BadArgument'],
  ['no plan', { planId: undefined }, 'PlanId', 'BadArgument'],
  ['another plan', { planId: 'gold' }, 'PlanId', 'BadArgument'],
  ['a future hour', { effectiveStartTime: '2031-05-12T10:20:01Z' }, 'EffectiveStartTime', 'BadArgument'],
  ['more than 24 hours ago', { effectiveStartTime: '2031-05-11T10:19:59Z' }, 'EffectiveStartTime', 'Expired'],
  ['zero', { quantity: 0 }, 'Quantity', 'InvalidQuantity'],
  ['less than zero', { quantity: -1 }, 'Quantity', 'InvalidQuantity'],
  ['an unknown dimension', { dimension: 'seats' }, 'Dimension', 'InvalidDimension'],
  [
    'an unknown resource',
    { resourceId: '11111111-2222-4333-8444-555555555555' },
    'ResourceId',
    'ResourceNotFound',
  ],
])(
  'usage with %s is refused alone, and in a batch without an effect on others',
  async (_case, more, target, code) => {
    expect(await post(more)).toMatchObject({
      status: 400,
      body: { code: 'BadArgument', target: 'usageEventRequest', details: [{ target, code }] },
    });
    const { status, body } = await batch(event(), event({ dimension: 'mails', ...more }));
    expect([status, body.count]).toEqual([200, 2]);
    expect(body.result).toMatchObject([
      { status: 'Accepted' },
      { status: code, messageTime: '0001-01-01T00:00:00', error: { code } },
    ]);
    expect(body.result[0]).toMatchObject({
      usageEventId: expect.any(String),
      messageTime: '2031-05-12T10:20:00.0000000Z',
    });
    expect(body.result[0]).not.toHaveProperty('error');
    expect(body.result[1]).not.toHaveProperty('usageEventId');
  },
);

test('usage of exactly 24 hours ago is accepted', async () => {
  expect((await post({ effectiveStartTime: at(-24 * hourMs) })).status).toBe(200);
});

test('a batch has 1 to 25 events, and its duplicates show what was accepted', async () => {
  const hours = Array.from({ length: 25 }, (_, index) =>
    event({ effectiveStartTime: at(-index * 0.9 * hourMs) }),
  );
  expect((await refused(batch())).status).toBe(400);
  expect((await refused(batch(...hours, event()))).status).toBe(400);
  expect((await refused(batch(event({ price: 1 })))).body).toMatchObject({
    code: 'BadArgument',
    details: [{ target: 'request[0].price' }],
  });
  expect(mkB.metered()).toEqual([]);
  const many = await statuses(...hours);
  expect([many.length, many.filter((status: string) => status === 'Accepted').length]).toEqual([25, 23]);
  const { body } = await batch(
    event({ quantity: 7 }),
    event({ dimension: 'mails' }),
    event({ dimension: 'mails' }),
  );
  expect(body.result).toMatchObject([
    {
      status: 'Duplicate',
      quantity: 7,
      error: {
        code: 'Conflict',
        additionalInfo: { acceptedMessage: { status: 'Duplicate', quantity: 2.5 } },
      },
    },
    { status: 'Accepted' },
    { status: 'Duplicate' },
  ]);
});

test('usage of an offer of another application is refused', async () => {
  client = await clientFor(mkB.url, mkB.addSeller());
  expect((await post()).status).toBe(403);
  expect(await statuses(event())).toEqual(['ResourceNotAuthorized']);
});

test('usage needs an active subscription; hours before a cancellation are accepted for 24 hours', async () => {
  const inactive = mkB.buyerPurchases(one.product);
  expect(await statuses(event({ resourceId: inactive.id }))).toEqual(['ResourceNotActive']);
  mkB.becomesSubscribed(inactive);
  expect(
    await statuses(
      event({ resourceId: inactive.id }),
      event({ resourceId: inactive.id, effectiveStartTime: '2031-05-12T10:00:00Z' }),
    ),
  ).toEqual(['ResourceNotActive', 'Accepted']);
  mkB.paymentFails(one);
  expect(await statuses(event())).toEqual(['ResourceNotActive']);
  mkB.buyerUnsubscribes(one);
  const before = event();
  await mkB.pass(hourMs / 2);
  expect(await statuses(before, event({ effectiveStartTime: at(0) }))).toEqual([
    'Accepted',
    'ResourceNotActive',
  ]);
  await mkB.pass(23 * hourMs);
  client = await clientFor(mkB.url, seller);
  expect(await statuses({ ...before, dimension: 'mails' })).toEqual(['Expired']);
});

test('usage of the plan before a change is accepted after the change', async () => {
  mkB.buyerChangesPlan(one, 'gold');
  await mkB.settle();
  expect(await statuses(event(), event({ planId: 'gold', effectiveStartTime: at(0) }))).toEqual([
    'Accepted',
    'Accepted',
  ]);
});

test('an event that could not be processed can be sent again', async () => {
  mkB.usageFails(1);
  expect(await statuses(event(), event({ dimension: 'mails' }))).toEqual(['Error', 'Accepted']);
  expect(await statuses(event())).toEqual(['Accepted']);
});

test('usage is listed by day, and reconciled two days later or as a test says', async () => {
  await batch(event(), event({ effectiveStartTime: at(0) }), event({ effectiveStartTime: at(-12 * hourMs) }));
  const list = async (query: string) =>
    (await client.get(`/usageEvents?api-version=2018-08-31&${query}`)).body as Record<string, unknown>[];
  const days = await list('usageStartDate=2031-05-11T15:00');
  expect(days).toHaveLength(2);
  expect(days).toContainEqual({
    usageDate: '2031-05-12T00:00:00Z',
    usageResourceId: one.id,
    dimension: 'calls',
    planId: 'silver',
    planName: '',
    offerId: one.product.offerId,
    offerName: '',
    offerType: 'SaaS',
    azureSubscriptionId: expect.any(String),
    reconStatus: 'Submitted',
    submittedQuantity: 5,
    processedQuantity: 0,
    submittedCount: 2,
  });
  expect(await list('usageStartDate=2031-05-12')).toHaveLength(1);
  expect(await list('usageStartDate=2031-05-11&UsageEndDate=2031-05-11')).toHaveLength(1);
  const other = randomUUID();
  for (const filter of [
    'offerId=x',
    'planId=gold',
    'dimension=mails',
    `azureSubscriptionId=${other}`,
    'reconStatus=Mismatch',
  ])
    expect(await list(`usageStartDate=2031-05-11&${filter}`)).toEqual([]);
  await mkB.pass(38 * hourMs);
  client = await clientFor(mkB.url, seller);
  const done = await list('usageStartDate=2031-05-12&reconStatus=Accepted');
  expect(done).toMatchObject([{ processedQuantity: 5, planName: 'silver', offerName: 'Product' }]);
  mkB.reconciles(one, 'calls', { status: 'Mismatch', processedQuantity: 4 });
  expect(await list('usageStartDate=2031-05-12')).toMatchObject([
    { reconStatus: 'Mismatch', processedQuantity: 4 },
  ]);
  const stranger = await clientFor(mkB.url, mkB.addSeller());
  expect((await stranger.get('/usageEvents?api-version=2018-08-31&usageStartDate=2031-05-11')).body).toEqual(
    [],
  );
  expect((await refused(client.get('/usageEvents'))).status).toBe(400);
  expect((await refused(client.get('/usageEvents?api-version=2018-08-31&usageStartDate=may'))).status).toBe(
    400,
  );
});
