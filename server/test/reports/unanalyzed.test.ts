import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { type DayList, dayStatements, printedStatement } from '../../src/reports/day-list.ts';
import { detailList, recordList } from '../../src/reports/lists.ts';
import type { TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';

const rows = 4500;
let app: TestApp;
let org: { id: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  // The tables have no statistics, so the planner assumes that they are nearly empty.
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO revenue_record (organization_id, id, entitlement_id, product_id, partner, day, currency, amount,
       collectable_amount, invoice_amount, tax_amount, disburse_amount, refund_invoice_amount, refund_disburse_amount,
       creation_time, last_update_time)
     SELECT '${org.id}', 'rvr_' || n, 'ent_' || n % 100, 'prd', 'MKA', date '2025-01-01' + n / 100, 'USD', 1, 1, 1, 0, 0, 0, 0, now(), now()
     FROM generate_series(1, ${rows}) n;
     INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, sold_id, entitlement_id, product_id,
       day, currency, record, creation_time)
     SELECT '${org.id}', 'rvd_' || n, 'MKA', 'line_' || n, '1', true, 'sold', 'ent_' || n % 100, 'prd', date '2025-01-01' + n / 100,
       'USD', '{}', now() FROM generate_series(1, ${rows}) n;
     RESET ROLE`,
  );
});
afterAll(() => app.stop());

const statements = [
  ['as JSON', (...given: Parameters<typeof dayStatements>) => dayStatements(...given).rows],
  ['as CSV', printedStatement],
] as const;
const lists = [
  ['records', { ...recordList, bytes: '0' }],
  ['lines', detailList(false)],
] as const;

test.each(
  lists.flatMap(([name, list]) => statements.map(([as, of]) => [name, as, list as DayList, of] as const)),
)(
  'a long page of %s %s reads each row once, also in tables without statistics',
  async (_, __, list, statementOf) => {
    const { database, rows: read } = countingRows(app.app.database, list.table);
    const days = { partner: 'MKA', first: '2025-01-01', last: '2025-12-31' };
    const place = { limit: 4000, offset: 0, descending: false, after: undefined };
    await database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [org.id],
      });
      return query(statementOf({ organizationId: org.id } as OrgScope, days, list, place));
    });
    // An index and its table count separately, and rows after the limit may be read for sorting.
    expect(Math.max(...read)).toBeLessThan(3 * rows);
  },
);
