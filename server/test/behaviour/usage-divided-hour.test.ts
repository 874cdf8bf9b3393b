import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { shownEntries, usageOf } from '../usage.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const hourMs = 3_600_000;
const hour = Math.floor(Date.now() / hourMs) * hourMs + 2 * hourMs;
const at = (minutes: number) => new Date(hour + minutes * 60_000);
const dimensions = [
  { key: 'gpu', name: 'GPU', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 1 },
];

test('usage of an hour in which a term begins is settled with the term of its minute, and usage of other entitlements as usual', async () => {
  const org = await app.organization();
  const sale = entitlementsOf(app, org);
  const usage = usageOf(app, org);
  const metered = () => sale.accepted({ partner: 'MKB', info: { dimensions, currency: 'USD' } });
  const [divided, plain] = [await metered(), await metered()];
  const { query } = app.database;
  const first = divided.entitlementTermID;
  const next = `${first.slice(0, -4)}next`;
  // The next term starts at half past the hour.
  await query(
    `INSERT INTO entitlement_term
     SELECT (jsonb_populate_record(t, jsonb_build_object('id', $2::text, 'start_time', $3::text))).*
     FROM entitlement_term t WHERE t.organization_id = $1 AND t.id = $4`,
    [org.id, next, at(30).toISOString(), first],
  );
  await query('UPDATE entitlement_term SET end_time = $3 WHERE organization_id = $1 AND id = $2', [
    org.id,
    first,
    at(30),
  ]);
  const used = (entitlementId: string, minute: number, records: Record<string, number>) => ({
    entitlementId,
    at: at(minute),
    records,
  });
  await usage.report([
    used(divided.id, 10, { gpu: 1, disk: 1 }),
    used(divided.id, 29, { gpu: 2 }),
    used(divided.id, 30, { gpu: 4 }),
    used(divided.id, 50, { disk: 8 }),
    used(divided.id, 70, { gpu: 16 }),
    used(plain.id, 10, { gpu: 32 }),
    used(plain.id, 50, { gpu: 64 }),
  ]);
  await usage.run();
  const usedOf = async (termId: string) =>
    shownEntries(await usage.ledger(termId)).filter((entry) => entry.startsWith('USAGE'));
  expect(await usedOf(first)).toEqual(['USAGE disk 1', 'USAGE gpu 3']);
  expect(await usedOf(next)).toEqual(['USAGE disk 8', 'USAGE gpu 4', 'USAGE gpu 16']);
  expect(await usedOf(plain.entitlementTermID)).toEqual(['USAGE gpu 96']);
  const groups = (await usage.reports()).map((report) => [report.entitlement_term_id, report.group_count]);
  expect(groups.sort()).toEqual(
    [
      [first, 2],
      [next, 3],
      [plain.entitlementTermID, 2],
    ].sort(),
  );
  expect(await usage.act(verifyUsage)).toEqual([]);
});
