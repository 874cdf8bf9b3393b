import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const tracesOfJobs = async (offerId: string): Promise<(string | undefined)[]> => {
  const { rows } = await app.database.query(
    'SELECT traceparent FROM job WHERE organization_id = $1 AND offer_id = $2',
    [org.id, offerId],
  );
  return rows.map(({ traceparent }) => traceparent?.split('-')[1]);
};

const create = async (headers: Record<string, string>): Promise<string> => {
  const body = { partner: 'MKA', name: `offer ${Object.values(headers)}` };
  const made = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body, headers });
  expect(made.status, made.text).toBe(200);
  return made.body.id;
};

test('a job belongs to the trace of the request that enqueued it, as do the jobs that it enqueues', async () => {
  const offerId = await create({ traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  expect(await tracesOfJobs(offerId)).toEqual([traceId]);
  await app.drainJobs();
  const { rows } = await app.database.query(
    `SELECT count(*)::int AS later FROM job WHERE organization_id = $1 AND parent_id IS NOT NULL
       AND split_part(traceparent, '-', 2) = $2`,
    [org.id, traceId],
  );
  expect(rows[0].later).toBeGreaterThan(0);
});

test('a job without a trace begins a trace of its own', async () => {
  const [one, other] = [await create({}), await create({ traceparent: 'no trace' })];
  const [[first], [second]] = [await tracesOfJobs(one), await tracesOfJobs(other)];
  for (const each of [first, second]) expect(each).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([first, second, traceId]).size).toBe(3);
});
