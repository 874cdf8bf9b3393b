import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportStatements, type ShownReport } from '../../src/metering/reports/read-store.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
/** Entitlements of marketplaces A and B, with two reports of the first and one of the second. */
let sold: { id: string; buyerID: string; productID: string; entitlementTermID: string }[];

const dimensions = [{ key: 'gpu', name: 'GPU', rate: 2 }];
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  sale = entitlementsOf(app, org);
  const product = await sale.post('product', { name: 'Compute', productType: 'SAAS' });
  sold = [];
  for (const partner of ['MKA', 'MKB'])
    sold.push(await sale.accepted({ partner, productID: product.id, info: { dimensions } }));
  const [one, other] = sold.map(({ id }) => id) as [string, string];
  await report(one, [1.5, 2]);
  await report(other, [3]);
  await run();
  await report(one, [4]);
  await run();
});
afterAll(() => app.stop());

/** Ends the hour, and settles and sends its usage. */
async function run(): Promise<void> {
  await sale.post('sandbox/clock', { advance: 'PT1H' });
  await app.drainJobs();
}

const report = async (entitlementId: string, quantities: number[]): Promise<string[]> => {
  const { body, status, text } = await app.request('POST', `/org/${org.id}/batchCreateUsageRecordGroups`, {
    token: org.token,
    body: quantities.map((gpu) => ({ entitlementID: entitlementId, records: { gpu } })),
  });
  expect(status, text).toBe(200);
  expect(body.map((group: { reason?: string }) => group.reason)).toEqual(quantities.map(() => undefined));
  return body.map(({ id }: { id: string }) => id);
};

