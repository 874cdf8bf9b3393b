import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupStatements } from '../../src/metering/groups/list-store.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageCallsOf } from '../usage-calls.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
/** Two entitlements of different buyers, and the ids of their groups, in the order of reporting. */
let sold: { id: string; buyerID: string; productID?: string }[];
let ids: string[];

beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  const usage = usageCallsOf(app, org, by);
  sold = [await usage.metered(), await usage.metered()];
  await app.database.query(
    `UPDATE entitlement SET partner = 'MKA', product_id = 'prd_one', buyer_id = 'buy_two' WHERE id = $1`,
    [sold[1]?.id],
  );
  await app.database.query(
    `INSERT INTO product (organization_id, id, status, partner, creation_time, last_update_time)
     VALUES ($1, 'prd_one', 'PUBLIC', 'MKA', now(), now())`,
    [org.id],
  );
  const [one, other] = sold.map(({ id }) => id);
  const first = await usage.report(one as string, { records: { gpu: 1 } });
  const batch = await usage.batch([
    { entitlementID: one, records: { gpu: 2 }, metaInfo: { payAInvoiceID: 'in_1' } },
    { entitlementID: other, records: { gpu: 3 } },
    { entitlementID: other, records: { nothing: 4 } },
  ]);
  expect([first.status, batch.status], batch.text).toEqual([200, 200]);
  ids = [first.body.id, ...batch.body.map(({ id }: { id: string }) => id)];
});
afterAll(() => app.stop());

