import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, outcomeOf, refused } from '../calls.fixture.ts';
import type { Entitlement, Product } from '../procurement/records.ts';
import { type MkC, startMkC } from '../server.ts';
import { acceptedFrom } from './usage.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const hourMs = 3_600_000;
const started: MkC[] = [];
let mkC: MkC;
let client: Client;
let product: Product;
let one: Entitlement;
beforeEach(async () => {
  mkC = await startMkC({ now: () => start });
  started.push(mkC);
  const seller = await mkC.addSeller();
  product = seller.addProduct({ isAutoApproved: true });
  one = mkC.buyerPurchases(product, { plan: 'gold' });
  await mkC.settle();
  client = await clientFor(mkC.url, seller.keyFile, mkC.now());
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const metric = () => `${product.serviceName}/requests`;
const path = (verb: string) => `/v1/services/${product.serviceName}:${verb}`;
/** Returns an operation for an hour that ended some hours ago. */
const operationAt = (hoursAgo: number, changed: object = {}) => ({
  operationId: `operation-${hoursAgo}`,
  operationName: 'usage',
  consumerId: one.usageReportingId,
  startTime: new Date(start - (hoursAgo + 1) * hourMs).toISOString(),
  endTime: new Date(start - hoursAgo * hourMs).toISOString(),
  metricValueSets: [{ metricName: metric(), metricValues: [{ int64Value: '12' }] }],
  ...changed,
});
const report = (...operations: object[]) => client.post(path('report'), { operations });
const errorsOf = async (...operations: object[]) =>
  ((await report(...operations)).body.reportErrors ?? []).map(
    ({ operationId, status }: { operationId: string; status: { code: number } }) =>
      `${operationId} ${status.code}`,
  );

test('usage is accepted once for an operation, and each operation has a result of its own', async () => {
  const wrong = operationAt(2, {
    metricValueSets: [{ metricName: 'other', metricValues: [{ int64Value: '1' }] }],
  });
  expect(await errorsOf(operationAt(3), wrong)).toEqual(['operation-2 3']);
  expect(await errorsOf(operationAt(3))).toEqual([]);
  const values = [{ doubleValue: 0.5 }, { doubleValue: 1.5 }];
  expect(
    await errorsOf(operationAt(1, { metricValueSets: [{ metricName: metric(), metricValues: values }] })),
  ).toEqual([]);
  expect(mkC.metered(one).map(({ operationId, quantity }) => [operationId, quantity])).toEqual([
    ['operation-3', 12],
    ['operation-1', 2],
  ]);
  expect(mkC.usageGaps(one, metric())).toEqual([{ fromMs: start - 3 * hourMs, untilMs: start - 2 * hourMs }]);
  mkC.deduplicatesUsage(false);
  await errorsOf(operationAt(3));
  expect(mkC.metered(one)).toHaveLength(3);
});

test('an operation is refused for its time, value or consumer', async () => {
  const withValue = (value: object) => ({
    metricValueSets: [{ metricName: metric(), metricValues: [value] }],
  });
  const at = (hours: number) => new Date(start + hours * hourMs).toISOString();
  await report(operationAt(5));
  const cases: [changed: object, code: number][] = [
    [{ startTime: at(0), endTime: at(-1) }, 3],
    [{ startTime: at(-3), endTime: at(-1) }, 3],
    [{ startTime: at(0), endTime: at(1) }, 3],
    [{ endTime: undefined }, 3],
    [{ startTime: at(-5.5), endTime: at(-4.5) }, 3],
    [{ metricValueSets: [] }, 3],
    [withValue({}), 3],
    [withValue({ int64Value: '-1' }), 3],
    [withValue({ int64Value: '1', doubleValue: 1 }), 3],
    [{ consumerId: 'project_number:1' }, 5],
  ];
  for (const [changed, code] of cases)
    expect([changed, await errorsOf(operationAt(1, changed))]).toEqual([changed, [`operation-1 ${code}`]]);
  mkC.usageFails();
  expect(await errorsOf(operationAt(1), operationAt(2))).toEqual(['operation-1 13']);
  expect(mkC.metered(one)).toHaveLength(2);
  const { consumerId: _consumer, ...without } = operationAt(4);
  expect(outcomeOf(await refused(report(without)))).toBe('400 INVALID_ARGUMENT');
  const large = operationAt(4, { userLabels: { text: 'x'.repeat(1024 * 1024) } });
  expect(outcomeOf(await refused(report(large)))).toBe('400 INVALID_ARGUMENT');
});

test('a check names what is wrong with the consumer, and only the own service can be used', async () => {
  const check = async (consumerId = one.usageReportingId) =>
    (await client.post(path('check'), { operation: operationAt(0, { consumerId }) })).body;
  expect(await check()).toEqual({ operationId: 'operation-0' });
  expect((await check('project_number:1')).checkErrors[0].code).toBe('CONSUMER_INVALID');
  mkC.buyerCancelsNow(one);
  expect((await check()).checkErrors[0].code).toBe('SERVICE_NOT_ACTIVATED');
  // Usage of the time before the cancellation is still accepted.
  expect(await errorsOf(operationAt(1))).toEqual([]);
  const other = (await mkC.addSeller()).addProduct();
  expect(outcomeOf(await client.post(`/v1/services/${other.serviceName}:report`, {}))).toBe(
    '403 PERMISSION_DENIED',
  );
});

test.each([
  ['in summer', '2031-06-01T07:59:00Z', '2031-06-01T08:00:00Z', '2031-06-01T06:00:00Z'],
  ['in winter', '2032-01-01T08:59:00Z', '2032-01-01T09:00:00Z', '2032-01-01T07:00:00Z'],
])('the usage of a month is closed an hour after its end %s', (_, open, closed, last) => {
  const hour = Date.parse(last);
  expect(acceptedFrom(Date.parse(open))).toBeLessThan(hour);
  expect(acceptedFrom(Date.parse(closed))).toBe(hour + hourMs);
});
