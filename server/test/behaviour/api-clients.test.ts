import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const call = (method: string, path: string, body?: unknown, who = org, to = org.id) =>
  app.request(method, `/org/${to}/apiClient${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  });
const create = async (body: object = { role: 'EDITOR', name: 'Importer' }, who = org) => {
  const reply = await call('POST', '', body, who, who.id);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { id: string; secret: string } & Record<string, unknown>;
};
/** Returns the response status of each process for the token. */
const statuses = async (token: string, path = `/org/${org.id}/offer`) => {
  const { port } = other.app.server.server.address() as { port: number };
  const there = await send(`http://127.0.0.1:${port}${path}`, 'GET', { token });
  return [(await app.request('GET', path, { token })).status, there.status];
};
const tokenOf = ({ id, secret }: { id: string; secret: string }) => app.token({ id, secret });
const rotate = async (id: string, body?: object) =>
  (await call('POST', `/${id}/rotateSecret`, body)).body as { id: string; secret: string } & Record<
    string,
    unknown
  >;
const events = async (organizationId: string, id: string) =>
  (
    await app.database.query(
      `SELECT sequence, action, payload, before, actor_type FROM event
       WHERE organization_id = $1 AND entity_type = 'API_CLIENT' AND entity_id = $2 ORDER BY sequence`,
      [organizationId, id],
    )
  ).rows;
/** Creates a second organization that admitted the client of the first organization as ADMIN. */
const second = async (role = 'ADMIN') => {
  const made = await app.organization();
  await app.database.query(
    `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
     VALUES ($1, $2, 'API_CLIENT', $3, now())`,
    [made.id, org.client.id, role],
  );
  return made;
};

