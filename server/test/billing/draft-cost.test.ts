import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUnbilledUsage } from '../../src/metering/index.ts';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import { keepPlans } from '../../src/platform/database/keep-plans.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { billingSales } from './sales.fixture.ts';

const [months, reports] = [12, 100];
let app: TestApp;
let org: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  // Each month but the last has an invoice for its reports. Each report has units of one dimension. One of November
  // is late.
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until, group_count,
       status, group_status, generation, billable, creation_time, last_update_time)
     SELECT '${org.id}', 'urr_' || m || '_' || n, 'ent_1', 'trm_1', 'run_' || m || n, u.hour, u.hour + interval '1 hour', 1, 'CREATED',
       'CREATED', m - 1, '{"0.5 gpu": 2}', u.hour, u.hour
     FROM generate_series(1, ${months}) m, generate_series(0, ${reports - 1}) n,
       LATERAL (SELECT make_timestamptz(2027, m, 1, 0, 0, 0, 'UTC') + n * interval '1 hour' AS hour) u;
     INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until, group_count,
       status, group_status, generation, billable, creation_time, last_update_time)
     VALUES ('${org.id}', 'urr_late', 'ent_1', 'trm_1', 'run_late', '2027-11-01T05:00:00Z', '2027-11-01T06:00:00Z', 1, 'CREATED', 'CREATED',
       ${months - 1}, '{"0.5 gpu": 7, "0.25 cpu": 1.5}', now(), now());
     INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, last_update_time)
     SELECT '${org.id}', 'ent_1', m - 1, make_timestamptz(2027, m, 1, 0, 0, 0, 'UTC'),
       make_timestamptz(2027, m, 1, 0, 0, 0, 'UTC') + interval '1 month', 'inv_' || m, now() FROM generate_series(1, ${months - 1}) m;
     RESET ROLE`,
  );
});
afterAll(() => app.stop());

const december = { start: '2027-12-01T00:00:00.000Z', end: '2028-01-01T00:00:00.000Z' };
const november = { start: '2027-11-01T00:00:00.000Z', end: december.start };
type Time = typeof december;

async function read(table: string, times: readonly (Time & { billedBy?: string[] })[]) {
  const { database, rows } = countingRows(app.app.database, table);
  const found = await database.transaction(async ({ query }) => {
    await query({
      name: 'as_organization',
      text: `SELECT set_config('app.organization_id', $1, true)`,
      values: [org.id],
    });
    await query(keepPlans);
    const scope = { organizationId: org.id, query } as OrgTransaction;
    const parts = times.map((time) => ({ entitlementId: 'ent_1', billedBy: [], ...time }));
    return readUnbilledUsage(scope, parts, () => false);
  });
  return { found, rows: rows[0] as number };
}

type Units = {
  units: readonly { dimension: string; units: { toFixed(): string }; price: { toFixed(): string } }[];
};
const unitsOf = ({ units: all }: Units) =>
  all.map(({ dimension, units, price }) => `${units.toFixed()} ${dimension} at ${price.toFixed()}`);

test('usage of a month is summed from its days, without reading earlier months, reports or the ledger', async () => {
  const { found, rows } = await read('usage_billable_day', [december]);
  expect(found.map((part) => part && [part.reportId, part.spans.length, unitsOf(part.all)])).toEqual([
    [`urr_${months}_0`, 1, [`${2 * reports} gpu at 0.5`]],
  ]);
  // Each row is read twice: from its index, and itself.
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThanOrEqual(2 * Math.ceil(reports / 24));
  expect((await read('usage_report', [december])).rows).toBe(0);
  expect((await read('usage_ledger', [december])).rows).toBe(0);
});

test('late usage of a billed month is read together with the usage on its invoices', async () => {
  const { found } = await read('usage_report', [{ ...november, billedBy: ['inv_11'] }, december]);
  expect(found.map((part) => part && [part.reportId, unitsOf(part.all)])).toEqual([
    ['urr_late', ['200 gpu at 0.5', '1.5 cpu at 0.25', '7 gpu at 0.5']],
    [`urr_${months}_0`, ['200 gpu at 0.5']],
  ]);
});

test('in a period partly billed by other invoices, the gaps between them are billed', async () => {
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, live, last_update_time)
     VALUES ('${org.id}', 'ent_1', 11, '2027-12-01T10:00:00Z', '2027-12-01T20:00:00Z', 'inv_cut', true, now()),
       ('${org.id}', 'ent_1', 11, '2027-12-02T00:00:00Z', '2027-12-03T00:00:00Z', 'inv_void', false, now()),
       ('${org.id}', 'ent_1', 11, '2027-12-04T00:00:00Z', '2028-01-01T00:00:00Z', 'inv_end', true, now());
     RESET ROLE`,
  );
  const { found } = await read('usage_report', [december]);
  // Of 100 hours, the hours from 10 to 20 and the last 28 are billed.
  expect(found.map((part) => part && unitsOf(part.all).length)).toEqual([2]);
  expect(found[0]?.spans.map(({ generation, since, until }) => [generation, since, until])).toEqual([
    [11, '2027-12-01T00:00:00.000Z', '2027-12-01T10:00:00.000Z'],
    [11, '2027-12-01T20:00:00.000Z', '2027-12-04T00:00:00.000Z'],
  ]);
  const units = found[0]?.all.units.reduce((sum, one) => sum + Number(one.units), 0);
  expect(units).toBe(2 * (reports - 10 - (reports - 72)));
});

test('a usage invoice is drafted in one transaction, in 10 round trips including two claims', async () => {
  const seller = await app.organization({ at: '2026-12-20T09:00:00Z' });
  const by = entitlementsOf(app, seller);
  const sales = billingSales(app, seller, by);
  await sales.until('2027-01-01T00:00:00Z');
  sales.startOn('2027-01-01');
  const gpu = { key: 'gpu', name: 'GPU hours', rate: 1 };
  const sold = await sales.sell({ dimensions: [gpu], gracePeriodInDays: 5 }, '2028-01-01');
  await by.post(`entitlement/${sold.id}/usageRecordGroup`, { records: { gpu: 10 } });
  await sales.until('2027-02-02T00:00:00Z');
  const [draft] = await sales.invoices(sold.id);
  await by.patch(`invoice/${draft?.id}/void`, undefined);
  const before = app.app.database.usage();
  await app.drainJobs();
  const after = app.app.database.usage();
  expect((await sales.invoices(sold.id)).map(({ status }) => status)).toEqual(['CANCELED', 'DRAFT']);
  // Round trips besides the draft: the claim of its job, and one that finds no job.
  expect([after.transactions - before.transactions, after.packets - before.packets]).toEqual([3, 10]);
});
