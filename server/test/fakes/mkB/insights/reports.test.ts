import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, insightsScope, refused } from '../calls.fixture.ts';
import { type MkB, startMkB } from '../server.ts';

let mkB: MkB;
let seller: ReturnType<MkB['addSeller']>;
let client: Client;
let base: string;
const started: MkB[] = [];
const hourMs = 3_600_000;
const revenueQuery = 'bf54dde4-7dc4-492f-a69a-f45de049bfcb';
const revenueColumns =
  'AssetId,SalesChannel,BillingAccountId,CustomerCity,CustomerCompanyName,CustomerCountry,CustomerEmail,CustomerId,CustomerName,CustomerState,EarningAmountCC,EarningAmountPC,EarningAmountUSD,EarningCurrencyCode,EarningExchangeRatePC,EstimatedPayoutMonth,Revenue,EstimatedRevenuePC,EstimatedRevenueUSD,ExchangeRateDate,ExchangeRatePC,ExchangeRateUSD,PayoutStatus,IncentiveRate,TrialDeployment,LineItemId,MonthStartDate,OfferName,OfferType,PaymentInstrumentType,PaymentSentDate,PurchaseRecordId,Quantity,SKU,TermEndDate,TermStartDate,TransactionAmountCC,TransactionAmountPC,TransactionAmountUSD,BillingModel,Units';
