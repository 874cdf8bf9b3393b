import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  const product = await make('product', { name: 'Cloud Analytics Platform', partner: 'MKA' });
  const buyer = await make('buyer', { name: 'Acme', info: { emailAddress: 'ann@example.com' } });
  for (const [n, name] of ['First offer for Acme', 'Renewal for the next year', 'Upgrade'].entries())
    await make('offer', {
      partner: 'MKA',
      name,
      productID: product.id,
      buyerID: buyer.id,
      info: { currency: 'USD', commits: [{ key: 'seats', rate: 1200 + n, length: 1, timeUnit: 'YEAR' }] },
      metaInfo: { internalNote: 'n'.repeat(500) },
    });
  await make('contact', { emailAddress: 'ann@example.com', name: 'Ann Lee' });
  await app.person(org.id);
  await app.drainJobs();
  const [offer] = (await get('offer')).body;
  await app.request('POST', `/org/${org.id}/sandbox/offer/${offer.id}/accept`, { token: org.token });
  await app.drainJobs();
});
afterAll(() => app.stop());

async function make(noun: string, body: object) {
  const reply = await app.request('POST', `/org/${org.id}/${noun}`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
const get = (query: string) => app.request('GET', `/org/${org.id}/${query}`, { token: org.token });
const refusal = async (query: string) => {
  const { status, body } = await get(query);
  return [status, body.errors?.map(({ pointer }: { pointer: string }) => pointer)];
};

describe('fields', () => {
  const whole = ['offer', 'entitlement', 'product', 'buyer', 'contact', 'user', 'apiClient'];

  test.each(whole)('%s: each field alone, and all fields, equal those of the whole row', async (noun) => {
    const [row] = (await get(noun)).body as Record<string, unknown>[];
    const names = Object.keys(row as object);
    for (const name of names) {
      const slim = await get(`${noun}?fields=${name}&limit=1`);
      expect([name, slim.status, slim.body]).toEqual([name, 200, [{ id: row?.id, [name]: row?.[name] }]]);
    }
    const all = await get(`${noun}?fields=${names.join(',')}&limit=1`);
    expect(all.body).toEqual([row]);
  });

  test.each([
    ['offer', 'name,partner,status,buyerID,productID,creationTime'],
    ['entitlement', 'name,partner,status,buyerID,offerID,endTime'],
    ['product', 'name,partner,status,externalID,creationTime'],
    ['buyer', 'name,partner,externalID,creationTime'],
    ['contact', 'name,emailAddress,creationTime'],
    ['user', 'name,email,role,status,joinOrganizationTime'],
    ['apiClient', 'name,role,createdBy,creationTime'],
  ])('%s: a row for a table has at most 300 bytes', async (noun, fields) => {
    const reply = await get(`${noun}?fields=${fields}&limit=1`);
    expect(reply.body).toHaveLength(1);
    expect(Object.keys(reply.body[0])).toContain('id');
    expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(302);
  });

  test('unknown to the record are a 400 that names the parameter; spaces and repeats are ignored', async () => {
    for (const query of [
      'fields=nam',
      'fields=name,secret',
      'fields=,',
      'fields=info.currency',
      'fields=Name',
    ])
      expect([query, ...(await refusal(`offer?${query}`))]).toEqual([query, 400, ['fields']]);
    expect(await refusal('apiClient?fields=secret')).toEqual([400, ['fields']]);
    const reply = await get('offer?fields=%20name%20,name,&limit=1');
    expect([reply.status, Object.keys(reply.body[0])]).toEqual([200, ['id', 'name']]);
  });

  test('keep secrets in addresses masked', async () => {
    const info = { eulaType: 'CUSTOM', eulaUrl: 'https://docs.example/eula?token=hush' };
    await make('offer', { partner: 'MKA', name: 'Masked', info });
    const reply = await get('offer?fields=metaInfo,info&search=Masked');
    expect(reply.body[0].info.eulaUrl).toContain('docs.example');
    expect(reply.text).not.toContain('hush');
  });

  test('are part of the next-page link, which accepts any fields', async () => {
    const first = await get('offer?fields=name&limit=1');
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await app.request('GET', link, { token: org.token });
    expect(Object.keys(second.body[0])).toEqual(['id', 'name']);
    const whole = await app.request('GET', link.replace('fields=name', ''), { token: org.token });
    expect(whole.body[0]).toMatchObject({ ...second.body[0], partner: 'MKA' });
  });
});

describe('several states', () => {
  test('separated by commas select rows of each state, in the order of the list', async () => {
    const all = (await get('offer')).body as { id: string; status: string }[];
    const states = [...new Set(all.map(({ status }) => status))];
    expect(states.length).toBeGreaterThan(1);
    const ids = async (query: string) => (await get(query)).body.map(({ id }: { id: string }) => id);
    expect(await ids(`offer?status=${states.join(',')}`)).toEqual(all.map(({ id }) => id));
    expect(await ids(`offer?status=${states.join(',')}&order=desc`)).toEqual(
      all.map(({ id }) => id).reverse(),
    );
    for (const state of states)
      expect(await ids(`offer?status=${state},DELETED`)).toEqual(await ids(`offer?status=${state}`));
    expect(await ids('entitlement?status=ACTIVE,CANCELLED')).toHaveLength(1);
    expect(await ids('product?status=DRAFT,PUBLIC,CREATED')).toEqual(await ids('product'));
    expect(await ids('user?status=ACTIVE,INVITED')).toEqual(await ids('user'));
  });

  test('with an unknown state are a 400 that names the parameter and the allowed states', async () => {
    for (const status of ['NONE', 'DRAFT,NONE', 'draft', ','])
      expect([status, ...(await refusal(`offer?status=${status}`))]).toEqual([status, 400, ['status']]);
    expect((await get('offer?status=DRAFT,NONE')).body.detail).toMatch(/PENDING_CREATE/);
  });

  test('have their own cursor; the cursor of a single state is unchanged', async () => {
    const cursorOf = async (query: string) =>
      /cursor=([\w-]+)/.exec((await get(query)).headers.get('link') ?? '')?.[1] as string;
    const markOf = (cursor: string) => Buffer.from(cursor, 'base64url').toString().split(' ')[2];
    const several = await cursorOf('offer?status=PENDING_ACCEPTANCE,ACCEPTED,USED&limit=1');
    expect(await refusal(`offer?status=PENDING_ACCEPTANCE&cursor=${several}`)).toEqual([400, ['cursor']]);
    // Cursors of released versions stay valid.
    expect(markOf(await cursorOf('offer?limit=1'))).toBe('RzDMwQoeul_K');
    expect(markOf(await cursorOf('offer?limit=1&status=PENDING_ACCEPTANCE'))).toBe('v4ZG-6N3p30U');
  });
});

describe('from and to', () => {
  test('filter by time of creation: from is inclusive, to is exclusive', async () => {
    const all = (await get('offer')).body as { id: string; creationTime: string }[];
    const [first, second] = all as [(typeof all)[0], (typeof all)[0]];
    const ids = async (query: string) =>
      (await get(`offer?${query}`)).body.map(({ id }: { id: string }) => id);
    const expected = (holds: (time: string) => boolean) =>
      all.filter(({ creationTime }) => holds(creationTime)).map(({ id }) => id);
    expect(await ids(`from=${second.creationTime}`)).toEqual(expected((t) => t >= second.creationTime));
    const next = new Date(Date.parse(first.creationTime) + 1).toISOString();
    expect(await ids(`to=${next}`)).toEqual(expected((t) => t < next));
    expect(await ids(`from=${next}&to=${next}`)).toEqual([]);
    expect(await ids('from=2020-01-01&to=2100-01-01')).toEqual(all.map(({ id }) => id));
    expect(await ids('to=2020-01-01')).toEqual([]);
    expect(await ids('from=0001-01-01&to=9999-12-31T23:59:59.999Z')).toEqual(all.map(({ id }) => id));
  });

  test.each([
    ['from=x', 'from'],
    ['to=2027-02-30', 'to'],
    ['from=2027-01-31T00:00:00', 'from'],
    ['from=2027-01-31T00:00:00+01:00', 'from'],
    ['to=infinity', 'to'],
    ['from=2027-01-02&to=2027-01-01', 'from'],
  ])('%s is a 400', async (query, pointer) => {
    expect(await refusal(`offer?${query}`)).toEqual([400, [pointer]]);
  });
});

test('an unknown list parameter is a 400 that names it, in strict handling', async () => {
  const headers = { prefer: 'handling=strict' };
  const list = (query: string) =>
    app.request('GET', `/org/${org.id}/${query}`, { token: org.token, headers });
  const reply = await list('offer?colour=red&fields=name');
  expect([reply.status, reply.body.errors]).toEqual([
    400,
    [{ pointer: 'colour', message: 'is not a parameter of this operation' }],
  ]);
  expect((await list('offer?fields=name&search=x&from=2020-01-01&to=2100-01-01&order=desc')).status).toBe(
    200,
  );
  expect((await get('offer?colour=red')).status).toBe(200);
});