const call = (path: string, { id, token } = org) => app.request('GET', `/org/${id}/${path}`, { token });
type ListedGroup = { id: string; status: string };
const listed = async (query = '', path = 'usageRecordGroup'): Promise<ListedGroup[]> => {
  const reply = await call(`${path}${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.usageRecordGroups;
};
const placesOf = async (query = '', path?: string) =>
  (await listed(query, path)).map(({ id }) => ids.indexOf(id));

describe('record groups', () => {
  test('are listed in the form in which they are read, in the order in which they were reported', async () => {
    const groups = await listed();
    expect(groups.map(({ id }) => id)).toEqual(ids);
    for (const group of groups) expect((await call(`usageRecordGroup/${group.id}`)).body).toEqual(group);
    expect(await placesOf('?order=desc')).toEqual([3, 2, 1, 0]);
  });

  test.each<[query: () => string, places: number[]]>([
    [() => `entitlementId=${sold[0]?.id}`, [0, 1]],
    [() => `buyerId=${sold[0]?.buyerID}`, [0, 1]],
    [() => 'buyerId=buy_two', [2, 3]],
    [() => 'partner=MKA', [2, 3]],
    [() => 'partner=MKB', []],
    [() => 'status=INVALID', [3]],
    [() => 'status=CREATED', [0, 1, 2]],
    [() => 'status=REPORTED', []],
    [() => 'source=API', [0, 1, 2, 3]],
    [() => 'source=CSV', []],
    [() => 'metaInfo=in_1', [1]],
    [() => 'metaInfo=in_', []],
    [() => `partner=MKA&status=CREATED&entitlementId=${sold[1]?.id}`, [2]],
    [() => `partner=MKA&entitlementId=${sold[0]?.id}`, []],
  ])('can be filtered, and filters combine (%#)', async (query, places) => {
    expect(await placesOf(`?${query()}`)).toEqual(places);
    const counted = await call(`usageRecordGroup?limit=1&count=true&${query()}`);
    expect(counted.headers.get('x-total-count')).toBe(String(places.length));
  });

  test('are returned in pages, by offset and by cursor, in both orders', async () => {
    for (const order of ['asc', 'desc']) {
      const all = (await listed(`?order=${order}`)).map(({ id }) => id);
      const first = await call(`usageRecordGroup?limit=3&order=${order}`);
      expect(first.body.nextOffset).toBe(3);
      const second = await call(`usageRecordGroup?limit=3&offset=3&order=${order}`);
      expect(second.body).not.toHaveProperty('nextOffset');
      expect(second.headers.get('link')).toBeNull();
      expect([...first.body.usageRecordGroups, ...second.body.usageRecordGroups].map(({ id }) => id)).toEqual(
        all,
      );

      const found: string[] = [];
      let next: string | undefined = `/org/${org.id}/usageRecordGroup?limit=1&order=${order}`;
      while (next) {
        const page = await app.request('GET', next.replace(/^\/v\d+/, ''), { token: org.token });
        found.push(...page.body.usageRecordGroups.map(({ id }: ListedGroup) => id));
        next = /<(.*)>/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(found).toEqual(all);
    }
  });

  test('of an entitlement or a product have a default limit of 20', async () => {
    expect(await placesOf('', `entitlement/${sold[0]?.id}/usageRecordGroup`)).toEqual([0, 1]);
    expect(await placesOf('', 'product/prd_one/usageRecordGroup')).toEqual([2, 3]);
    for (const [path, code] of [
      ['entitlement/ent_none', 'entitlement_not_found'],
      ['product/prd_none', 'product_not_found'],
    ]) {
      const reply = await call(`${path}/usageRecordGroup`);
      expect([reply.status, reply.body.code]).toEqual([404, code]);
    }
    const usage = usageCallsOf(app, org, by);
    const { id } = await usage.metered();
    await usage.batch(Array.from({ length: 21 }, () => ({ entitlementID: id, records: { gpu: 1 } })));
    const page = await call(`entitlement/${id}/usageRecordGroup`);
    expect([page.body.usageRecordGroups.length, page.body.nextOffset]).toEqual([20, 20]);
    await app.database.query('UPDATE usage_group SET state = $2 WHERE entitlement_id = $1', [id, 'DELETED']);
    await app.database.query(
      `UPDATE usage_batch b SET creation_time = b.creation_time - interval '90 days'
       WHERE EXISTS (SELECT FROM usage_group g WHERE g.batch_id = b.id AND g.entitlement_id = $1)`,
      [id],
    );
  });

  test('are those of the given days in UTC, by default the last 31 days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    expect(await listed()).toHaveLength(4);
    const old = await listed(`?startDate=${daysAgo(90)}&endDate=${daysAgo(90)}`);
    expect(new Set(old.map(({ status }) => status))).toEqual(new Set(['DELETED']));
    expect(await listed(`?endDate=${daysAgo(61)}`)).toHaveLength(21);
    expect(await listed(`?startDate=${daysAgo(89)}`)).toHaveLength(4);
    expect(await listed(`?startDate=${daysAgo(91)}`)).toHaveLength(25);
    const turned = await call(`usageRecordGroup?startDate=${daysAgo(1)}&endDate=${daysAgo(2)}`);
    expect([turned.status, turned.body.errors[0].pointer]).toEqual([400, 'startDate']);
  });

  test('show the result of their report, by run, entitlement and time of use', async () => {
    const { id } = sold[0] as { id: string };
    const { rows } = await app.database.query(
      `UPDATE usage_batch b SET run_id = 'run_one' FROM usage_group g
       WHERE g.batch_id = b.id AND g.id = $1 RETURNING g.usage_time`,
      [ids[0]],
    );
    await app.database.query(
      `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until,
         group_count, status, group_status, message, creation_time, last_update_time)
       VALUES ($1, 'rep_one', $2, 'trm_one', 'run_one', date_trunc('hour', $3::timestamptz),
         date_trunc('hour', $3::timestamptz) + interval '1 hour', 1, 'FAILED', 'REPORT_FAILED', 'It was refused.', now(), now())`,
      [org.id, id, rows[0].usage_time],
    );
    expect(await listed('?status=REPORT_FAILED')).toMatchObject([
      {
        id: ids[0],
        status: 'REPORT_FAILED',
        reason: 'It was refused.',
        usageRecordReportID: 'rep_one',
      },
    ]);
    expect(await placesOf('?status=CREATED')).toEqual([1, 2]);
    await app.database.query(`UPDATE usage_report SET group_status = 'REPORTED' WHERE id = 'rep_one'`);
    expect(await placesOf('?status=REPORTED')).toEqual([0]);
    expect((await listed('?status=REPORTED'))[0]).not.toHaveProperty('reason');
  });

  test('of another tenant are not listed', async () => {
    const other = await app.organization();
    expect((await call('usageRecordGroup', other)).body).toEqual({ usageRecordGroups: [] });
    const foreign = await call(`entitlement/${sold[0]?.id}/usageRecordGroup`, other);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'entitlement_not_found']);
    expect(
      (await call(`usageRecordGroup?entitlementId=${sold[0]?.id}`, other)).body.usageRecordGroups,
    ).toEqual([]);
  });
});

test('a page is read in the order of an index, and only from the months of its days', async () => {
  await app.database.query(`SELECT ensure_usage_partitions('2020-01-01', '2020-06-01')`);
  const scope = { organizationId: org.id } as OrgScope;
  const bounds = { since: '2020-03-02T00:00:00Z', until: '2020-03-04T00:00:00Z' };
  const days = { from: '2020-03-02T00:00:00Z', until: '2020-03-05T00:00:00Z' };
  const place = { limit: 10, offset: 0, descending: false, after: { batchId: 'ucl_0', ordinal: 1 } };
  const client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  await client.query(`SET ROLE tradepost_app; SELECT set_config('app.organization_id', '${org.id}', false)`);
  await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
  const planOf = async (filter: object) => {
    const { rows } = groupStatements(scope, { ...days, ...filter }, place, bounds);
    return JSON.stringify((await client.query(`EXPLAIN (FORMAT JSON) ${rows.text}`, [...rows.values])).rows);
  };
  for (const [filter, index] of [
    [{}, 'usage_group_202003_pkey'],
    [{ entitlementId: 'ent_1' }, 'usage_group_202003_organization_id_entitlement_id_batch_id_'],
  ] as const) {
    const plan = await planOf(filter);
    expect(plan).toContain(index);
    expect([...new Set(plan.match(/usage_group_2020\d\d/g))]).toEqual(['usage_group_202003']);
    expect(plan).not.toContain('"Node Type":"Sort"');
  }
  await client.end();
});