beforeEach(async () => {
  mkB = await startMkB({ now: () => Date.parse('2031-05-12T10:20:00Z') });
  started.push(mkB);
  seller = mkB.addSeller();
  client = await clientFor(mkB.url, seller, insightsScope);
  base = `${mkB.url}/insights/v1/cmp`;
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const create = (more: object = {}) =>
  client.post(`${base}/ScheduledReport?`, {
    ReportName: 'Revenue',
    QueryId: revenueQuery,
    ExecuteNow: true,
    ...more,
  });
const executions = (reportId: string, query = '') =>
  client.get(`${base}/ScheduledReport/execution/${reportId}?${query}`);

test('a report of revenue is generated within minutes and downloaded by its address', async () => {
  mkB.addRevenue(seller, { AssetId: 'asset-1', OfferName: 'Product, "Pro"', EarningAmountUSD: 97.5 });
  mkB.addRevenue(mkB.addSeller(), { AssetId: 'other' });
  const report = (await create()).body;
  expect(report).toMatchObject({ totalCount: 1, statusCode: 200, value: [{ reportStatus: 'Active' }] });
  const { reportId } = report.value[0];
  expect((await executions(reportId)).status).toBe(404);
  const pending = (await executions(reportId, 'executionStatus=Pending')).body.value;
  expect(pending).toMatchObject([{ reportAccessSecureLink: null, executionStatus: 'Pending' }]);
  await mkB.pass(60_000);
  expect((await executions(reportId, 'executionStatus=Running')).body.totalCount).toBe(1);
  await mkB.settle();
  const [done] = (await executions(reportId)).body.value;
  expect(done).toMatchObject({
    executionStatus: 'Completed',
    reportGeneratedTime: '2031-05-12T10:25:00Z',
    reportExpiryTime: '2031-05-13T10:25:00Z',
  });
  const file = await fetch(done.reportAccessSecureLink);
  const [header, line, end] = (await file.text()).split('\r\n');
  expect(header).toBe(revenueColumns);
  expect([line?.startsWith('asset-1,,'), line?.includes('"Product, ""Pro"""'), end]).toEqual([
    true,
    true,
    '',
  ]);
  await mkB.pass(24 * hourMs);
  expect((await fetch(done.reportAccessSecureLink)).status).toBe(403);
  expect((await fetch(`${mkB.url}/reports/made-up`)).status).toBe(404);
});

test('a report recurs at its interval as often as it says', async () => {
  const { body } = await create({
    ExecuteNow: false,
    StartTime: '2031-05-12T11:00:00Z',
    RecurrenceInterval: 4,
    RecurrenceCount: 2,
    Format: 'tsv',
  });
  const { reportId } = body.value[0];
  await mkB.pass(12 * hourMs);
  client = await clientFor(mkB.url, seller, insightsScope);
  expect((await executions(reportId, 'getLatestExecution=false')).body.totalCount).toBe(2);
  const latest = (await executions(reportId)).body.value;
  expect(latest).toMatchObject([{ reportGeneratedTime: '2031-05-12T15:05:00Z', format: 'tsv' }]);
  expect((await (await fetch(latest[0].reportAccessSecureLink)).text()).split('\t')).toHaveLength(41);
  await mkB.pass(89 * 24 * hourMs);
  client = await clientFor(mkB.url, seller, insightsScope);
  expect((await executions(reportId)).status).toBe(200);
  await mkB.pass(24 * hourMs);
  client = await clientFor(mkB.url, seller, insightsScope);
  expect((await executions(reportId)).status).toBe(404);
});

test.each([
  ['no start', { StartTime: undefined }, 400],
  ['a past start', { StartTime: '2031-05-12T10:19:59Z' }, 400],
  ['no interval', { RecurrenceInterval: undefined }, 400],
  ['an interval below 4 hours', { RecurrenceInterval: 3 }, 400],
  ['an interval above 2160 hours', { RecurrenceInterval: 2161 }, 400],
  ['a time span without ExecuteNow', { QueryStartTime: '2031-01-01T00:00:00Z' }, 400],
  ['an unknown query', { QueryId: '11111111-2222-4333-8444-555555555555' }, 404],
])('a report with %s is refused', async (_case, more, status) => {
  const recurring = { ExecuteNow: false, StartTime: '2031-05-12T11:00:00Z', RecurrenceInterval: 4 };
  expect((await create({ ...recurring, ...more })).status).toBe(status);
  expect((await create({ ...recurring, RecurrenceInterval: 2160 })).status).toBe(200);
});

test('own queries select columns of the revenue data, and belong to their seller', async () => {
  const query = (Query: string) => client.post(`${base}/ScheduledQueries?`, { Name: 'Own', Query });
  expect((await query('SELECT Price FROM ISVRevenue')).status).toBe(400);
  const made = (await query('SELECT AssetId, PayoutStatus FROM ISVRevenue TIMESPAN LIFETIME')).body.value[0];
  const { value } = (await client.get(`${base}/ScheduledQueries?`)).body;
  expect(value.map(({ type }: { type: string }) => type)).toEqual(['system', 'userDefined']);
  expect(value[0].queryId).toBe(revenueQuery);
  mkB.addRevenue(seller, { AssetId: 'asset-1', PayoutStatus: 'Sent' });
  const { body } = await create({ QueryId: made.queryId });
  await mkB.settle();
  const { reportId } = body.value[0];
  const [done] = (await executions(reportId)).body.value;
  expect(await (await fetch(done.reportAccessSecureLink)).text()).toBe(
    'AssetId,PayoutStatus\r\nasset-1,Sent\r\n',
  );
  const stranger = await clientFor(mkB.url, mkB.addSeller(), insightsScope);
  expect((await stranger.get(`${base}/ScheduledReport/execution/${reportId}?`)).status).toBe(404);
  expect((await stranger.get(`${base}/ScheduledReport?`)).body.value).toEqual([]);
  expect((await stranger.get(`${base}/ScheduledQueries?`)).body.totalCount).toBe(1);
  expect((await refused(executions(reportId, 'executionStatus=Done'))).status).toBe(400);
  expect((await executions(randomUUID())).status).toBe(404);
});

test('reports need a token for their own resource', async () => {
  const marketplace = await clientFor(mkB.url, seller);
  expect(await marketplace.get(`${base}/ScheduledReport?`)).toMatchObject({
    status: 401,
    body: { statusCode: 401, totalCount: 0 },
  });
});
