import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
let tokens: string[];
let by: Entitlements;
let usage: ReturnType<typeof usageCallsOf>;
let sold: { id: string; startTime: string };
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  org = await app.organization();
  tokens = [org.token, await other.token(org.client)];
  by = entitlementsOf(app, org);
  usage = usageCallsOf(app, org, by);
  sold = await usage.metered();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

let count = 0;
const newId = () => `id-${++count}`;
type Group = { id: string; status: string; reason?: string };
const of = (records: object, more: object = {}) => ({ entitlementID: sold.id, records, ...more });
const groupsOf = async (id: string) => {
  const { rows } = await app.database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM usage_group WHERE organization_id = $1 AND id = $2',
    [org.id, id],
  );
  return rows[0]?.n;
};
/** Reports to the processes in turn. */
const batchAt = (index: number, body: object[]) =>
  (index % 2 === 0 ? app : other).request('POST', `/org/${org.id}/batchCreateUsageRecordGroups`, {
    token: tokens[index % 2] as string,
    body,
  });

describe('R60 an identifier', () => {
  test('with the same content returns the first record, and counts once', async () => {
    const id = newId();
    const timestamp = new Date().toISOString();
    const first = await usage.report(sold.id, { id, timestamp, records: { gpu: 1.5, disk: 2 } });
    expect(first.status, first.text).toBe(200);
    const shifted = `${new Date(Date.parse(timestamp) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    const raw = `{"records": {"disk": 2.0, "gpu": 1.50}, "timestamp": "${shifted}", "id": "${id}"}`;
    const again = await app.request('POST', `/org/${org.id}/entitlement/${sold.id}/usageRecordGroup`, {
      token: org.token,
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await groupsOf(id)).toBe(1);
  });

  test.each<[string, object]>([
    ['another number', { records: { gpu: 2 } }],
    ['another dimension', { records: { disk: 1 } }],
    ['another time', { records: { gpu: 1 }, timestamp: new Date().toISOString() }],
  ])('with different content is a 409, and the first stays: %s', async (_, body) => {
    const id = newId();
    const first = await usage.report(sold.id, { id, records: { gpu: 1 } });
    const reply = await usage.report(sold.id, { id, ...body });
    expect([reply.status, reply.body.code]).toEqual([409, 'usage_record_group_exists']);
    expect((await by.call('GET', `usageRecordGroup/${id}`)).text).toBe(first.text);
  });

  test('of another entitlement is a 409', async () => {
    const second = await usage.metered();
    const id = newId();
    await usage.report(sold.id, { id, records: { gpu: 1 } });
    expect((await usage.report(second.id, { id, records: { gpu: 1 } })).status).toBe(409);
  });

  test('that is twice in a batch is one record, and one with different content is INVALID and not stored', async () => {
    const id = newId();
    const reply = await usage.batch([of({ gpu: 1 }, { id }), of({ gpu: 1 }, { id }), of({ gpu: 2 }, { id })]);
    expect(reply.status, reply.text).toBe(200);
    const [first, second, third] = reply.body as [Group, Group, Group];
    expect(second).toEqual(first);
    expect(third).toMatchObject({
      id,
      status: 'INVALID',
      reason: '/id: was reported before with different content',
    });
    expect(reply.headers.get('x-invalid-count')).toBe('1');
    expect(await groupsOf(id)).toBe(1);
    expect(await by.get(`usageRecordGroup/${id}`)).toEqual(first);
  });

  test('is found also when usage is no longer accepted', async () => {
    const gone = await usage.metered();
    const id = newId();
    const first = await usage.report(gone.id, { id, records: { gpu: 1 } });
    await by.setStatus(gone.id, 'SUSPENDED');
    expect((await usage.report(gone.id, { records: { gpu: 1 } })).status).toBe(400);
    expect((await usage.report(gone.id, { id, records: { gpu: 1 } })).text).toBe(first.text);
    expect((await usage.report(gone.id, { id, records: { gpu: 2 } })).status).toBe(409);
    const body = [{ id, entitlementID: gone.id, records: { gpu: 1 } }];
    for (const suffix of ['', '?atomic=true'])
      expect((await usage.batch(body, suffix)).body).toEqual([first.body]);
  });

  test('is separate for each organization', async () => {
    const stranger = await app.organization();
    const theirs = entitlementsOf(app, stranger);
    const bought = await usageCallsOf(app, stranger, theirs).metered();
    const id = newId();
    await usage.report(sold.id, { id, records: { gpu: 1 } });
    const reply = await usageCallsOf(app, stranger, theirs).report(bought.id, { id, records: { gpu: 9 } });
    expect(reply.status, reply.text).toBe(200);
    expect((await by.get(`usageRecordGroup/${id}`)).records).toEqual({ gpu: 1 });
  });

  test('that 64 callers report simultaneously is one record', async () => {
    const id = newId();
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) => batchAt(n, [of({ gpu: 1 }, { id })])),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await groupsOf(id)).toBe(1);
  });

  test('that 32 callers report simultaneously with different content is one of these, for all of them', async () => {
    const id = newId();
    const path = `/org/${org.id}/entitlement/${sold.id}/usageRecordGroup`;
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        (n % 2 === 0 ? app : other).request('POST', path, {
          token: tokens[n % 2] as string,
          body: { id, records: { gpu: n } },
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(31);
    expect(await groupsOf(id)).toBe(1);
  });

  test('does not cause a deadlock: 40 pairs of batches contain shared identifiers in another order', async () => {
    for (let pair = 0; pair < 40; pair++) {
      const body = Array.from({ length: 200 }, (_, n) => of({ gpu: n }, { id: `pair-${pair}-${n}` }));
      const [one, two] = await Promise.all([batchAt(0, body), batchAt(1, [...body].reverse())]);
      expect([one?.status, two?.status], `${one?.text.slice(0, 200)} ${two?.text.slice(0, 200)}`).toEqual([
        200, 200,
      ]);
      expect([...two.body].reverse()).toEqual(one?.body);
    }
    const { rows } = await app.database.query(
      `SELECT count(*)::int AS n FROM usage_group WHERE organization_id = $1 AND id LIKE 'pair-%'`,
      [org.id],
    );
    expect(rows).toEqual([{ n: 8000 }]);
    const { rows: undone } = await app.database.query(
      'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(undone).toEqual([{ n: 0 }]);
  });
});
