import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../src/organizations/roles/permissions.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { tokenAt } from '../other-token.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  org = await app.organization();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const call = (method: string, path: string, body?: object, token = org.token, program = app) =>
  program.request(method, `/org/${org.id}${path}`, { token, ...(body ? { body } : {}) });
const create = (name: string, allowed: string[], token?: string) =>
  call('POST', '/role', { name, permissions: allowed }, token);
const names = (reply: { body: { name: string }[] }) => reply.body.map(({ name }) => name);

test('a role is created, read, changed, listed and deleted, with an event for each change', async () => {
  const made = await call('POST', '/role', {
    name: 'SALES',
    description: 'Sells.',
    permissions: ['offers:write', 'offers:read', 'offers:read'],
  });
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({
    name: 'SALES',
    organizationID: org.id,
    description: 'Sells.',
    permissions: ['organization:read', 'offers:read', 'offers:write'],
    readOnly: false,
  });
  expect((await call('GET', '/role/SALES')).body).toEqual(made.body);
  const changed = await call('PATCH', '/role/SALES', { description: null, permissions: ['buyers:read'] });
  expect(changed.body).toMatchObject({ name: 'SALES', permissions: ['organization:read', 'buyers:read'] });
  expect(changed.body).not.toHaveProperty('description');
  expect(names(await call('GET', '/role'))).toEqual(['ADMIN', 'EDITOR', 'VIEWER', 'SALES']);
  const removed = await call('DELETE', '/role/SALES');
  expect([removed.status, removed.body]).toEqual([200, 'SALES']);
  expect((await call('GET', '/role/SALES')).body.code).toBe('role_not_found');
  const { rows } = await app.database.query(
    `SELECT action, sequence, payload, before FROM event
     WHERE entity_type = 'ROLE' AND entity_id = $1 ORDER BY sequence`,
    [made.body.id],
  );
  expect(rows.map(({ action, sequence }) => [action, sequence])).toEqual([
    ['CREATE', 1],
    ['UPDATE', 2],
    ['DELETE', 3],
  ]);
  expect(rows[1]).toMatchObject({ payload: changed.body, before: made.body });
});

