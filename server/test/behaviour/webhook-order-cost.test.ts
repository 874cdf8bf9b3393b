import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferFollowers, keepOrder, releaseHeads } from '../../src/notifications/webhooks/queue-store.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
const url = 'https://example.com/hooks';
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

/** Counts the rows that a plan read, including filtered rows. */
const work = (node: Record<string, unknown>): number =>
  (Number(node['Actual Rows'] ?? 0) +
    Number(node['Rows Removed by Filter'] ?? 0) +
    Number(node['Rows Removed by Join Filter'] ?? 0)) *
    Number(node['Actual Loops'] ?? 1) +
  ((node.Plans as Record<string, unknown>[] | undefined) ?? []).reduce((sum, each) => sum + work(each), 0);

test('the cost of ordered delivery depends on the changes, not on the pending deliveries, whatever the statistics', async () => {
  const id = (
    await app.request('POST', `/org/${org.id}/webhook`, { token: org.token, body: { url, fifo: true } })
  ).body.id;
  await app.database.query('ANALYZE webhook_delivery');
  const pending = 2000;
  await app.database.query(
    `INSERT INTO webhook_delivery (organization_id, creation_time, id, endpoint_id, event_id, scope, entity_type,
       entity_id, position, due_at)
     SELECT $1, now(), 'msg_order_' || n || '_' || p, $2, 'evt_order_' || n || '_' || p, 'UPDATE.BUYER', 'BUYER',
       'buy_order_' || n, p, now() + interval '1 day'
     FROM generate_series(1, $3) n, generate_series(1, 2) p`,
    [org.id, id, pending / 2],
  );
  const some = Array.from({ length: 200 }, (_, n) => `buy_order_${n + 1}`);
  const keys = { organizationIds: some.map(() => org.id), endpointIds: some.map(() => id), entityIds: some };
  const workOf = (statements: readonly Statement[]) =>
    app.app.inOrganization(org.id, 'test', async (scope) => {
      for (const { text, values } of statements) {
        const [row] = await scope.query({ name: '', text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
        const [{ Plan: plan }] = JSON.parse(row?.['QUERY PLAN'] as string);
        expect(work(plan), text).toBeLessThan(pending * 10);
      }
    });
  const scope = { organizationId: org.id } as OrgScope;
  const due = async () =>
    (
      await app.database.query(
        'SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND due_at > now()',
        [id],
      )
    ).rows[0].n;
  await workOf([deferFollowers(scope, id, some), releaseHeads(keys)]);
  expect(await due()).toBe(pending - some.length);
  await workOf(keepOrder(scope, id, true));
  expect(await due()).toBe(pending / 2);
});
