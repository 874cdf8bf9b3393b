import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization, TestPerson } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let ann: TestPerson;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
beforeEach(async () => {
  ann = await app.person(org.id, 'VIEWER');
});
afterAll(() => app.stop());

type Sent = { body?: object; token?: string; orgId?: string; headers?: Record<string, string> };
const call = (
  method: string,
  id = '',
  { body, token = ann.token, orgId = org.id, headers = {} }: Sent = {},
) =>
  app.request(method, `/org/${orgId}/user/me/savedView${id}`, { token, headers, ...(body ? { body } : {}) });
const pending = {
  list: 'offers',
  name: 'Pending offers',
  query: { status: 'PENDING_ACCEPTANCE', sort: 'name', order: 'desc', columns: 'Name,Value' },
};
const save = async (view: object = {}, sent: Sent = {}) => {
  const reply = await call('POST', '', { body: { ...pending, ...view }, ...sent });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const namesIn = async (list = '', sent: Sent = {}): Promise<string[]> => {
  const reply = await call('GET', list && `?list=${list}`, sent);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.map(({ name }: { name: string }) => name);
};
const problem = (reply: { status: number; body: { code: string; errors?: { pointer: string }[] } }) => [
  reply.status,
  reply.body.code,
  reply.body.errors?.[0]?.pointer,
];

test('a member with the lowest role saves, lists, renames, replaces and deletes a view', async () => {
  const view = await save({ name: '  Pending offers ' });
  expect(view).toEqual({
    ...pending,
    id: expect.stringMatching(/^view_/),
    creationTime: expect.any(String),
    lastUpdateTime: view.creationTime,
  });
  await save({ name: 'active' });
  await save({ list: 'usage/reports', name: 'Elsewhere', query: {} });
  expect(await namesIn('offers')).toEqual(['Pending offers', 'active']);
  expect(await namesIn()).toEqual(['Pending offers', 'active', 'Elsewhere']);
  const id = `/${view.id}`;
  expect((await call('GET', id)).body).toEqual(view);
  expect((await call('PATCH', id, { body: { name: 'pending OFFERS' } })).body).toMatchObject({
    name: 'pending OFFERS',
    query: pending.query,
  });
  const replaced = await call('PATCH', id, { body: { query: { status: 'EXPIRED' } } });
  expect(replaced.body).toMatchObject({ name: 'pending OFFERS', query: { status: 'EXPIRED' } });
  expect((await call('GET', id)).body).toEqual(replaced.body);
  expect((await call('DELETE', id)).body).toBe(view.id);
  expect(problem(await call('GET', id))).toEqual([404, 'saved_view_not_found', undefined]);
  expect(await namesIn('offers')).toEqual(['active']);
});

describe('isolation', () => {
  test('a view of another member, also in another organization, is not found', async () => {
    const { id } = await save();
    const bob = await app.person(org.id, 'ADMIN');
    const other = await app.organization();
    const eve = await app.person(other.id, 'ADMIN');
    const others: Sent[] = [{ token: bob.token }, { token: eve.token, orgId: other.id }];
    for (const sent of others) {
      expect(await namesIn('', sent)).toEqual([]);
      for (const [method, body] of [['GET'], ['PATCH', { name: 'Taken' }], ['DELETE']] as const) {
        const reply = await call(method, `/${id}`, { ...sent, ...(body ? { body } : {}) });
        expect(problem(reply), method).toEqual([404, 'saved_view_not_found', undefined]);
      }
      expect((await save({}, sent)).id, 'names are unique for each member').not.toBe(id);
    }
    expect((await call('GET', '', { token: eve.token })).status).toBe(404);
    expect(await namesIn()).toEqual(['Pending offers']);
  });

  test('an API client is not a member', async () => {
    const { token } = org;
    for (const reply of [
      await call('GET', '', { token }),
      await call('POST', '', { token, body: pending }),
      await call('DELETE', '/view_1', { token }),
    ])
      expect(problem(reply)).toEqual([404, 'member_not_found', undefined]);
  });

  test('the end of a membership deletes the member’s views only', async () => {
    const bob = await app.person(org.id, 'VIEWER');
    const [mine, theirs] = [await save(), await save({}, { token: bob.token })];
    const left = await app.request('POST', `/org/${org.id}/leave`, { token: ann.token });
    expect(left.status, left.text).toBe(200);
    const { rows } = await app.database.query('SELECT id FROM saved_view WHERE id = ANY ($1)', [
      [mine.id, theirs.id],
    ]);
    expect(rows).toEqual([{ id: theirs.id }]);
  });

  test('the views of a suspended organization can be read, but not changed', async () => {
    const other = await app.organization();
    const { token } = await app.person(other.id, 'ADMIN');
    const sent = { token, orgId: other.id };
    const { id } = await save({}, sent);
    await app.database.query(
      `SET ROLE tradepost_system; UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = '${other.id}'; RESET ROLE`,
    );
    expect(await namesIn('', sent)).toEqual(['Pending offers']);
    for (const reply of [
      await call('POST', '', { ...sent, body: { ...pending, name: 'Late' } }),
      await call('PATCH', `/${id}`, { ...sent, body: { name: 'Late' } }),
      await call('DELETE', `/${id}`, sent),
    ])
      expect(problem(reply)).toEqual([403, 'organization_suspended', undefined]);
  });
});

describe('limits', () => {
  test('a name is unique for a member and list, ignoring case', async () => {
    const { id } = await save({ name: 'Été' });
    await save({ name: 'ÉTÉ', list: 'entitlements' });
    const other = await save({ name: 'Other' });
    const taken = [409, 'saved_view_exists', '/name'];
    expect(problem(await call('POST', '', { body: { ...pending, name: 'ÉTÉ ' } }))).toEqual(taken);
    expect(problem(await call('PATCH', `/${other.id}`, { body: { name: 'été' } }))).toEqual(taken);
    expect((await call('PATCH', `/${id}`, { body: { name: 'ÉTÉ' } })).body.name).toBe('ÉTÉ');
  });

  test.each([
    ['a missing list', { list: undefined }, '/list'],
    ['a list that is no path', { list: '../offers?x' }, '/list'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, '/name'],
    ['a name of two lines', { name: 'one\ntwo' }, '/name'],
    ['no query', { query: undefined }, '/query'],
    ['a value that is no text', { query: { limit: 5 } }, '/query/limit'],
    ['a value of several texts', { query: { status: ['ACTIVE'] } }, '/query/status'],
    ['a long query', { query: { search: 'x'.repeat(1994) } }, '/query'],
  ])('%s is a 400 that names the field', async (_, wrong, pointer) => {
    const reply = await call('POST', '', { body: { ...pending, ...wrong } });
    expect(problem(reply)).toEqual([400, 'invalid_request', pointer]);
    expect(await namesIn()).toEqual([]);
  });

  test('the longest name and the longest query are saved', async () => {
    const view = await save({ name: '💶'.repeat(60), query: { search: 'x'.repeat(1993) } });
    expect((await call('GET', `/${view.id}`)).body).toEqual(view);
    const reply = await call('PATCH', `/${view.id}`, { body: { name: null } });
    expect(problem(reply)).toEqual([400, 'invalid_request', '/name']);
  });

  test('a list has at most 50 views of a member, also after concurrent requests', async () => {
    for (let n = 1; n < 50; n++) await save({ name: `View ${n}` });
    const create = (name: string) => call('POST', '', { body: { ...pending, name } });
    const replies = await Promise.all(['one', 'two', 'three'].map(create));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(problem(await create('four'))).toEqual([400, 'invalid_request', '/list']);
    await save({ list: 'entitlements' });
    expect((await namesIn('offers')).length).toBe(50);
  });
});

test('a view is changed and deleted only with the current tag, if the caller sends one', async () => {
  const { id } = await save();
  const change = (method: string, tag: string) =>
    call(method, `/${id}`, {
      headers: { 'if-match': tag },
      ...(method === 'PATCH' ? { body: { query: {} } } : {}),
    });
  const tag = (await call('GET', `/${id}`)).headers.get('etag') as string;
  for (const method of ['PATCH', 'DELETE'])
    expect(problem(await change(method, '"another"'))).toEqual([412, 'changed_meanwhile', undefined]);
  const changed = await change('PATCH', tag);
  expect([changed.status, changed.body.query]).toEqual([200, {}]);
  const newest = changed.headers.get('etag') as string;
  expect((await call('GET', `/${id}`)).headers.get('etag')).toBe(newest);
  expect((await change('DELETE', tag)).status).toBe(412);
  expect((await change('DELETE', newest)).status).toBe(200);
});
