import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let orgs: TestOrganization[];
beforeAll(async () => {
  app = await startTestApp();
  orgs = [await app.organization(), await app.organization()];
});
afterAll(() => app.stop());

const each = 30;
const create = (org: TestOrganization, name: string, token = org.token) =>
  app.request('POST', `/org/${org.id}/offer`, { token, body: { name, partner: 'MKA' } });
const made = async (org: TestOrganization, name: string) =>
  (
    await app.database.query(
      `SELECT f.id, f.xmin::text AS transaction,
         (SELECT count(*)::integer FROM event e WHERE e.organization_id = f.organization_id AND e.entity_id = f.id) AS events,
         (SELECT count(*)::integer FROM job j WHERE j.organization_id = f.organization_id AND j.lane = 'offer:' || f.id) AS jobs
       FROM offer f WHERE f.organization_id = $1 AND f.name LIKE $2 ORDER BY f.id`,
      [org.id, `${name} %`],
    )
  ).rows;
const sorted = (replies: { body: { id: string } }[]) => replies.map(({ body }) => body.id).toSorted();

test('offers that arrive together share commits, each in its own organization', async () => {
  const replies = await Promise.all(
    Array.from({ length: each }, (_, index) => orgs.map((org) => create(org, `Together ${index}`))).flat(),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const transactions = new Set<string>();
  for (const [index, org] of orgs.entries()) {
    const rows = await made(org, 'Together');
    expect(rows.map(({ id }) => id)).toEqual(sorted(replies.filter((_, at) => at % orgs.length === index)));
    for (const { events, jobs, transaction } of rows) {
      expect({ events, jobs }).toEqual({ events: 1, jobs: 1 });
      transactions.add(transaction);
    }
  }
  expect(transactions.size).toBeLessThan(orgs.length * each);
});

test('an offer of a caller without permission does not affect the others in its commit', async () => {
  const [org, other] = orgs as [TestOrganization, TestOrganization];
  const gone = await app.client(other.id, 'ADMIN');
  expect((await create(other, 'Before 0', gone.token)).status).toBe(200);
  await app.database.query(
    'UPDATE principal_grant SET revision = revision + 1 WHERE organization_id = $1 AND principal_id = $2',
    [other.id, gone.client.id],
  );
  const changed = await Promise.all(
    Array.from({ length: each }, (_, index) => [
      create(org, `Changed ${index}`),
      create(other, `Changed ${index}`, gone.token),
    ]).flat(),
  );
  expect(new Set(changed.map(({ status }) => status))).toEqual(new Set([200]));
  await app.database.query('DELETE FROM principal_grant WHERE organization_id = $1 AND principal_id = $2', [
    other.id,
    gone.client.id,
  ]);
  const replies = await Promise.all(
    Array.from({ length: each }, (_, index) => [
      create(org, `After ${index}`),
      create(other, `After ${index}`, gone.token),
    ]).flat(),
  );
  expect(new Set(replies.map(({ status }, at) => (at % 2 === 0 ? status : status >= 400)))).toEqual(
    new Set([200, true]),
  );
  for (const name of ['Changed', 'After'])
    expect((await made(org, name)).map(({ events }) => events)).toEqual(Array(each).fill(1));
  expect(await made(other, 'Changed')).toHaveLength(each);
  expect(await made(other, 'After')).toEqual([]);
});
