import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftJobHandler } from '../../src/billing/invoices/draft.ts';
import { followCreditNote } from '../../src/billing/payments/refund.ts';
import { readTaxRates } from '../../src/billing/tax.ts';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import type { JobRun } from '../../src/platform/jobs/queue.ts';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';
import { billingSales } from './sales.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const drafting = draftJobHandler({
  taxRates: readTaxRates(undefined),
  onFinalized: async () => {},
  onCredited: followCreditNote,
});

test('R48 64 concurrent jobs for 8 ended sales make one credit note per invoice, with consecutive numbers', async () => {
  const org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  const by = entitlementsOf(app, org);
  const sales = billingSales(app, org, by);
  const { act } = usageOf(app, org);
  await sales.until('2027-01-01T00:00:00Z');
  sales.startOn('2027-01-01');
  const commit = { key: 'fee', rate: 310, length: 1, timeUnit: 'MONTH' };
  const ids: string[] = [];
  // Equal offers would be deduplicated.
  for (let n = 0; n < 8; n++)
    ids.push((await sales.sell({ commits: [{ ...commit, name: `Platform ${n}` }] }, '2028-01-01')).id);
  await sales.until('2027-01-11T00:00:00Z');
  for (const id of ids) await by.post(`entitlement/${id}/cancel`);
  await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      drafting.run({
        payload: { entitlementId: ids[n % 8] as string, at: '' },
        finish: (_note: string, work: (scope: OrgTransaction) => Promise<void>) => act(work),
      } as unknown as JobRun<{ entitlementId: string; at: string }>),
    ),
  );
  await app.drainJobs();
  const { rows } = await app.database.query(
    `SELECT n.number::int, n.amount::int, i.credited_amount::int AS credited
     FROM credit_note n JOIN invoice i ON i.organization_id = n.organization_id AND i.id = n.invoice_id
     WHERE n.organization_id = $1 ORDER BY n.number`,
    [org.id],
  );
  const expected = Array.from({ length: 8 }, (_, n) => ({ number: n + 1, amount: 210, credited: 210 }));
  expect(rows).toMatchObject(expected);
  for (const id of ids) {
    const [invoice, ...others] = await sales.invoices(id);
    expect(others).toEqual([]);
    expect(invoice?.info.creditNotes).toHaveLength(1);
  }
  const { rows: fees } = await app.database.query(
    'SELECT DISTINCT credited_amount::int AS credited, live FROM invoice_fee WHERE organization_id = $1',
    [org.id],
  );
  expect(fees).toEqual([{ credited: 210, live: true }]);
});
