import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UsageRecord } from '../../../src/marketplaces/index.ts';
import { activate, type MkCWorld, type Seller, startWorld } from './world.fixture.ts';

const hourMs = 3_600_000;
let world: MkCWorld;
let seller: Seller;
let product: ReturnType<Seller['addProduct']>;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
  product = seller.addProduct({ plans: [{ name: 'gold', isUsageBased: true }, { name: 'flat' }] });
});
beforeEach(() => {
  world.service.clearFaults();
});
afterAll(() => world.stop());

let made = 0;
const floor = (ms: number) => ms - (ms % hourMs);
const iso = (ms: number) => new Date(ms).toISOString();
/** Returns usage of the last full hour, or of an hour before. */
function usageOf({ id }: { id: string }, more: Partial<UsageRecord> = {}, hoursBefore = 1): UsageRecord {
  const hour = more.hour ?? iso(floor(world.service.now()) - hoursBefore * hourMs);
  return {
    key: `line_${++made}`,
    agreementId: id,
    externalProductId: undefined,
    externalBuyerId: undefined,
    planId: undefined,
    dimension: 'requests',
    hour,
    since: hour,
    quantity: '3',
    amount: undefined,
    currency: undefined,
    valueType: undefined,
    ...more,
  };
}
const report = async (records: readonly UsageRecord[], of: Pick<Seller, 'adapter'> = seller) => {
  const answer = await of.adapter.reportUsage?.({ key: `call_${++made}`, records });
  if (!answer) throw new Error('The adapter reports no usage.');
  return answer;
};
const verdictOf = async (record: UsageRecord) => (await report([record])).verdicts[0];

test('usage names the consumer, the metric of the service and the hour; its mirror is what was sent', async () => {
  const order = await activate(world, seller, product);
  const record = usageOf(order, { valueType: 'INT64' });
  const { verdicts, mirrors } = await report([
    record,
    usageOf(order, { dimension: 'storage', quantity: '0.25' }),
  ]);
  expect(verdicts).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
  const start = Date.parse(record.hour);
  expect(world.service.metered(order)).toMatchObject([
    { metric: `${product.serviceName}/requests`, quantity: 3, startMs: start, endMs: start + hourMs },
    { metric: `${product.serviceName}/storage`, quantity: 0.25 },
  ]);
  expect(mirrors[0]).toEqual({
    mkCMeteringRequest: {
      operationId: record.key,
      operationName: 'requests',
      consumerId: order.usageReportingId,
      startTime: record.hour,
      endTime: iso(start + hourMs),
      metricValueSets: [
        { metricName: `${product.serviceName}/requests`, metricValues: [{ int64Value: '3' }] },
      ],
    },
    mkCMeteringResponse: { reportErrors: [] },
  });
});

test('after a lost response the outcome is unknown, and the repeated record counts once', async () => {
  const order = await activate(world, seller, product);
  const record = usageOf(order);
  for (const afterCommit of [true, false]) {
    world.service.dropNextAnswer('reportUsage', { afterCommit });
    await expect(report([record])).rejects.toMatchObject({ kind: 'unknown' });
  }
  expect((await verdictOf(record))?.kind).toBe('accepted');
  expect(world.service.metered(order)).toHaveLength(1);
});

test('the time since the last report is covered by intervals of an hour without usage', async () => {
  const order = await activate(world, seller, product);
  await verdictOf(usageOf(order));
  await world.service.pass(5 * hourMs);
  const hour = iso(floor(world.service.now()) - hourMs);
  const since = iso(Date.parse(hour) - 4 * hourMs);
  expect((await verdictOf(usageOf(order, { hour, since, quantity: '7' })))?.kind).toBe('accepted');
  expect(world.service.metered(order).map(({ quantity }) => quantity)).toEqual([3, 0, 0, 0, 0, 7]);
  expect(world.service.usageGaps(order, `${product.serviceName}/requests`)).toEqual([]);
});

test('records get separate verdicts: an unknown metric is rejected, a failure is retried', async () => {
  const order = await activate(world, seller, product);
  const wrong = usageOf(order, { dimension: 'nothing' });
  // The order of the records is read for the first time, so its data is current.
  const first = await report([usageOf(order), wrong]);
  expect(first.verdicts).toMatchObject([{ kind: 'accepted' }, { kind: 'rejected', permanent: true }]);
  expect(first.mirrors[1]).toMatchObject({
    mkCMeteringResponse: { reportErrors: [{ operationId: wrong.key, status: { code: 3 } }] },
  });
  world.service.usageFails();
  const other = usageOf(order, { dimension: 'storage' });
  expect(await verdictOf(other)).toMatchObject({ kind: 'retry', code: 'CODE_13' });
  expect((await verdictOf(other))?.kind).toBe('accepted');
});

