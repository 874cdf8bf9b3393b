import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterEach(() => app.database.query('DELETE FROM sandbox_fault'));
afterAll(() => app.stop());

let bursts = 0;
const burst = async (partners: readonly string[]): Promise<string[]> => {
  bursts++;
  const ids: string[] = [];
  for (const [index, partner] of partners.entries())
    ids.push((await by.post('offer', { name: `Burst ${bursts}, ${index}`, partner })).id);
  return ids;
};
const statuses = async (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await by.get(`offer/${id}`)).status));
const kept = async (): Promise<{ partner: string; headers: Record<string, string>; body: string }[]> =>
  (
    await app.database.query(
      'SELECT partner, headers, body FROM inbound_notification WHERE organization_id = $1',
      [org.id],
    )
  ).rows;

/** Runs jobs until only the observations of all created offers are left. */
const untilReadAgain = async () => {
  for (let left = true; left; ) {
    await app.app.worker.step();
    const { rows } = await app.database.query(
      `SELECT EXISTS (SELECT FROM job WHERE organization_id = $1 AND finished_at IS NULL AND ready_at <= now()
         AND kind IN ('offers.create', 'sandbox.publish')) AS left`,
      [org.id],
    );
    left = rows[0].left;
  }
};

test('offers of a burst are published and observed, each by one notification of its own marketplace', async () => {
  const before = (await kept()).length;
  const ids = await burst(['MKA', 'MKE', 'MKA', 'MKA', 'MKE']);
  await app.drainJobs();
  expect(new Set(await statuses(ids))).toEqual(new Set(['PENDING_ACCEPTANCE']));
  const { rows } = await app.database.query(
    'SELECT partner, id FROM sandbox_offer WHERE creation_key = ANY ($1) ORDER BY id',
    [ids],
  );
  const seen = (await kept()).slice(before).map(({ partner, body }) => {
    const { subject } = JSON.parse(body);
    return { partner, id: subject.externalId };
  });
  expect(seen.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
});

test('their stored notifications equal those sent to the inbound address: signed, and refused when repeated', async () => {
  const all = await kept();
  const { partner, headers, body } = all.at(-1) as (typeof all)[number];
  const send = (text: string) =>
    app.request('POST', `/marketplaces/${partner}/notifications/${org.id}`, { headers, raw: text });
  expect((await send(body)).status).toBe(200);
  expect((await send(body.replace('OFFER', 'PRODUCT'))).status).toBe(401);
  expect(await kept()).toHaveLength(all.length);
});

test('20 offers of a burst are published by one transaction, and their observations are applied by two', async () => {
  const cost = async (count: number) => {
    await burst(new Array(count).fill('MKA'));
    const before = app.app.database.usage().transactions;
    await app.drainJobs();
    return app.app.database.usage().transactions - before;
  };
  const [one, many] = [await cost(1), await cost(20)];
  // Each creation needs its own transactions to claim, read, create and end; all other work shares
  // transactions.
  expect(many).toBeLessThanOrEqual(20 * (one - 8) + 9);
});

test('an offer of a burst that is not visible at its marketplace yet does not delay the others', async () => {
  const ids = await burst(new Array(4).fill('MKA'));
  // The fault affects one of the readings: all other calls were made before.
  await untilReadAgain();
  await by.post('sandbox/fault', { kind: 'RATE_LIMIT', count: 1 });
  await app.drainJobs();
  expect((await statuses(ids)).filter((status) => status === 'PENDING_ACCEPTANCE')).toHaveLength(3);
  await app.database.query(
    `UPDATE job SET ready_at = now() WHERE organization_id = $1 AND finished_at IS NULL AND clock = 'wall'`,
    [org.id],
  );
  await app.drainJobs();
  expect(new Set(await statuses(ids))).toEqual(new Set(['PENDING_ACCEPTANCE']));
});

test('a fault affects the requested number of notifications of a burst', async () => {
  await by.post('sandbox/fault', { kind: 'LOSE_NOTIFICATION', count: 2 });
  const ids = await burst(new Array(6).fill('MKA'));
  await app.drainJobs();
  expect((await statuses(ids)).filter((status) => status === 'PENDING_CREATE')).toHaveLength(2);
});
