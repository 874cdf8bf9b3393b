import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyCreditEntries, verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { shownEntries, usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
});

const hourMs = 3_600_000;
/** Returns a time in an hour relative to the current hour. */
const hour = (count: number, minute = 59) =>
  new Date(Math.floor(Date.now() / hourMs) * hourMs + count * hourMs + minute * 60_000);
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const metered = (partner: string, info: object = {}) =>
  sale.accepted({ partner, info: { dimensions, currency: 'USD', ...info } });
const one = (entitlementId: string, records: Record<string, number | string>, at = hour(0)) =>
  usage.report([{ entitlementId, at, records }]);
const nothingWrong = async () => expect(await usage.act(verifyUsage)).toEqual([]);
const configure = (config: object) =>
  sale.patch('usageMeteringConfigInfo', { partnerUsageMeteringConfigs: [config] });

describe('the run', () => {
  test('settles pending usage once: entries, a report for each hour of use, and lines', async () => {
    const entitlement = await metered('MKA');
    await usage.report([
      { entitlementId: entitlement.id, at: new Date(), records: { gpu: 1.25, disk: '0.1' } },
      { entitlementId: entitlement.id, at: new Date(), records: { gpu: 2 } },
    ]);
    await usage.run();
    await usage.run();
    expect(shownEntries(await usage.ledger())).toEqual([
      'USAGE disk 0.1',
      'CARRY disk 0.1',
      'USAGE gpu 3.25',
      'CARRY gpu 0.25',
      'REPORTED gpu 3',
    ]);
    expect((await usage.lines()).map(({ quantity }) => quantity)).toEqual(['3']);
    const [report, ...others] = await usage.reports();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ group_count: 2, entitlement_term_id: entitlement.entitlementTermID });
    expect(report.info).toMatchObject({
      reportedRecords: { gpu: 3 },
      newDecimalParts: { gpu: 0.25, disk: 0.1 },
      dimensionUnitPrice: { gpu: 2, disk: 0.5 },
    });
    expect((await sale.actions(entitlement.id)).filter((action) => action === 'METER')).toEqual(['METER']);
    await nothingWrong();
  });

  test('R44 shows fractions that a marketplace cannot accept on the term, and reports them when they add up to a unit', async () => {
    const { id } = await metered('MKA');
    const parts = async () => (await sale.terms(id))[0].info.dimensionQuantityDecimalParts;
    await one(id, { gpu: 0.6 });
    await usage.run();
    expect(await parts()).toEqual({ gpu: 0.6 });
    await one(id, { gpu: 0.7 });
    await usage.run();
    expect(await parts()).toEqual({ gpu: 0.3 });
    expect((await usage.lines()).map(({ quantity }) => quantity)).toEqual(['1']);
    await nothingWrong();
  });

  test('makes one line of an hour: later usage of it goes to the next hour', async () => {
    const { id } = await metered('MKB');
    await one(id, { gpu: 1.5 });
    await usage.run();
    await one(id, { gpu: 2.5 });
    await usage.run();
    const hours = (await usage.lines()).map(
      ({ bucket_hour: bucket }) => bucket.getTime() - hour(0, 0).getTime(),
    );
    expect(hours).toEqual([0, hourMs]);
    await nothingWrong();
  });

  test('R61 deducts usage from credit and commit by the setting of the entitlement, or else of the partner', async () => {
    await configure({ partner: 'MKB', enableCommitWithAdditionalUsageMetering: true });
    const commits = [{ key: 'base', rate: 100, length: 1, timeUnit: 'YEAR' }];
    const sold = await metered('MKB', { commits });
    await sale.post(`entitlement/${sold.id}/addCredit`, { creditAmountIncrement: 10 });
    await one(sold.id, { gpu: 120 });
    await usage.run();
    const [term] = await sale.terms(sold.id);
    expect(shownEntries(await usage.ledger())).toEqual([
      'USAGE gpu 120',
      'CREDIT gpu 5',
      'COMMIT gpu 50',
      'REPORTED gpu 65',
    ]);
    expect(term).toMatchObject({ usedCreditAmount: 10, usedCommitAmount: 100, reportedAmount: 130 });
    expect((await usage.lines()).map(({ quantity }) => quantity)).toEqual(['65']);
    const other = await metered('MKB', { commits, isMeteringOverageCommit: false });
    await one(other.id, { gpu: 120 });
    await usage.run();
    expect((await sale.terms(other.id))[0].usedCommitAmount).toBe(0);
    await nothingWrong();
  });

  test('marks an amount of money without a price to divide by as INVALID, and settles the rest of the call', async () => {
    const dimensionMappingV2 = { usd: [{ dimensionKey: 'nothing', mappingMode: 'AMOUNT' }] };
    await configure({ partner: 'MKB', enableDimensionMapping: true, dimensionMappingV2 });
    const { id } = await metered('MKB');
    await usage.report([
      { entitlementId: id, at: hour(0), records: { usd: 5 } },
      { entitlementId: id, at: hour(0), records: { gpu: 1 } },
    ]);
    await usage.run();
    const groups = await usage.rowsOf('usage_group', 'ordinal');
    expect(groups.map(({ state }) => state)).toEqual(['INVALID', null]);
    expect(groups[0].reason).toContain('which has no price');
    expect(shownEntries(await usage.ledger())).toEqual(['USAGE gpu 1', 'REPORTED gpu 1']);
    await nothingWrong();
  });

  test('makes entries and reports of a direct sale, and no lines', async () => {
    const { id } = await sale.direct({ info: { dimensions } });
    await one(id, { gpu: '0.0000001' });
    await usage.run();
    expect(await usage.lines()).toEqual([]);
    expect((await usage.reports()).map(({ status }) => status)).toEqual(['CREATED']);
    await nothingWrong();
  });
});

