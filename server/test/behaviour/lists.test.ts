import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
const ids: string[] = [];
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  for (let n = 0; n < 25; n++)
    ids.push(
      (await create({ name: `row ${n}`, ...(n % 5 === 0 ? { partner: 'MKA', productID: 'prd_5' } : {}) })).id,
    );
});
afterAll(() => app.stop());

const create = async (body: object) => {
  const reply = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const list = (query = '', noun = 'offer', owner = org) =>
  app.request('GET', `/org/${owner.id}/${noun}${query}`, { token: owner.token });
const idsOf = (reply: { body: { id: string }[] }) => reply.body.map((row) => row.id);
const nextOf = (reply: { headers: Headers }) =>
  /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];

test('R2 a list is a bare array in order of creation, with limit and offset', async () => {
  expect(idsOf(await list())).toEqual(ids);
  expect(idsOf(await list('?limit=3'))).toEqual(ids.slice(0, 3));
  expect(idsOf(await list('?limit=3&offset=4'))).toEqual(ids.slice(4, 7));
  expect(idsOf(await list('?offset=24'))).toEqual(ids.slice(24));
  expect(idsOf(await list('?offset=1000000'))).toEqual([]);
  expect(idsOf(await list('?limit=1000&offset=0'))).toEqual(ids);
  expect(idsOf(await list('?limit=&offset='))).toEqual(ids);
});

test.each(['offer', 'entitlement'])(
  'R2 an offset or limit that is out of range or not an integer is a 400 (%s)',
  async (noun) => {
    const wrong = [
      'limit=0',
      'limit=1001',
      'limit=-1',
      'limit=1.5',
      'limit=x',
      'limit=1e2',
      'limit=%201',
      'offset=-1',
      'offset=x',
      'limit=1&limit=2',
    ];
    for (const query of wrong) {
      const reply = await list(`?${query}`, noun);
      expect([query, reply.status]).toEqual([query, 400]);
      expect(reply.body.errors[0].pointer).toBe(query.split('=')[0]);
    }
  },
);

test('R2 the default limit is 1000, with a link to the rest', async () => {
  const own = await app.organization();
  await app.database.query(
    `INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, creation_time, last_update_time)
     SELECT $1, 'ofr_' || lpad(n::text, 6, '0'), 'PRIVATE', 'PENDING_ACCEPTANCE', '{}', '{}',
       date_trunc('second', now()), now() FROM generate_series(1, 1003) n`,
    [own.id],
  );
  const first = await list('?count=true', 'offer', own);
  expect(first.body).toHaveLength(1000);
  expect(first.headers.get('x-total-count')).toBe('1003');
  const rest = await app.request('GET', nextOf(first) as string, { token: own.token });
  expect(idsOf(rest)).toEqual(['ofr_001001', 'ofr_001002', 'ofr_001003']);
  expect(nextOf(rest)).toBeUndefined();
});

const starts = [
  ['equal times', '2026-01-01T00:00:00.123Z'],
  ['equal times told to the microsecond', '2026-01-01T00:00:00.123456Z'],
] as const;
test.each(starts)(
  'cursors lead through all rows exactly once while rows are added (%s)',
  async (_name, start) => {
    const own = await app.organization();
    const insert = (from: number, to: number, time: string) =>
      app.database.query(
        `INSERT INTO offer (organization_id, id, offer_type, status, info, meta_info, creation_time, last_update_time)
       SELECT $1, 'ofr_' || lpad(n::text, 6, '0'), 'PRIVATE', 'PENDING_ACCEPTANCE', '{}', '{}', $4, $4
       FROM generate_series($2::int, $3::int) n`,
        [own.id, from, to, time],
      );
    await insert(1, 50, start);
    const seen: string[] = [];
    let next: string | undefined = `/org/${own.id}/offer?limit=7`;
    for (let page = 0; next && page < 40; page++) {
      const reply: Awaited<ReturnType<typeof list>> = await app.request('GET', next, { token: own.token });
      seen.push(...idsOf(reply));
      if (page < 5) await insert(100 + page, 100 + page, `2026-01-02T00:00:0${page}Z`);
      next = nextOf(reply);
    }
    expect(seen).toHaveLength(55);
    expect(new Set(seen).size).toBe(55);
  },
);

