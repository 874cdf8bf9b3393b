import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  type Reply,
  startTestApp,
  type TestApp,
  type TestDatabase,
  type TestOrganization,
} from '../harness.ts';
import { untilTaken } from '../patient.ts';
import { waitFor } from '../process/program.ts';
import { expectInvariants, failedJobs, openJobs } from './invariants.ts';
import { countOf, seededChance } from './seeded.ts';

const rounds = countOf('RACE_ROUNDS', 2);
const chance = seededChance('race');

let database: TestDatabase;
let apps: TestApp[];
let org: TestOrganization;
let tokens: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  apps = [await startTestApp({ database, work: true }), await startTestApp({ database, work: true })];
  org = await (apps[0] as TestApp).organization();
  tokens = await Promise.all(apps.map((app) => app.token(org.client)));
});
afterAll(async () => {
  for (const app of apps ?? []) await app.stop();
  await database?.drop();
});

/** Calls one of the two processes. */
const call = (method: string, path: string, body?: unknown, which = chance.below(2)): Promise<Reply> =>
  untilTaken(() =>
    (apps[which] as TestApp).request(method, `/org/${org.id}${path}`, {
      token: tokens[which],
      ...(body === undefined ? {} : { body }),
    }),
  );

const atOnce = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

async function createOnce(body: object): Promise<string> {
  const replies = await atOnce(20, (index) => call('POST', '/offer', body, index % 2));
  for (const reply of replies) expect(reply.status, reply.text).toBe(200);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  return replies[0]?.body.id;
}

const settled = () =>
  waitFor(async () => ((await openJobs(database.query)).length === 0 ? true : undefined), 60_000);

test(`R20 equal bodies at two programs simultaneously create one offer, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) await createOnce({ name: `equal ${round}`, partner: 'MKA' });
  const { rows } = await database.query(
    `SELECT count(*)::int AS offers FROM offer WHERE name LIKE 'equal %'`,
  );
  expect(rows).toEqual([{ offers: rounds }]);
});

test(`two programs and ${rounds} offers: simultaneous accept, accept and reject have one winner`, async () => {
  for (let round = 0; round < rounds; round++) {
    const partner = chance.pick(['MKA', 'MKB', 'MKC', 'MKE', 'MKF', undefined]);
    const offerId = await createOnce({
      name: `contested ${round}`,
      ...(partner ? { partner, info: { mkCDuration: 12 } } : {}),
    });
    await settled();
    const plays = await atOnce(6, () => {
      const play = chance.pick(['accept', 'accept', 'reject']);
      return call('POST', `/sandbox/offer/${offerId}/${play}`);
    });
    expect(statuses(plays), plays.map(({ text }) => text).join('\n')).toEqual([200, 409, 409, 409, 409, 409]);
  }
  await settled();
  const { rows } = await database.query(
    `SELECT o.status, count(*)::int, count(n.id)::int AS entitlements FROM offer o
     LEFT JOIN entitlement n ON n.organization_id = o.organization_id AND n.offer_id = o.id
     WHERE o.name LIKE 'contested %' GROUP BY o.status ORDER BY o.status`,
  );
  for (const row of rows)
    expect(row).toEqual({ ...row, entitlements: row.status === 'ACCEPTED' ? row.count : 0 });
  expect(rows.map(({ status }) => status).every((status) => ['ACCEPTED', 'REJECTED'].includes(status))).toBe(
    true,
  );
});

test(`R45 bursts of addons at two programs lose and duplicate none, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const offerId = await createOnce({ name: `stormed ${round}`, partner: 'MKA' });
    await settled();
    expect((await call('POST', `/sandbox/offer/${offerId}/accept`)).status).toBe(200);
    await settled();
    const { id } = (await call('GET', `/entitlement?offerId=${offerId}`)).body[0];
    const anonymous = atOnce(20, (index) => call('POST', `/entitlement/${id}/addon`, { amount: index }));
    const named = atOnce(20, (index) =>
      call('POST', `/entitlement/${id}/addon`, { id: `addon ${index % 5}` }),
    );
    expect(statuses(await anonymous)).toEqual(Array(20).fill(200));
    expect(statuses(await named)).toEqual([...Array(5).fill(200), ...Array(15).fill(400)]);
    const { addons } = (await call('GET', `/entitlement/${id}`)).body.info;
    expect(addons).toHaveLength(25);
    // Addons without an id get a generated id.
    expect(new Set(addons.map((addon: { id: string }) => addon.id)).size).toBe(25);
  }
});

test(`a cancellation while addons arrive leaves no addon that was refused, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const offerId = await createOnce({ name: `cancelled ${round}`, partner: 'MKE' });
    await settled();
    await call('POST', `/sandbox/offer/${offerId}/accept`);
    await settled();
    const { id } = (await call('GET', `/entitlement?offerId=${offerId}`)).body[0];
    const [cancels, addons] = await Promise.all([
      atOnce(2, () => call('POST', `/sandbox/entitlement/${id}/cancel`)),
      atOnce(10, () => call('POST', `/entitlement/${id}/addon`, {})),
    ]);
    expect(statuses(cancels)).toEqual([200, 400]);
    const applied = statuses(addons).filter((status) => status === 200).length;
    await settled();
    const { body } = await call('GET', `/entitlement/${id}`);
    expect(body.status).toBe('CANCELLED');
    expect(body.info.addons ?? []).toHaveLength(applied);
  }
});

test('afterwards the invariants hold, and no job failed', async () => {
  await settled();
  await expectInvariants(database.query);
  expect(await failedJobs(database.query)).toEqual([]);
});
