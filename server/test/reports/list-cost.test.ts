import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { type DayFilter, type DayList, dayStatements, printedStatement } from '../../src/reports/day-list.ts';
import { detailList, recordList, usageList, verificationList } from '../../src/reports/lists.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';

const rows = 40_000;
let app: TestApp;
let org: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  // A hundred entitlements of ten buyers and five products, each with 400 days.
  const day = `date '2025-01-01' + n / 100`;
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO entitlement (organization_id, id, status, partner, product_id, buyer_id, offer_id, info, meta_info,
       creation_time, last_update_time)
     SELECT '${org.id}', 'ent_' || n, 'ACTIVE', 'MKA', 'prd_' || n % 5, 'buy_' || n % 10, 'ofr', '{}', '{}', now(), now()
     FROM generate_series(0, 99) n;
     INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, amount,
       collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount,
       creation_time, last_update_time)
     SELECT '${org.id}', 'rvr_' || n, 'ent_' || n % 100, 'prd_' || n % 5, 'MKA', ${day}, 'USD', 1, 1, 1, 0, 0, 0, 0, now(), now()
     FROM generate_series(0, ${rows - 1}) n;
     INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, sold_id, entitlement_id, product_id,
       day, currency, record, creation_time)
     SELECT '${org.id}', 'rvd_' || n, 'MKA', 'line_' || n, '1', true, 'sold', CASE WHEN n % 4000 > 0 THEN 'ent_' || n % 100 END,
       'prd_' || n % 5, ${day}, 'USD', '{}', now() FROM generate_series(0, ${rows - 1}) n;
     INSERT INTO usage_daily (organization_id, entitlement_id, day, key, partner, quantity)
     SELECT '${org.id}', 'ent_' || n % 100, ${day}, 'gpu', 'MKA', 1 FROM generate_series(0, ${rows - 1}) n;
     INSERT INTO usage_verification (organization_id, entitlement_id, product_id, day, key, partner, reported_quantity)
     SELECT '${org.id}', 'ent_' || n % 100, 'prd_' || n % 5, ${day}, 'gpu', 'MKA', 1 FROM generate_series(0, ${rows - 1}) n;
     RESET ROLE;
     ANALYZE entitlement; ANALYZE revenue_record; ANALYZE revenue_detail; ANALYZE usage_daily; ANALYZE usage_verification`,
  );
});
afterAll(() => app.stop());

const lists: readonly (readonly [string, DayList])[] = [
  ['records', recordList],
  ['lines', detailList(false)],
  ['unmatched lines', detailList(true)],
  ['usage', usageList],
  ['verifications', verificationList],
];
const filters: readonly (readonly [string, Partial<DayFilter>])[] = [
  ['all', {}],
  ['a product', { productId: 'prd_3' }],
  ['an entitlement', { entitlementId: 'ent_7' }],
  ['a buyer', { buyerId: 'buy_4' }],
];

/** Returns the maximum number of table rows that a page of a list reads, including with a cached plan. */
async function readBy(
  list: DayList,
  filter: Partial<DayFilter>,
  statementOf: typeof printedStatement,
  after?: { creationTime: string; id: string },
) {
  const { database, rows: read } = countingRows(app.app.database, list.table);
  const scope = { organizationId: org.id } as OrgScope;
  const days = { partner: 'MKA', first: '2025-01-01', last: '2026-12-31' };
  const place = { limit: 20, offset: 0, descending: false, after };
  for (let turn = 0; turn < 8; turn++)
    await database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [org.id],
      });
      return query(statementOf(scope, { ...days, ...filter }, list, place));
    });
  return Math.max(...read);
}

const statements: readonly (readonly [string, typeof printedStatement])[] = [
  ['as JSON', (...given) => dayStatements(...given).rows],
  ['as CSV', printedStatement],
];
const read = lists.flatMap(([name, list]) => statements.map(([as, of]) => [name, as, list, of] as const));

describe.each(read)(
  'a page of %s %s is read by an index without sorting all rows',
  (_, __, list, statementOf) => {
    test.each(filters)('of %s', async (name, filter) => {
      if (name === 'a product' && !list.hasProduct) return;
      expect(await readBy(list, filter, statementOf)).toBeLessThan(1000);
    });

    test('after a position deep in the list', async () => {
      const after = { creationTime: '2025-11-01T00:00:00.000000Z', id: 'rvr_1' };
      expect(await readBy(list, {}, statementOf, after)).toBeLessThan(1000);
    });
  },
);
