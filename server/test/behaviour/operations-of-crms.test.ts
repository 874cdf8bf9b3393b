import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operationColumns } from '../../src/operations/columns.ts';
import { listStatements } from '../../src/platform/lists/list-query.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
const found = async (query: string): Promise<string[]> => {
  const reply = await call('GET', `operation?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.map(({ id }: { id: string }) => id);
};
let offers = 0;
/** Returns the operation that creates an offer with these links. */
const creationOf = async (metaInfo: object, more: object = {}) => {
  const reply = await call('POST', 'offer', {
    name: `Linked ${++offers}`,
    partner: 'MKA',
    metaInfo,
    ...more,
  });
  expect(reply.status, reply.text).toBe(200);
  const [id] = await found(`offerId=${reply.body.id}`);
  return id as string;
};
const memoOf = async (id: string) => (await call('GET', `v2/operation/${id}`)).body.memo;

test('crmOpportunityId finds the opportunities and deals of all three CRMs', async () => {
  const a = await creationOf({ crmAOpportunityId: '006Aa' });
  const b = await creationOf({ crmBDealId: '9131' });
  const all = await creationOf({
    crmAOpportunityId: '006Bb',
    crmBDealId: '9131',
    crmCOpportunityId: '{C-1}',
  });
  expect(await found('crmOpportunityId=006Aa')).toEqual([a]);
  expect(await found('crmOpportunityId=006aa')).toEqual([]);
  expect(await found('crmOpportunityId=9131')).toEqual([b, all]);
  for (const id of ['006Bb', 'c-1', 'C-1']) expect(await found(`crmOpportunityId=${id}`)).toEqual([all]);
  expect(await found('crmOpportunityId=')).toEqual([a, b, all]);
  expect(await memoOf(b)).toMatchObject({ crmOpportunityId: '9131' });
  expect(await memoOf(all)).toMatchObject({
    crmOpportunityId: 'c-1',
    crmOpportunityIds: ['c-1', '006Bb', '9131'],
  });
});

test('pages of the list require the same id', async () => {
  const made = [await creationOf({ crmBDealId: '7' }), await creationOf({ crmAOpportunityId: '7' })];
  const first = await call('GET', 'operation?crmOpportunityId=7&limit=1&count=true');
  expect(first.headers.get('x-total-count')).toBe('2');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] as string;
  expect((await app.request('GET', next, { token: org.token })).body[0].id).toBe(made[1]);
  const other = next.replace('crmOpportunityId=7', 'crmOpportunityId=8');
  expect((await app.request('GET', other, { token: org.token })).status).toBe(400);
});

test('the creation of a submitted draft is found as well', async () => {
  const metaInfo = { crmBDealId: 'deal' };
  const draft = await call('POST', 'draftOffer', { name: 'Later', partner: 'MKA', metaInfo });
  expect(draft.status, draft.text).toBe(200);
  const submitted = await creationOf(metaInfo, { id: draft.body.id });
  expect(await found('crmOpportunityId=deal')).toEqual([submitted]);
});

test('each CRM has an index, which the application role uses under row-level security', async () => {
  await app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, operation,
       crm_opportunity_id, crm_a_opportunity_id, crm_b_deal_id)
     SELECT 'org_many', 'job_' || n, 'x', 'l' || n, '{}', 'wall', now(), now(), now() - n * interval '1 second', 'Do',
       'c_' || n, 'a_' || n, 'b_' || n FROM generate_series(1, 3000) n; ANALYZE job`,
  );
  const { text, values } = listStatements({
    organizationId: 'org_many',
    table: 'job',
    columns: operationColumns,
    present: ['operation'],
    filters: {},
    either: { crm_opportunity_id: 'c_77', crm_a_opportunity_id: 'a_77', crm_b_deal_id: 'b_77' },
    page: { limit: 10, offset: 0, after: undefined, count: false, descending: false },
  }).rows;
  const client = new pg.Client({ connectionString: app.database.connectionString });
  await client.connect();
  try {
    await client.query(`SET ROLE tradepost_app; BEGIN; SET LOCAL enable_seqscan = off;
      SELECT set_config('app.organization_id', 'org_many', true)`);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
    const used = [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"/g)].map((match) => match[1]);
    expect(used.sort()).toEqual(['job_by_crm_a_opportunity', 'job_by_crm_b_deal', 'job_by_crm_opportunity']);
  } finally {
    await client.end();
  }
});
