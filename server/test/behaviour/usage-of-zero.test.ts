import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';
import { usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization({ at: '2031-05-12T10:20:00Z' });
  sale = entitlementsOf(app, org);
});

const hourMs = 3_600_000;
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.5 },
];
const query = (text: string, ...values: unknown[]) => app.database.query(text, [org.id, ...values]);
const now = async () => new Date((await sale.get('sandbox/clock')).time);
const metered = (partner: string, offer: object = {}) =>
  sale.accepted({ partner, info: { dimensions, currency: 'USD' }, ...offer });
const setZeroUsage = async (enableZeroUsage: boolean, partner = 'MKA') => {
  await sale.patch('usageMeteringConfigInfo', {
    partnerUsageMeteringConfigs: [{ partner, enableZeroUsage }],
  });
  await app.drainJobs();
};
const nextHour = async () => new Date(Math.floor((await now()).getTime() / hourMs) * hourMs + hourMs);
const later = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);
const advanceTo = async (time: Date) => {
  await sale.post('sandbox/clock', { to: time.toISOString() });
  await app.drainJobs();
};
const report = async (id: string, records: object, timestamp?: Date) => {
  const { status, text } = await sale.call('POST', `entitlement/${id}/usageRecordGroup`, {
    records,
    ...(timestamp ? { timestamp: timestamp.toISOString() } : {}),
  });
  expect(status, text).toBe(200);
};
/**
 * Returns the usage that the marketplace bills for an agreement: dimension, hour relative to a given hour,
 * quantity.
 */
const billed = async (agreementId: string, from: Date): Promise<string[]> =>
  (await sale.get(`sandbox/usage?agreementId=${agreementId}`))
    .map(({ dimension, hour, quantity }: { dimension: string; hour: string; quantity: number }) => {
      const count = (Date.parse(hour) - from.getTime()) / hourMs;
      return `${dimension} ${String(count).padStart(2, '0')} ${quantity}`;
    })
    .sort();
const hoursOf = async (agreementId: string, from: Date, dimension = 'gpu') =>
  (await billed(agreementId, from))
    .filter((line) => line.startsWith(dimension))
    .map((line) => Number(line.split(' ')[1]));
const zeroJobs = async () =>
  (
    await query(
      `SELECT kind, count(*)::int AS jobs FROM job WHERE organization_id = $1 AND kind LIKE 'metering.zero%' GROUP BY 1`,
    )
  ).rows;
const nothingWrong = async () => expect(await usageOf(app, org).act(verifyUsage)).toEqual([]);

test('without the setting no hour is reported as zero, and no job looks for one', async () => {
  const sold = await metered('MKA');
  const from = await nextHour();
  await advanceTo(later(from, 26 * 60));
  expect(await billed(sold.externalID, from)).toEqual([]);
  expect(await zeroJobs()).toEqual([]);
  await setZeroUsage(false);
  await advanceTo(later(from, 30 * 60));
  expect(await zeroJobs()).toEqual([]);
});

test('each hour without usage is reported as zero once, an hour after its end, until the setting is disabled', async () => {
  const sold = await metered('MKA');
  const from = await nextHour();
  await advanceTo(later(from, 20));
  await setZeroUsage(true);
  await advanceTo(later(from, 119));
  expect(await billed(sold.externalID, from)).toEqual([]);
  await advanceTo(later(from, 121));
  expect(await billed(sold.externalID, from)).toEqual(['disk 00 0', 'gpu 00 0']);
  await report(sold.id, { gpu: 3 });
  await advanceTo(later(from, 6 * 60 + 5));
  expect(await billed(sold.externalID, from)).toEqual([
    ...[0, 1, 2, 3, 4].map((hour) => `disk 0${hour} 0`),
    'gpu 00 0',
    'gpu 01 0',
    'gpu 02 3',
    'gpu 03 0',
    'gpu 04 0',
  ]);
  const reports = await sale.get(`entitlement/${sold.id}/usageRecordReport`).catch(() => undefined);
  if (reports) expect(JSON.stringify(reports)).toContain('"reportedRecords":{"disk":0,"gpu":0}');
  await setZeroUsage(false);
  await advanceTo(later(from, 12 * 60));
  expect(await hoursOf(sold.externalID, from)).toEqual([0, 1, 2, 3, 4]);
  await nothingWrong();
  expect((await usageOf(app, org).ledger()).filter(({ quantity }) => Number(quantity) === 0)).toEqual([]);
});