test('a cursor is a 400 with an offset, with other filters, or when it is invalid', async () => {
  const next = nextOf(await list('?limit=2&partner=MKA')) as string;
  const cursor = new URL(next, app.url).searchParams.get('cursor') as string;
  expect((await list(`?cursor=${cursor}&partner=MKA`)).status).toBe(200);
  const all = new URL(nextOf(await list('?limit=2')) as string, app.url).searchParams.get('cursor') as string;
  const print = Buffer.from(all, 'base64url').toString().split(' ')[2];
  const made = (text: string) => Buffer.from(text).toString('base64url');
  const wrong = [
    `cursor=${cursor}&partner=MKA&offset=1`,
    `cursor=${cursor}`,
    `cursor=${cursor}&partner=MKB`,
    `cursor=${cursor}&partner=MKA&status=ACTIVE`,
    'cursor=x',
    `cursor=${made(`1 ofr_x ${print}`)}`,
    `cursor=${made(`+275760-09-12T00:00:00Z ofr_x ${print}`)}`,
    `cursor=${made(`2026-01-01T00:00:00.000Z ofr_\0 ${print}`)}`,
    `cursor=${made(`2026-02-30T00:00:00.000000Z ofr_x ${print}`)}`,
    `cursor=${made(`2026-02-28T24:00:00.000000Z ofr_x ${print}`)}`,
    `cursor=${'x'.repeat(501)}`,
  ];
  for (const query of wrong) expect([query, (await list(`?${query}`)).status]).toEqual([query, 400]);
  expect((await list(`?cursor=${made(`2026-02-28T00:00:00.000000Z ofr_x ${print}`)}`)).status).toBe(200);
  for (const noun of ['entitlement', 'product', 'contact'])
    expect([noun, (await list(`?cursor=${all}`, noun)).status]).toEqual([noun, 400]);
});

test('count=true returns the total count, with the filters', async () => {
  const reply = await list('?count=true&limit=1&partner=MKA');
  expect([reply.body.length, reply.headers.get('x-total-count')]).toEqual([1, '5']);
  expect((await list('?limit=1')).headers.get('x-total-count')).toBeNull();
  expect((await list('?count=yes')).status).toBe(400);
});

test('codes in filters are read in any letter case', async () => {
  const lower = await list('?partner=mka');
  expect(lower.status, lower.text).toBe(200);
  expect(idsOf(lower)).toHaveLength(5);
});

test('filters narrow the list, and are part of the next-page link', async () => {
  expect(idsOf(await list('?productId=prd_5'))).toEqual(ids.filter((_, n) => n % 5 === 0));
  expect(idsOf(await list('?productId=prd_5&partner=MKB'))).toEqual([]);
  expect(idsOf(await list('?status=PENDING_ACCEPTANCE'))).toHaveLength(20);
  const first = await list('?status=PENDING_CREATE&limit=2');
  const second = await app.request('GET', nextOf(first) as string, { token: org.token });
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.filter((_, n) => n % 5 === 0).slice(0, 4));
  for (const query of ['status=NONE', 'partner=MKZ']) {
    const reply = await list(`?${query}`);
    expect([query, reply.status]).toEqual([query, 400]);
    expect(reply.body.detail).toMatch(/PENDING_CREATE|MKA/);
  }
});

test('R31 opportunities of CRM C are found in any form, on offers and entitlements', async () => {
  const offer = await create({ name: 'crm', metaInfo: { crmCOpportunityId: '{A1B2-C3}' } });
  await app.request('POST', `/org/${org.id}/sandbox/offer/${offer.id}/accept`, { token: org.token });
  for (const form of ['a1b2-c3', '{A1B2-C3}', 'A1b2-C3', ' a1b2-c3 ']) {
    const query = `?crmCOpportunityId=${encodeURIComponent(form)}`;
    expect(idsOf(await list(query))).toEqual([offer.id]);
    const [entitlement] = (await list(query, 'entitlement')).body;
    expect(entitlement).toMatchObject({ offerID: offer.id, metaInfo: { crmCOpportunityId: 'a1b2-c3' } });
  }
  expect(idsOf(await list('?crmCOpportunityId=a1b2'))).toEqual([]);
});

test('deleted offers are listed on request only', async () => {
  const own = await app.organization();
  const { body } = await app.request('POST', `/org/${own.id}/offer`, {
    token: own.token,
    body: { name: 'gone' },
  });
  await app.database.query(`UPDATE offer SET status = 'DELETED' WHERE id = $1`, [body.id]);
  expect(idsOf(await list('?count=true', 'offer', own))).toEqual([]);
  expect((await list('?count=true', 'offer', own)).headers.get('x-total-count')).toBe('0');
  expect(idsOf(await list('?status=DELETED', 'offer', own))).toEqual([body.id]);
});

test('another organization’s rows are never listed', async () => {
  const own = await app.organization();
  expect((await list('', 'offer', own)).body).toEqual([]);
  expect((await app.request('GET', `/org/${org.id}/offer`, { token: own.token })).status).toBe(404);
  expect((await app.request('GET', `/org/${own.id}/offer/${ids[0]}`, { token: own.token })).status).toBe(404);
});