describe('when an entitlement ends', () => {
  test('pending usage is settled immediately, and a fraction is written off when no more usage is possible', async () => {
    const { id } = await metered('MKA');
    await one(id, { gpu: 2.75 });
    await sale.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    await sale.advance(2 * 86_400_000);
    const entries = shownEntries(await usage.ledger());
    expect((await sale.entitlement(id)).status).toBe('CANCELLED');
    expect(entries.slice(0, 2)).toEqual(['USAGE gpu 2.75', 'CARRY gpu 0.75']);
    expect(entries.slice(-2)).toEqual(['CARRY gpu -0.75', 'WRITTEN_OFF gpu 0.75']);
    expect((await sale.terms(id))[0].info.dimensionQuantityDecimalParts).toEqual({});
  });

  test('R46 a part of a commit with pending or settled usage cannot be deleted', async () => {
    const commits = [{ key: 'base', rate: 1200, length: 1, timeUnit: 'YEAR' }];
    const { id } = await sale.direct({ info: { dimensions, commits } });
    const [term] = await sale.terms(id);
    const startDates = [term.startTime, hour(24 * 100, 0).toISOString()];
    await sale.post(`entitlement/${id}/divideCommit`, { startDates });
    const [, part] = await sale.terms(id);
    const deletion = async () =>
      (await sale.call('DELETE', `entitlement/${id}/entitlementTerm/${part.id}`)).status;
    await one(id, { gpu: 1 }, new Date());
    const waiting = await deletion();
    await usage.run();
    expect([waiting, await deletion()]).toEqual([400, 400]);
    expect((await usage.ledger(part.id)).length).toBeGreaterThan(0);
  });

  test('late usage of a term consumes the credit that passed to the next term', async () => {
    const { id, entitlementTermID } = await sale.direct({ info: { dimensions } });
    await sale.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: 30 });
    const before = new Date();
    await sale.advance(hourMs);
    await sale.patch(`entitlement/${id}/priceModel`, { commits: [] });
    const next = (await sale.entitlement(id)).entitlementTermID;
    expect(next).not.toBe(entitlementTermID);
    await one(id, { gpu: 10 }, before);
    await usage.run();
    const terms = await sale.terms(id);
    expect(
      terms.map(({ creditAmount, usedCreditAmount }: Record<string, number>) => [
        creditAmount,
        usedCreditAmount,
      ]),
    ).toEqual([
      [20, 20],
      [10, 0],
    ]);
    await nothingWrong();
  });
});

test('the ledger of a term is listed, page by page', async () => {
  const { id, entitlementTermID } = await metered('MKA');
  await one(id, { gpu: 1.5, disk: 1 });
  await usage.run();
  const path = `entitlement/${id}/entitlementTerm/${entitlementTermID}/ledger`;
  const entries = await sale.get(path);
  expect(entries.map(({ position, type }: Record<string, unknown>) => `${position} ${type}`)).toEqual([
    '1 USAGE',
    '2 USAGE',
    '3 CARRY',
    '4 REPORTED',
    '5 REPORTED',
  ]);
  expect(entries[1]).toMatchObject({
    dimension: 'gpu',
    quantity: 1.5,
    unitPrice: 2,
    amount: 3,
    entitlementID: id,
  });
  expect(await sale.get(`${path}?limit=1&offset=2`)).toEqual([entries[2]]);
  expect((await sale.call('GET', `entitlement/${id}/entitlementTerm/trm_none/ledger`)).status).toBe(404);
});

test('R64 each credit ledger entry uses up credit once, also with two simultaneous requests', async () => {
  const { id, entitlementTermID } = await metered('MKA');
  await sale.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: 12 });
  const apply = (entries: Record<string, number>) =>
    usage.act((scope) => applyCreditEntries(scope, id, entries));
  const applied = await Promise.all([apply({ one: 10.5 }), apply({ one: 10.5 })]);
  expect(applied.flat()).toEqual(['one']);
  expect(await apply({ one: 99, two: 0.25 })).toEqual(['two']);
  expect(await apply({ one: 1, two: 1 })).toEqual([]);
  const [term] = await sale.terms(id);
  expect(term).toMatchObject({ creditAmount: 12, usedCreditAmount: 10.75 });
  expect((await sale.entitlement(id)).metaInfo.billBAppliedCreditLedgerEntries).toEqual({
    one: 10.5,
    two: 0.25,
  });
  const ledger = await usage.ledger(entitlementTermID);
  expect(ledger.map(({ type, dimension, amount }) => `${type} ${dimension} ${Number(amount)}`)).toEqual([
    'CREDIT null 10.5',
    'CREDIT null 0.25',
  ]);
  // The remaining credit is available to usage reported here.
  await one(id, { gpu: 1 });
  await usage.run();
  expect((await sale.terms(id))[0].usedCreditAmount).toBe(12);
  await nothingWrong();
});
