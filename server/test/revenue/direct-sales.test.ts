import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment, recordRefund } from '../../src/billing/index.ts';
import { enqueue } from '../../src/platform/jobs/queue.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';
import { directJob } from '../../src/revenue/direct-job.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Revenue, revenueOf } from '../revenue.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Revenue;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = revenueOf(app, org);
});
afterAll(() => app.stop());

const settle = async () => {
  await app.dispatchEvents();
  await app.drainJobs();
};

test('a direct sale’s entitlement shows the amounts of its invoices: invoiced, and paid less refunds', async () => {
  const sold = await by.direct({ info: { currency: 'EUR' } });
  const invoice = (id: string, status: string, currency: string, due: number) =>
    by.query(
      `INSERT INTO invoice (organization_id, id, entitlement_id, type, status, currency, start_date, end_date, finalize_at, issue_date,
         due_date, number, subtotal_amount, tax_amount, due_amount, creation_time, last_update_time)
       VALUES ($1, $2, $3, 'COMMIT', $4, $5, now(), now(), now(), now(), now(), CASE $4 WHEN 'FINALIZED' THEN $7::bigint END, $6 - 19, 19,
         $6, now(), now())`,
      id,
      sold.id,
      status,
      currency,
      due,
      due,
    );
  await invoice('inv_1', 'FINALIZED', 'EUR', 119);
  await invoice('inv_2', 'DRAFT', 'EUR', 100);
  await invoice('inv_3', 'FINALIZED', 'USD', 50);
  const { act } = usageOf(app, org);
  const amounts = async () => {
    await settle();
    const { info } = await by.entitlement(sold.id);
    return [info.grossAmount, info.invoicedAmount, info.collectableAmount, info.disbursedAmount];
  };
  await act((scope) => recordPayment(scope, 'inv_1', new Exact('19.5')));
  expect(await amounts()).toEqual([100, 119, 100, 19.5]);
  await act((scope) => recordPayment(scope, 'inv_1', new Exact('99.5')));
  expect(await amounts()).toEqual([100, 119, 100, 119]);
  await act((scope) => recordRefund(scope, 'inv_1', new Exact('19')));
  expect((await amounts())[3]).toBe(100);
  // Half of the first invoice, with half of its tax.
  await by.query(`UPDATE invoice SET credited_amount = 59.5 WHERE organization_id = $1 AND id = 'inv_1'`);
  await act((scope) => recordRefund(scope, 'inv_1', new Exact('40.5')));
  expect(await amounts()).toEqual([50, 59.5, 50, 59.5]);
  const events = await by.actions(sold.id);
  await act((scope) => scope.query(enqueue(scope, directJob, { entitlementId: sold.id })));
  expect(await amounts()).toEqual([50, 59.5, 50, 59.5]);
  expect(await by.actions(sold.id), 'equal amounts record no change').toEqual(events);
  const jobs = await by.query(`SELECT kind FROM job WHERE organization_id = $1 AND kind = 'revenue.look'`);
  expect(jobs).toEqual([]);
});