type Info = { usageRecordGroupIds: string[]; usageRecordGroupCount: number } & Record<string, unknown>;
type Report = { id: string; entitlementID: string; status: string; info: Info } & Record<string, unknown>;
const call = (path: string, { id, token } = org) => app.request('GET', `/org/${id}/${path}`, { token });
const listed = async (query = ''): Promise<Report[]> => {
  const reply = await call(`usageRecordReport${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.usageRecordReports;
};
/** Returns the position of each report's entitlement in `sold`. */
const placesOf = async (query = '') =>
  (await listed(query)).map(({ entitlementID }) => sold.findIndex(({ id }) => id === entitlementID));

describe('reports', () => {
  test('contain their record groups, owner, sent usage and response', async () => {
    const reports = await listed();
    expect(reports).toHaveLength(3);
    const groups: { id: string; usageRecordReportID: string }[] = (await call('usageRecordGroup')).body
      .usageRecordGroups;
    for (const { id, info, entitlementID, ...rest } of reports) {
      const of = sold.find((one) => one.id === entitlementID);
      expect(rest).toMatchObject({
        buyerID: of?.buyerID,
        productID: of?.productID,
        entitlementTermID: of?.entitlementTermID,
        status: 'SUCCESS',
      });
      const own = groups.filter((group) => group.usageRecordReportID === id).map((group) => group.id);
      expect(own.length).toBeGreaterThan(0);
      expect(info).toMatchObject({ status: 'SUCCESS', usageRecordGroupCount: own.length });
      expect(info.usageRecordGroupIds).toEqual(own);
      const shown = (await call(`usageRecordReport/${id}`)).body;
      expect(shown).toEqual(reports.find((one) => one.id === id));
    }
    expect(reports.map(({ info }) => info.reportedRecords)).toEqual(
      expect.arrayContaining([{ gpu: 3 }, { gpu: 4 }]),
    );
    expect(reports.find(({ partner }) => partner === 'MKB')?.info).toMatchObject({
      mkBMeteringRequest: { request: [{ dimension: 'gpu', quantity: 3 }] },
      mkBMeteringResponse: { result: [{ dimension: 'gpu', status: 'Accepted' }] },
    });
  });

  test.each<[query: () => string, places: number[]]>([
    [() => '', [0, 1, 0]],
    [() => 'order=desc', [0, 1, 0]],
    [() => 'partner=MKA', [0, 0]],
    [() => 'partner=mkb', [1]],
    [() => 'partner=MKC', []],
    [() => `entitlementId=${sold[1]?.id}`, [1]],
    [() => `buyerId=${sold[0]?.buyerID}`, [0, 0]],
    [() => `buyerId=${sold[0]?.buyerID}&partner=MKB`, []],
    [() => `buyerId=${sold[1]?.buyerID}&entitlementId=${sold[1]?.id}`, [1]],
    [() => `buyerId=${sold[1]?.buyerID}&entitlementId=${sold[0]?.id}`, []],
    [() => 'endDate=2020-01-31', []],
    [() => 'startDate=2020-01-01', [0, 1, 0]],
  ])('can be filtered, and filters combine (%#)', async (query, places) => {
    const found = await placesOf(`?${query()}`);
    expect([...found].sort()).toEqual([...places].sort());
    const counted = await call(`usageRecordReport?limit=1&count=true&${query()}`);
    expect(counted.headers.get('x-total-count')).toBe(String(places.length));
  });

  test('are returned in pages, by offset and by cursor, those of a buyer too', async () => {
    for (const filter of ['', `buyerId=${sold[0]?.buyerID}`]) {
      const all = (await listed(`?${filter}`)).map(({ id }) => id);
      const first = await call(`usageRecordReport?limit=1&${filter}`);
      expect(first.body.nextOffset).toBe(1);
      const found: string[] = [];
      let next: string | undefined = `/org/${org.id}/usageRecordReport?limit=1&${filter}`;
      while (next) {
        const page = await app.request('GET', next.replace(/^\/v\d+/, ''), { token: org.token });
        found.push(...page.body.usageRecordReports.map(({ id }: Report) => id));
        next = /<(.*)>/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(found).toEqual(all);
    }
    const refused = await call('usageRecordReport?startDate=2026-02-02&endDate=2026-02-01');
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, 'startDate']);
  });

  test('contain the first 1,000 record groups, and their total count', async () => {
    const entitlement = await sale.direct({ info: { dimensions } });
    const ids = await report(
      entitlement.id,
      Array.from({ length: 1000 }, () => 1),
    );
    await report(entitlement.id, [1, 1]);
    await run();
    const [found] = await listed(`?entitlementId=${entitlement.id}`);
    expect(found?.info.usageRecordGroupCount).toBe(1002);
    expect(found?.info.usageRecordGroupIds).toEqual(ids);
  });

  test('of another tenant, and unknown reports, are a 404', async () => {
    const other = await app.organization();
    const [{ id }] = (await listed()) as [Report];
    expect((await call('usageRecordReport', other)).body).toEqual({ usageRecordReports: [] });
    for (const reply of [
      await call(`usageRecordReport/${id}`, other),
      await call('usageRecordReport/urr_none'),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'usage_record_report_not_found']);
  });
});

describe('among many', () => {
  const many = { id: 'org_many', reports: 30_000, entitlements: 300 };
  /** Each entitlement has a group in each call of an hour, and a report from the run of the hour. */
  beforeAll(async () => {
    await app.database.query(
      `SET ROLE tradepost_system;
       INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type, run_id)
       SELECT '${many.id}', 'ucl_' || lpad(n::text, 6, '0'), now(), now() - n * interval '1 minute', 'API', 100, '\\x00',
         'SERVICE', 'run_' || n / 3 FROM generate_series(0, 299) n;
       INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id, usage_time, time_given,
         keys, quantities)
       SELECT '${many.id}', 'ucl_' || lpad(n::text, 6, '0'), o, now(), 'urg_' || n || '_' || o, 'ent_' || (n % 3 * 100 + o),
         now(), true, '{gpu}', '{1}' FROM generate_series(0, 299) n, generate_series(0, 99) o;
       INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
         usage_until, group_count, status, group_status, creation_time, last_update_time, first_batch_id, last_batch_id)
       SELECT '${many.id}', 'urr_' || n, 'ent_' || n % 300, 'trm_1', CASE WHEN n % 3000 = 7 THEN 'MKC' ELSE 'MKA' END,
         'run_' || n / 300, now() - interval '1 hour', now() + interval '1 hour', 1, 'SUCCESS', 'REPORTED',
         now() - n * interval '1 second', now(), 'ucl_' || lpad((n / 100)::text, 6, '0'), 'ucl_' || lpad((n / 100)::text, 6, '0')
       FROM generate_series(0, ${many.reports - 1}) n;
       INSERT INTO entitlement (organization_id, id, status, buyer_id, info, meta_info, creation_time, last_update_time)
       SELECT '${many.id}', 'ent_' || n, 'ACTIVE', 'buy_' || n, '{}', '{}', now(), now() FROM generate_series(0, 299) n;
       RESET ROLE; ANALYZE usage_batch; ANALYZE usage_group; ANALYZE usage_report; ANALYZE entitlement`,
    );
  });

  const days = { from: '2020-01-01T00:00:00Z', until: '9999-01-01T00:00:00Z' };
  const place = { limit: 20, offset: 0, descending: false, after: undefined };
  /** Returns the content of a page, and the number of rows of a table that the page reads. */
  async function rowsRead(table: string, filter: object, page: object = {}) {
    const { database, rows } = countingRows(app.app.database, table);
    const scope = { organizationId: many.id } as OrgScope;
    const statement = reportStatements(scope, { ...days, ...filter }, { ...place, ...page }).rows;
    const found = await database.transaction(async ({ query }) => {
      await query({
        name: 'as_organization',
        text: `SELECT set_config('app.organization_id', $1, true)`,
        values: [many.id],
      });
      return query(statement);
    });
    return { read: rows.at(-1) as number, found: found as unknown as ShownReport[] };
  }

  test.each<[what: string, filter: object, page: object, found: number]>([
    ['the first page', {}, {}, 21],
    [
      'a later page',
      {},
      { after: { creationTime: new Date(Date.now() - 10_000_000).toISOString(), id: 'urr_' } },
      21,
    ],
    ['those of a rare marketplace', { partner: 'MKC' }, {}, 10],
    ['those of a buyer', { buyerId: 'buy_7' }, {}, 21],
    ['those of an entitlement', { entitlementId: 'ent_7' }, { descending: true }, 21],
  ])('%s is read by an index', async (_, filter, page, count) => {
    const { read, found } = await rowsRead('usage_report', filter, page);
    expect(found).toHaveLength(count);
    // Only the rows of the page are read, from index and table.
    expect(read).toBeLessThan(250);
  });

  test('their record groups are found once each by entitlement and calls', async () => {
    const month = `usage_group_${new Date().toISOString().slice(0, 7).replace('-', '')}`;
    const { read, found } = await rowsRead(month, { entitlementId: 'ent_107' }, { descending: true });
    expect(found.filter((row) => row.group_ids?.length === 1).length).toBe(21);
    expect(read).toBeLessThan(200);
  });
});