describe('R3 a client', () => {
  test('is created, listed, read, changed and deleted, each with its event', async () => {
    const { secret, ...made } = await create({ role: 'editor'.toUpperCase(), name: 'Importer', id: 7 });
    expect(made).toMatchObject({ role: 'EDITOR', type: 'BEARER_TOKEN', organizationIDs: [org.id] });
    const token = await tokenOf({ id: made.id, secret });
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await call('GET', `/${made.id}`)).body).toEqual(made);
    const list = await call('GET', '?count=true');
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual([org.client.id, made.id]);
    expect(list.headers.get('x-total-count')).toBe('2');
    const changed = await call('PATCH', `/${made.id}`, { name: 'Exporter', description: 'Nightly' });
    expect(changed.body).toMatchObject({ name: 'Exporter', description: 'Nightly', role: 'EDITOR' });
    const bare = (await call('PATCH', `/${made.id}`, { description: null, name: null })).body;
    expect(bare).toEqual({ ...made, name: 'API client', lastUpdateTime: bare.lastUpdateTime });
    expect((await call('DELETE', `/${made.id}`)).body).toBe(made.id);
    expect(await statuses(token)).toEqual([401, 401]);
    expect((await call('GET', `/${made.id}`)).body.code).toBe('api_client_not_found');
    const rows = await events(org.id, made.id);
    expect(rows.map(({ sequence, action }) => [sequence, action])).toEqual([
      [1, 'CREATE'],
      [2, 'UPDATE'],
      [3, 'UPDATE'],
      [4, 'DELETE'],
    ]);
    expect(rows[0]).toMatchObject({ payload: made, before: null });
    expect(rows[1]).toMatchObject({ payload: changed.body, before: made });
  });

  test('returns its secret in the response to creation only', async () => {
    const key = { 'idempotency-key': 'once' };
    const post = () =>
      app.request('POST', `/org/${org.id}/apiClient`, {
        token: org.token,
        headers: key,
        body: { role: 'VIEWER' },
      });
    const made = await post();
    const rotated = await rotate(made.body.id, {});
    expect((await post()).body).toEqual({ ...made.body, secret: '********' });
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`,
    );
    for (const secret of [made.body.secret, rotated.secret]) {
      expect(secret).toMatch(/^tps_[\w-]{43}$/);
      for (const { name } of rows) {
        const found = await app.database.query(
          `SELECT count(*)::int AS n FROM ${name} AS t WHERE position($1 IN t::text) > 0`,
          [secret],
        );
        expect(found.rows, name).toEqual([{ n: 0 }]);
      }
    }
    expect((await call('GET', '')).text).not.toContain('tps_');
  });

  const wrong: [string, unknown, string][] = [
    ['no role', {}, '/role'],
    ['a role that there is not', { role: 'OWNER' }, '/role'],
    ['a role that is a number', { role: 7 }, '/role'],
    ['an empty name', { role: 'VIEWER', name: '' }, '/name'],
    ['a long name', { role: 'VIEWER', name: 'x'.repeat(101) }, '/name'],
    ['a type that there is not', { role: 'VIEWER', type: 'PASSWORD' }, '/type'],
  ];
  test.each(wrong)('is not created with %s', async (_name, body, pointer) => {
    const reply = await call('POST', '', body);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
    expect((await call('GET', '')).body).toHaveLength(1);
  });

  test('of another organization is a 404', async () => {
    const made = await create();
    const stranger = await app.organization();
    for (const [method, path, body] of [
      ['GET', `/${made.id}`, undefined],
      ['PATCH', `/${made.id}`, { name: 'Mine' }],
      ['POST', `/${made.id}/rotateSecret`, {}],
      ['DELETE', `/${made.id}`, undefined],
      ['DELETE', `/${made.id}/organization/${stranger.id}`, undefined],
      ['POST', `/${made.id}/organization`, { organizationID: org.id, role: 'VIEWER' }],
    ] as const)
      expect((await call(method, path, body, stranger, stranger.id)).status, `${method} ${path}`).toBe(404);
    expect((await call('GET', '', undefined, stranger)).status).toBe(404);
    expect(await events(stranger.id, made.id)).toEqual([]);
    expect((await call('GET', `/${made.id}`)).body.name).toBe('Importer');
  });
});

describe('R3 rotation of a secret', () => {
  test('without overlap ends the old secret and its tokens immediately on every program', async () => {
    const made = await create();
    const token = await tokenOf(made);
    expect(await statuses(token)).toEqual([200, 200]);
    const rotated = await rotate(made.id, { overlapHours: 0 });
    expect(rotated.previousSecretExpireTime).toBeUndefined();
    expect(await statuses(token)).toEqual([401, 401]);
    await expect(tokenOf(made)).rejects.toThrow('invalid_client');
    expect(await statuses(await tokenOf(rotated))).toEqual([200, 200]);
  });

  test('with overlap keeps the old secret and its tokens until the next rotation', async () => {
    const made = await create();
    const before = await tokenOf(made);
    expect(await statuses(before)).toEqual([200, 200]);
    const first = await rotate(made.id);
    const hours = (Date.parse(String(first.previousSecretExpireTime)) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    const during = await tokenOf(made);
    for (const token of [before, during, await tokenOf(first)])
      expect(await statuses(token)).toEqual([200, 200]);
    const next = await rotate(made.id, { overlapHours: 168 });
    for (const token of [before, during]) expect(await statuses(token)).toEqual([401, 401]);
    await expect(tokenOf(made)).rejects.toThrow('invalid_client');
    for (const secret of [first, next]) expect(await statuses(await tokenOf(secret))).toEqual([200, 200]);
    const actions = (await events(org.id, made.id)).map(({ action }) => action);
    expect(actions).toEqual(['CREATE', 'ROTATE_SECRET', 'ROTATE_SECRET']);
  });

  test('with overlap ends the old secret on time, and its tokens expire no later', async () => {
    const made = await create();
    await rotate(made.id, { overlapHours: 1 });
    const until = (seconds: number) =>
      app.database.query(
        `UPDATE api_client SET previous_until = clock_timestamp() + $2 * interval '1 second' WHERE id = $1`,
        [made.id, seconds],
      );
    await until(100);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.id,
      client_secret: made.secret,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const exchange = () => app.request('POST', '/oauth2/token', { raw: String(form), headers });
    const reply = await exchange();
    expect(reply.body.expires_in).toBeGreaterThan(90);
    expect(reply.body.expires_in).toBeLessThanOrEqual(100);
    await until(-1);
    expect((await exchange()).status).toBe(401);
    expect((await app.request('GET', '/org', { token: reply.body.access_token })).status).toBe(401);
    expect((await call('GET', `/${made.id}`)).body.previousSecretExpireTime).toBeUndefined();
  });

  test('takes an overlap in whole hours, up to a week', async () => {
    const made = await create();
    for (const overlapHours of [-1, 169, 1.5, '24'])
      expect((await call('POST', `/${made.id}/rotateSecret`, { overlapHours })).body.errors[0].pointer).toBe(
        '/overlapHours',
      );
    expect(await statuses(await tokenOf(made))).toEqual([200, 200]);
  });

  test('ten times simultaneously leaves one valid secret', async () => {
    const made = await create();
    const all = await Promise.all(Array.from({ length: 10 }, () => rotate(made.id, { overlapHours: 0 })));
    const good = await Promise.allSettled(all.map(tokenOf));
    expect(good.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await events(org.id, made.id)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 11 }, (_, index) => index + 1),
    );
  });
});

describe('R3 roles', () => {
  const custom = (permissions: string[], name = 'CLERK') =>
    app.database.query(
      `INSERT INTO custom_role (organization_id, name, id, permissions, creation_time, last_update_time)
       VALUES ($1, $2, $2, $3, now(), now())`,
      [org.id, name, permissions],
    );

  test('a changed role takes effect with the next request on every program', async () => {
    const made = await create();
    const token = await tokenOf(made);
    await custom(['clients:read']);
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await call('PATCH', `/${made.id}`, { role: 'CLERK' })).body.role).toBe('CLERK');
    expect(await statuses(token)).toEqual([403, 403]);
    expect(await statuses(token, `/org/${org.id}/apiClient`)).toEqual([200, 200]);
  });

  test('a caller cannot grant, or take over, permissions beyond its own', async () => {
    await custom(['clients:read', 'clients:write', 'offers:read']);
    const clerk = { ...org, token: await tokenOf(await create({ role: 'CLERK' })) };
    const editor = await create({ role: 'EDITOR' });
    const refused = [
      await call('POST', '', { role: 'VIEWER' }, clerk),
      await call('PATCH', `/${editor.id}`, { role: 'CLERK' }, clerk),
      await call('POST', `/${editor.id}/rotateSecret`, {}, clerk),
      await call('POST', `/${org.client.id}/rotateSecret`, {}, clerk),
      await call('DELETE', `/${editor.id}`, undefined, clerk),
    ];
    for (const { body } of refused) expect(body).toMatchObject({ status: 403, code: 'forbidden' });
    const peer = await call('POST', '', { role: 'CLERK' }, clerk);
    expect(peer.status, peer.text).toBe(200);
    expect((await call('PATCH', `/${peer.body.id}`, { role: 'ADMIN' }, clerk)).status).toBe(403);
    expect((await call('POST', `/${peer.body.id}/rotateSecret`, {}, clerk)).status).toBe(200);
  });
});

describe('R10 a client in several organizations', () => {
  test('is admitted by an ADMIN of both organizations, with events in each', async () => {
    const made = await create();
    const b = await second();
    const body = { organizationID: b.id, role: 'VIEWER' };
    const reply = await call('POST', `/${made.id}/organization`, body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({ role: 'EDITOR', organizationIDs: [org.id, b.id].sort() });
    expect((await call('POST', `/${made.id}/organization`, body)).body.code).toBe('api_client_granted');
    const token = await tokenOf(made);
    expect(await statuses(token, `/org/${b.id}/offer`)).toEqual([200, 200]);
    expect((await app.request('GET', '/org', { token })).body).toHaveLength(2);
    const seen = (await call('GET', `/${made.id}`, undefined, b, b.id)).body;
    expect(seen).toMatchObject({
      organizationID: b.id,
      role: 'VIEWER',
      organizationIDs: [b.id],
      homeOrganizationID: org.id,
    });
    expect((await events(b.id, made.id))[0]).toMatchObject({ action: 'CREATE', payload: seen });
    expect((await events(org.id, made.id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE']);
  });

  test('is rotated, renamed and deleted at home only; the other organization sets its role and may remove it', async () => {
    const made = await create();
    const b = await second();
    await call('POST', `/${made.id}/organization`, { organizationID: b.id, role: 'VIEWER' });
    const inB = (method: string, path: string, body?: unknown) =>
      call(method, `/${made.id}${path}`, body, b, b.id);
    for (const refused of [
      await inB('POST', '/rotateSecret', {}),
      await inB('PATCH', '', { name: 'Theirs' }),
      await inB('DELETE', ''),
    ])
      expect(refused.body.code).toBe('api_client_of_another_organization');
    expect((await inB('PATCH', '', { role: 'EDITOR' })).body.role).toBe('EDITOR');
    expect((await call('GET', `/${made.id}`)).body.role).toBe('EDITOR');
    const token = await tokenOf(made);
    expect(await statuses(token, `/org/${b.id}/offer`)).toEqual([200, 200]);
    expect((await inB('DELETE', `/organization/${b.id}`)).body).toBe(made.id);
    expect(await statuses(token, `/org/${b.id}/offer`)).toEqual([404, 404]);
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await call('DELETE', `/${made.id}/organization/${org.id}`)).body.code).toBe('api_client_home');
    const again = { organizationID: b.id, role: 'VIEWER' };
    expect((await call('POST', `/${made.id}/organization`, again)).status).toBe(200);
    expect((await events(b.id, made.id)).map(({ sequence, action }) => [sequence, action])).toEqual([
      [1, 'CREATE'],
      [2, 'UPDATE'],
      [3, 'DELETE'],
      [4, 'CREATE'],
    ]);
  });

  test('is removed from another organization by its home, and deleted everywhere with an event in each', async () => {
    const made = await create();
    const [b, c] = [await second(), await second()];
    for (const { id } of [b, c])
      await call('POST', `/${made.id}/organization`, { organizationID: id, role: 'VIEWER' });
    expect((await call('DELETE', `/${made.id}/organization/${b.id}`)).status).toBe(200);
    expect((await call('DELETE', `/${made.id}/organization/${b.id}`)).status).toBe(404);
    expect((await call('DELETE', `/${made.id}`)).status).toBe(200);
    for (const { id } of [b, c])
      expect((await events(id, made.id)).at(-1)).toMatchObject({ action: 'DELETE', actor_type: 'SERVICE' });
    expect((await events(c.id, made.id)).at(-1).before.role).toBe('VIEWER');
  });

  test('is admitted only by an ADMIN of the other organization, and only if that organization exists', async () => {
    const made = await create();
    const [viewed, unknown] = [await second('VIEWER'), await app.organization()];
    const allow = (organizationID: unknown, role = 'VIEWER') =>
      call('POST', `/${made.id}/organization`, { organizationID, role });
    expect((await allow(viewed.id)).body.code).toBe('forbidden');
    const [theirs, none] = [await allow(unknown.id), await allow('org_none')];
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    expect(theirs.status).toBe(404);
    for (const wrong of [undefined, org.id, 7])
      expect((await allow(wrong)).body.errors[0].pointer).toBe('/organizationID');
    expect((await allow((await second()).id, 'OWNER')).body.errors[0].pointer).toBe('/role');
    expect(await events(viewed.id, made.id)).toEqual([]);
  });

  test('cannot be admitted by a member whose ADMIN role has just been revoked', async () => {
    const made = await create();
    const b = await second();
    const allow = (id: string) =>
      call('POST', `/${made.id}/organization`, { organizationID: id, role: 'VIEWER' });
    expect((await allow(b.id)).status).toBe(200);
    await call('DELETE', `/${made.id}/organization/${b.id}`);
    await app.database.query(
      `UPDATE principal_grant SET role = 'VIEWER' WHERE organization_id = $1 AND principal_id = $2`,
      [b.id, org.client.id],
    );
    expect((await allow(b.id)).body.code).toBe('forbidden');
  });
});