test('an hour with usage is never reported as zero, whatever the result; late usage goes to the next free hour', async () => {
  const sold = await metered('MKA');
  await setZeroUsage(true);
  const from = await nextHour();
  await advanceTo(later(from, 10));
  // A fraction is carried over, and usage covered by credit is not sent.
  await report(sold.id, { gpu: 0.5 });
  await sale.post(`entitlement/${sold.id}/addCredit`, { creditAmountIncrement: 2 });
  await report(sold.id, { disk: 4 });
  await advanceTo(later(from, 70));
  // Usage of the previous hour, whose run is over and whose zero is pending.
  await report(sold.id, { disk: 7 }, later(from, 30));
  await advanceTo(later(from, 190));
  const soFar = await billed(sold.externalID, from);
  expect(soFar.filter((line) => / 0[01] /.test(line))).toEqual(['disk 00 7', 'disk 01 0', 'gpu 01 0']);
  // The zero of hour 1 was sent and the zero of hour 2 is pending, so this usage is sent for a free hour.
  await report(sold.id, { disk: 5 }, later(from, 90));
  await advanceTo(later(from, 300));
  const all = await billed(sold.externalID, from);
  expect(all.filter((line) => line.startsWith('disk'))).toEqual([
    // The setting was enabled in the previous hour.
    'disk -1 0',
    'disk 00 7',
    'disk 01 0',
    'disk 02 5',
    'disk 03 0',
  ]);
  await nothingWrong();
});

test('for a marketplace without zeros the setting starts no job until an entitlement of another marketplace exists', async () => {
  await metered('MKB');
  await setZeroUsage(true, 'MKB');
  const from = await nextHour();
  await advanceTo(later(from, 4 * 60));
  expect(await zeroJobs()).toEqual([]);
  await setZeroUsage(true);
  await advanceTo(later(from, 8 * 60));
  expect(await zeroJobs()).toEqual([]);
  const sold = await metered('MKA');
  const begun = await nextHour();
  await advanceTo(later(begun, 3 * 60 + 5));
  expect(await hoursOf(sold.externalID, begun)).toContain(1);
});

test('zeros end with the entitlement, begin with a new one, and are not sent to other marketplaces', async () => {
  const end = later(await nextHour(), 5 * 60 + 30);
  const [ends, other] = [await metered('MKA', { endTime: end.toISOString() }), await metered('MKB')];
  await setZeroUsage(true);
  const from = await nextHour();
  await advanceTo(later(end, 24 * 60));
  expect((await sale.entitlement(ends.id)).status).toBe('CANCELLED');
  const hours = await hoursOf(ends.externalID, from);
  expect(hours.length).toBeGreaterThan(2);
  expect(Math.max(...hours)).toBeLessThan((end.getTime() - from.getTime()) / hourMs);
  expect(await billed(other.externalID, from)).toEqual([]);
  const before = await zeroJobs();
  await advanceTo(later(end, 48 * 60));
  expect(await zeroJobs()).toEqual(before);
  const later2 = await metered('MKA');
  const begun = new Date(Math.floor((await now()).getTime() / hourMs) * hourMs);
  await advanceTo(later(begun, 4 * 60 + 5));
  expect(await hoursOf(later2.externalID, begun)).toEqual([0, 1, 2]);
});

test('hours that passed without a running program are reported later, as far as they are accepted', async () => {
  const sold = await metered('MKA');
  await setZeroUsage(true);
  const from = await nextHour();
  await advanceTo(later(from, 1));
  await usageLinesOf(app, org).advance(30 * hourMs);
  const hours = await hoursOf(sold.externalID, from);
  const last = Math.floor(((await now()).getTime() - from.getTime()) / hourMs) - 2;
  expect(hours.at(-1)).toBe(last);
  // Hours that the marketplace no longer accepts are skipped without an alert.
  expect(hours).toEqual(Array.from({ length: hours.length }, (_, index) => last - hours.length + 1 + index));
  expect(hours.length).toBeGreaterThan(20);
  expect(new Set(hours).size).toBe(hours.length);
});
