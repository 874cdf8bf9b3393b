import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { billingSales } from '../billing/sales.fixture.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

/**
 * `tradepost usage verify` finds states that the service does not produce, so each fault is inserted without
 * the API.
 */
let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let id: string;
let terms: Record<string, unknown>[];
const termColumns = ['start_time', 'end_time', 'commit_amount', 'used_credit_amount', 'shared_credit'];

/**
 * Creates a direct sale with two plans in one month. Of the first commit 200 are consumed; of the second,
 * 110.68 are consumed, with 39.32 overage.
 */
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  by = entitlementsOf(app, org);
  const sales = billingSales(app, org, by);
  await sales.until('2027-01-01T00:00:00Z');
  const commits = (rate: number) => [{ key: 'fee', rate, length: 1, timeUnit: 'MONTH' }];
  const dimensions = [{ key: 'api', name: 'API', rate: 1 }];
  const info = { commits: commits(310), dimensions, isMeteringOverageCommit: true, proratedBilling: true };
  id = (await sales.sell(info, '2027-02-01', '2027-01-01')).id;
  const report = (units: number) =>
    by.post(`entitlement/${id}/usageRecordGroup`, { records: { api: units } });
  await report(200);
  await sales.until('2027-01-11T06:00:00Z');
  await by.patch(`entitlement/${id}/priceModel`, { commits: commits(311) });
  await report(150);
  await sales.until('2027-02-01T03:00:00Z');
  expect(await differences()).toEqual([]);
  terms = await usageOf(app, org).rowsOf('entitlement_term', 'start_time');
});
afterAll(() => app.stop());

/** Removes the fault. */
afterEach(async () => {
  const { query } = app.database;
  for (const term of terms)
    await query(
      `UPDATE entitlement_term SET (${termColumns}) = ($3, $4, $5, $6, $7) WHERE organization_id = $1 AND id = $2`,
      [org.id, term.id, ...termColumns.map((column) => term[column])],
    );
  expect(await differences()).toEqual([]);
});

async function differences() {
  const { act } = usageOf(app, org);
  return [...(await act(verifyUsage)), ...(await act(verifyInvoices))];
}
const found = async () => (await differences()).map(({ check }) => check);
/** Changes a column of the first or the last term. */
const write = (column: string, value: string, place: 'first' | 'last') =>
  app.database.query(
    `UPDATE entitlement_term SET ${column} = ${value} WHERE organization_id = $1 AND id = (
       SELECT id FROM entitlement_term WHERE organization_id = $1 ORDER BY start_time ${place === 'first' ? 'ASC' : 'DESC'} LIMIT 1)`,
    [org.id],
  );

describe('R48 terms with gaps or overlaps are reported', () => {
  const check = 'terms are consecutive and cover the duration of the entitlement';
  test.each([
    ['a gap between two terms', 'end_time', `end_time - interval '1 hour'`, 'first'],
    ['two terms that overlap', 'end_time', `end_time + interval '1 hour'`, 'first'],
    ['a first term that begins after the life', 'start_time', `start_time + interval '1 hour'`, 'first'],
    ['a first term that begins before the life', 'start_time', `start_time - interval '1 hour'`, 'first'],
    ['a last term that ends before the life', 'end_time', `end_time - interval '1 hour'`, 'last'],
    ['a last term that ends after the life', 'end_time', `end_time + interval '1 hour'`, 'last'],
  ] as const)('%s', async (_, column, value, place) => {
    await write(column, value, place);
    expect(await found()).toContain(check);
  });
});

describe('R48 R61 usage that consumes more than the available amount is reported', () => {
  test('a term that consumes more than its commit', async () => {
    await write('commit_amount', 'commit_amount - 0.01', 'first');
    await write('commit_amount', 'commit_amount + 0.01', 'last');
    expect(await differences()).toMatchObject([
      { check: 'no term consumes more than its commit', expected: '199.99', found: '200' },
    ]);
  });

  test('a sale that consumes more than the commits of its terms together, also as credit of a divided commit', async () => {
    await write('used_credit_amount', '500', 'last');
    await write('shared_credit', '500', 'last');
    expect(await found()).toContain('no sale consumes more than the commit of its terms');
  });

  const check = 'usage deducts no more of a commit than is billed of it';
  /** Changes the fee of the commit of the first plan. */
  const writeFee = (change: string) =>
    app.database.query(
      `UPDATE invoice_fee SET ${change} WHERE organization_id = $1 AND kind = 'COMMIT' AND period_start = '2027-01-01'`,
      [org.id],
    );

  test('an invoice that deducts more of a commit than is invoiced of it', async () => {
    await writeFee('amount = amount - 0.01');
    expect(await differences()).toMatchObject([
      { check, of: expect.stringContaining(id), expected: '199.99', found: '200' },
    ]);
    await writeFee('amount = amount + 0.01');
  });

  test('an invoice that deducts a commit without an invoice', async () => {
    await writeFee('live = false');
    expect(await differences()).toMatchObject([{ check, expected: '0', found: '200' }]);
    await writeFee('live = true');
  });
});
