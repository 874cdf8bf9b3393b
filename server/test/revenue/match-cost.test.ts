import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import { matchLines } from '../../src/revenue/match.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { countingRows } from '../rows-read.ts';

const sales = 4000;
let app: TestApp;
let org: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO entitlement (organization_id, id, status, partner, external_id, info, meta_info, creation_time, last_update_time)
     SELECT '${org.id}', 'ent_' || n, 'ACTIVE', 'MKB', 'agreement_' || n, jsonb_build_object('mkBAssetID', 'order_' || n), '{}', now(), now()
     FROM generate_series(1, ${sales}) n;
     INSERT INTO revenue_detail (organization_id, id, partner, line_id, version, is_current, sold_id, day, currency, record, creation_time)
     SELECT '${org.id}', 'rvd_' || n, 'MKB', 'line_' || n, '1', true, 'order_' || n, '2025-01-01', 'USD', '{}', now()
     FROM generate_series(1, 20) n;
     RESET ROLE;
     ANALYZE entitlement; ANALYZE revenue_detail`,
  );
});
afterAll(() => app.stop());

test('R63 lines are matched by their orders without a scan of all entitlements', async () => {
  const { database, rows } = countingRows(app.app.database, 'entitlement');
  const ids = Array.from({ length: 20 }, (_, index) => `rvd_${index + 1}`);
  const found = await database.transaction(async ({ query }) => {
    await query({
      name: 'as_organization',
      text: `SELECT set_config('app.organization_id', $1, true)`,
      values: [org.id],
    });
    return matchLines({ organizationId: org.id, query } as OrgTransaction, 'MKB', ids);
  });
  expect(found).toHaveLength(20);
  expect(Math.max(...rows)).toBeLessThan(sales / 4);
});