test.each<[what: string, more: Partial<UsageRecord>]>([
  ['a negative quantity', { quantity: '-1' }],
  ['zero', { quantity: '0.0' }],
  ['a fraction of a whole number', { quantity: '1.5', valueType: 'INT64' }],
  ['an exponent', { quantity: '1e3' }],
  ['another order', { agreementId: 'nothing' }],
  ['an hour after its deadline', { hour: '2031-05-12T08:00:00Z' }],
  ['an hour in the future', { hour: '2032-01-01T00:00:00Z' }],
])('%s is rejected without a report', async (_, more) => {
  const order = await activate(world, seller, product);
  const before = world.service.log.calls.length;
  expect(await verdictOf(usageOf(order, more))).toMatchObject({ kind: 'rejected', permanent: true });
  const calls = world.service.log.calls.slice(before).map(({ operation }) => operation);
  expect(calls).not.toContain('reportUsage');
});

test('usage of a plan that is not billed by usage is rejected', async () => {
  const order = await activate(world, seller, product, { plan: 'flat' });
  expect(await verdictOf(usageOf(order))).toMatchObject({ kind: 'rejected', code: 'NOT_BILLED_BY_USAGE' });
});

test('an hour that is not over waits for its end', async () => {
  const order = await activate(world, seller, product);
  const record = usageOf(order, {}, 0);
  const left = Math.ceil((Date.parse(record.hour) + hourMs - world.service.now()) / 1000);
  expect(await verdictOf(record)).toMatchObject({ kind: 'retry', afterSeconds: left });
  await world.service.pass(left * 1000);
  expect((await verdictOf(record))?.kind).toBe('accepted');
});

test('the last usage of an order ends with the order, also if the end was not known yet', async () => {
  const order = await activate(world, seller, product);
  await verdictOf(usageOf(order));
  await world.service.pass(hourMs / 2);
  const record = usageOf(order, {}, 0);
  world.service.buyerCancelsNow(order);
  const endedMs = order.updatedMs;
  await world.service.pass(hourMs);
  const first = await verdictOf({ ...record, since: record.hour });
  // The order was cached as active: the first refusal makes the adapter read it again.
  expect(first?.kind).toBe('retry');
  expect((await verdictOf(record))?.kind).toBe('accepted');
  expect(world.service.metered(order).at(-1)).toMatchObject({ endMs: endedMs });
  expect(await verdictOf(usageOf(order, {}, 1))).toMatchObject({ kind: 'rejected' });
});

test('usage of several products is reported to their services, and one failure does not affect the other', async () => {
  const other = seller.addProduct({ plans: [{ name: 'gold', isUsageBased: true }] });
  const orders = [await activate(world, seller, product), await activate(world, seller, other)];
  world.service.dropNextAnswer('reportUsage', { afterCommit: true });
  const { verdicts } = await report(orders.map((order) => usageOf(order)));
  expect(verdicts.map(({ kind }) => kind)).toEqual(['unknown', 'accepted']);
});

test('a service name of the settings is used, and a denied right is named', async () => {
  const own = await world.newSeller({ info: { serviceNames: ['insight.other.example'] } });
  const renamed = own.addProduct({
    externalName: 'insight',
    serviceName: 'insight.other.example',
    plans: [{ name: 'gold', isUsageBased: true }],
  });
  const order = await activate(world, own, renamed);
  expect((await report([usageOf(order)], own)).verdicts).toEqual([{ kind: 'accepted' }]);
  world.service.forbid(own.account, 'usage');
  await expect(report([usageOf(order)], own)).rejects.toMatchObject({
    kind: 'refused',
    missingRight: 'servicemanagement.services.report',
  });
});

test('a large call is split into requests below the size limit', async () => {
  const name = 'x'.repeat(60);
  const large = seller.addProduct({
    externalName: name,
    metrics: ['m'.repeat(4000)],
    plans: [{ name: 'gold', isUsageBased: true }],
  });
  const order = await activate(world, seller, large);
  const hour = iso(floor(world.service.now()) - hourMs);
  const since = iso(Date.parse(hour) - 90 * hourMs);
  const dimension = 'm'.repeat(4000);
  const before = world.service.log.calls.length;
  const { verdicts } = await report([
    usageOf(order, { hour, since, dimension }),
    usageOf(order, { hour, since, dimension: `${dimension}x` }),
  ]);
  expect(verdicts.map(({ kind }) => kind)).toEqual(['accepted', 'rejected']);
  const sent = world.service.log.calls.slice(before).filter(({ operation }) => operation === 'reportUsage');
  expect(sent.map(({ outcome }) => outcome)).toEqual(['OK', 'OK']);
});

test('the last hour of a month is reported until its deadline, and is not sent afterwards', async () => {
  const own = await startWorld({ at: '2031-06-01T07:30:00Z' });
  const other = await own.newSeller();
  const order = await activate(
    own,
    other,
    other.addProduct({ plans: [{ name: 'gold', isUsageBased: true }] }),
  );
  const hour = '2031-06-01T06:00:00.000Z';
  const [accepted] = (await report([usageOf(order, { hour })], other)).verdicts;
  expect(accepted).toEqual({ kind: 'accepted' });
  await own.service.pass(hourMs / 2);
  const before = own.service.log.calls.length;
  const [late] = (await report([usageOf(order, { hour, dimension: 'storage' })], other)).verdicts;
  expect(late).toMatchObject({ kind: 'rejected', code: 'TOO_LATE' });
  expect(own.service.log.calls.length).toBe(before);
  await own.stop();
});