describe('the list', () => {
  test('R2 begins with the standard roles, and continues by cursor or offset over both kinds', async () => {
    const own = await app.organization();
    const list = (query: string) => app.request('GET', `/org/${own.id}/role?${query}`, { token: own.token });
    for (const name of ['AAA', 'BBB', 'CCC'])
      await app.request('POST', `/org/${own.id}/role`, { token: own.token, body: { name, permissions: [] } });
    const all = ['ADMIN', 'EDITOR', 'VIEWER', 'AAA', 'BBB', 'CCC'];
    for (const order of ['asc', 'desc']) {
      const expected = order === 'asc' ? all : [...all].reverse();
      for (const limit of [1, 2, 3, 4, 6]) {
        const seen: string[] = [];
        let next: string | undefined = `limit=${limit}&order=${order}`;
        while (next !== undefined) {
          const page = await list(next);
          seen.push(...names(page));
          next = /\?([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
        }
        expect(seen, `by ${limit}`).toEqual(expected);
      }
      for (const offset of [0, 2, 3, 4, 5, 6]) {
        const page = await list(`offset=${offset}&limit=2&order=${order}`);
        expect(names(page), `from ${offset}`).toEqual(expected.slice(offset, offset + 2));
        expect(page.headers.get('x-total-count')).toBeNull();
      }
    }
    expect((await list('count=true')).headers.get('x-total-count')).toBe('6');
  });

  test('contains the permissions of the standard roles', async () => {
    const [admin, , viewer] = (await call('GET', '/role')).body;
    expect(admin).toMatchObject({ name: 'ADMIN', readOnly: true, permissions: [...permissions] });
    expect(viewer.permissions).not.toContain('offers:write');
    expect((await call('GET', '/role/ADMIN')).body).toEqual(admin);
  });
});

describe('a refused request is', () => {
  test.each([
    [{ permissions: [] }, '/name'],
    [{ name: 'X', permissions: [] }, '/name'],
    [{ name: 'Sales', permissions: [] }, '/name'],
    [{ name: '1A', permissions: [] }, '/name'],
    [{ name: 'A'.repeat(51), permissions: [] }, '/name'],
    [{ name: 'VIEWER', permissions: [] }, '/name'],
    [{ name: 'SALES' }, '/permissions'],
    [{ name: 'SALES', permissions: ['offers:read', 'offers:fly'] }, '/permissions/1'],
  ])('a role %j, naming %s', async (body, pointer) => {
    const reply = await call('POST', '/role', body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.errors[0].pointer).toBe(pointer);
  });

  test('an unknown permission, with the list of valid permissions', async () => {
    const { detail } = (await create('SALES', ['everything'])).body;
    for (const permission of permissions) expect(detail).toContain(permission);
  });

  test('a second role with the same name', async () => {
    await create('TWICE', []);
    const again = await create('TWICE', ['offers:read']);
    expect([again.status, again.body.code]).toEqual([409, 'role_exists']);
  });

  test('any change of a standard role', async () => {
    for (const [method, body] of [['PATCH', { permissions: [] }], ['DELETE']] as const)
      expect((await call(method, '/role/ADMIN', body)).body.code).toBe('role_read_only');
  });

  test('the deletion of a role that a member, a client or an invitation has', async () => {
    for (const [name, take] of [
      ['OF_MEMBER', () => app.person(org.id, 'OF_MEMBER')],
      ['OF_CLIENT', () => app.client(org.id, 'OF_CLIENT' as 'VIEWER')],
      ['OF_INVITED', () => call('POST', '/user', { email: 'in@example.com', role: 'OF_INVITED' })],
    ] as const) {
      await create(name, []);
      await take();
      expect((await call('DELETE', `/role/${name}`)).body.code, name).toBe('role_in_use');
      expect((await call('GET', `/role/${name}`)).status).toBe(200);
    }
  });

  test('a grant or removal of permissions beyond the caller’s own', async () => {
    await create('STAFF', ['members:read', 'members:write', 'offers:read']);
    await create('STRONG', ['offers:write']);
    const { token } = await app.person(org.id, 'STAFF');
    expect((await create('WEAK', ['offers:read'], token)).status).toBe(200);
    for (const reply of [
      await create('MINE', ['offers:read', 'offers:write'], token),
      await call('PATCH', '/role/STAFF', { permissions: ['members:write', 'clients:write'] }, token),
      await call('PATCH', '/role/STRONG', { permissions: [] }, token),
      await call('DELETE', '/role/STRONG', undefined, token),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    expect((await call('GET', '/role/STRONG')).body.permissions).toContain('offers:write');
  });
});

test('a change of a role takes effect immediately, on every program, for every holder', async () => {
  await create('CHANGING', ['offers:read']);
  const person = await app.person(org.id, 'CHANGING');
  const both = [
    [app, person.token],
    [other, await tokenAt(other, person)],
  ] as const;
  const read = (path: string) =>
    Promise.all(
      both.map(async ([program, token]) => (await call('GET', path, undefined, token, program)).status),
    );
  expect([await read('/offer'), await read('/entitlement')]).toEqual([
    [200, 200],
    [403, 403],
  ]);
  await call('PATCH', '/role/CHANGING', { permissions: ['entitlements:read'] });
  expect([await read('/offer'), await read('/entitlement')]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

test('another organization cannot read or change the role, and may have a role with the same name', async () => {
  await create('OURS', ['offers:read']);
  const stranger = await app.organization();
  const theirs = (method: string, path: string, body?: object) =>
    app.request(method, `/org/${stranger.id}${path}`, { token: stranger.token, ...(body ? { body } : {}) });
  expect(names(await theirs('GET', '/role'))).toEqual(['ADMIN', 'EDITOR', 'VIEWER']);
  for (const [method, body] of [['GET'], ['PATCH', { permissions: [] }], ['DELETE']] as const)
    expect((await theirs(method, '/role/OURS', body)).body.code).toBe('role_not_found');
  expect((await theirs('POST', '/role', { name: 'OURS', permissions: [] })).status).toBe(200);
  expect((await call('GET', '/role/OURS')).body.permissions).toContain('offers:read');
});

test('each row of GET /org, and the organization itself, has the permissions of the caller’s role there', async () => {
  const allowed = ['organization:read', 'offers:read', 'offers:write'];
  await create('SELLERS', allowed);
  const seller = await app.person(org.id, 'SELLERS');
  const viewer = await app.person(org.id, 'VIEWER');
  const elsewhere = await app.organization();
  await app.database.query(
    `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
     VALUES ($1, $2, 'API_CLIENT', 'SELLERS', now())`,
    [elsewhere.id, org.client.id],
  );
  const rowsOf = async (token: string): Promise<{ id: string; permissions: string[] }[]> =>
    (await app.request('GET', '/org', { token })).body;
  const [own, other] = await rowsOf(org.token);
  expect(own).toMatchObject({ id: org.id, permissions: [...permissions] });
  // A role with the same name in a different organization has no effect.
  expect(other).toMatchObject({ id: elsewhere.id, permissions: [] });
  expect(await rowsOf(seller.token)).toMatchObject([
    { id: org.id, userRole: 'SELLERS', permissions: allowed },
  ]);
  expect((await call('GET', '', undefined, seller.token)).body.permissions).toEqual(allowed);
  const [seen] = await rowsOf(viewer.token);
  expect(seen?.permissions).toContain('offers:read');
  expect(seen?.permissions).not.toContain('offers:write');
  await call('PATCH', '/role/SELLERS', { permissions: ['buyers:read'] });
  expect((await rowsOf(seller.token))[0]?.permissions).toEqual(['organization:read', 'buyers:read']);
});
