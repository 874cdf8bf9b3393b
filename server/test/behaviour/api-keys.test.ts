import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

type Client = { id: string; secret: string; type: string } & Record<string, unknown>;
const lines: Record<string, unknown>[] = [];
let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  const onLog = (line: Record<string, unknown>) => lines.push(line);
  app = await startTestApp({ environment: { LOG_LEVEL: 'debug' }, onLog });
  other = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const call = async (method: string, path: string, body?: object, who = org) => {
  const reply = await app.request(method, `/org/${who.id}/apiClient${path}`, { token: who.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const create = (body: object = {}, query = '', who = org): Promise<Client> =>
  call('POST', query, { role: 'EDITOR', type: 'API_KEY', ...body }, who);
const rotate = (id: string, overlapHours: number): Promise<Client> =>
  call('POST', `/${id}/rotateSecret`, { overlapHours });

/** Returns the response status of a process for an Authorization header. */
const ask = (
  authorization: string,
  path = `/org/${org.id}/offer`,
  at = app,
  method = 'GET',
  body?: object,
) => {
  const { port } = at.app.server.server.address() as { port: number };
  return send(`http://127.0.0.1:${port}${path}`, method, { headers: { authorization }, body });
};
/** Returns the response status of each process for the key. */
const statuses = async (key: string, path?: string) => {
  const replies = [await ask(`Key ${key}`, path), await ask(`Key ${key}`, path, other)];
  return replies.map(({ status }) => status);
};
const unknownKey = () => `tpk_${randomBytes(32).toString('base64url')}`;

describe('R3 a client of the type API_KEY', () => {
  test('calls with its key on every program without a token; the scheme name ignores letter case', async () => {
    const { id, secret, ...made } = await create({ name: 'Importer' });
    expect(secret).toMatch(/^tpk_[\w-]{43}$/);
    expect(made).toMatchObject({ type: 'API_KEY', role: 'EDITOR', name: 'Importer' });
    expect(await statuses(secret)).toEqual([200, 200]);
    for (const word of ['Key', 'key', 'KEY ', 'kEy  '])
      expect((await ask(`${word} ${secret} `)).status, word).toBe(200);
    const organizations = await ask(`Key ${secret}`, '/org');
    expect(organizations.body).toMatchObject([{ id: org.id, userRole: 'EDITOR' }]);
    expect(await call('GET', `/${id}`)).toEqual({ id, ...made });
  });

  test('is also created with the parameter of existing clients', async () => {
    expect(await create({ type: undefined }, '?type=API_KEY')).toMatchObject({ type: 'API_KEY' });
    expect(await create({ type: undefined }, '?type=BEARER_TOKEN')).toMatchObject({ type: 'BEARER_TOKEN' });
    expect(await create({ type: undefined })).toMatchObject({ type: 'BEARER_TOKEN' });
    for (const query of ['?type=BEARER_TOKEN', '?type=PASSWORD']) {
      const body = { role: 'VIEWER', type: 'API_KEY' };
      const reply = await app.request('POST', `/org/${org.id}/apiClient${query}`, { token: org.token, body });
      expect(reply.status, reply.text).toBe(400);
    }
  });

  test('has the permissions of its role only; a new role takes effect with the next request', async () => {
    const { id, secret } = await create({ role: 'VIEWER' });
    const make = (at: TestApp) =>
      ask(`Key ${secret}`, `/org/${org.id}/product`, at, 'POST', { name: 'Scanner' });
    expect((await make(app)).body).toMatchObject({ status: 403, code: 'forbidden' });
    await call('PATCH', `/${id}`, { role: 'EDITOR' });
    expect([(await make(app)).status, (await make(other)).status]).toEqual([200, 200]);
    await call('PATCH', `/${id}`, { role: 'VIEWER' });
    expect([(await make(app)).status, (await make(other)).status]).toEqual([403, 403]);
    expect((await ask(`Key ${secret}`, '/user/me')).status).toBe(403);
    const renewal = `/org/${org.id}/apiClient/${id}/rotateSecret`;
    expect((await ask(`Key ${secret}`, renewal, app, 'POST', {})).status).toBe(403);
  });

  test('is the actor in the audit trail by id and name, never by its key', async () => {
    const { id, secret } = await create({ name: 'Importer' });
    const made = await ask(`Key ${secret}`, `/org/${org.id}/product`, app, 'POST', { name: 'Scanner' });
    const { rows } = await app.database.query(
      'SELECT actor_type, actor_id, actor_name FROM event WHERE organization_id = $1 AND entity_id = $2',
      [org.id, made.body.id],
    );
    expect(rows).toEqual([{ actor_type: 'API_CLIENT', actor_id: id, actor_name: 'Importer' }]);
  });

  test('has a type that cannot be changed', async () => {
    const { id, secret } = await create();
    const patch = (type: string) =>
      app.request('PATCH', `/org/${org.id}/apiClient/${id}`, { token: org.token, body: { type } });
    expect((await patch('BEARER_TOKEN')).body.errors?.[0].pointer).toBe('/type');
    expect((await patch('API_KEY')).status).toBe(200);
    expect(await statuses(secret)).toEqual([200, 200]);
  });

  test('counts against the quota of API clients', async () => {
    const quota = async () =>
      (await app.request('GET', `/org/${org.id}/quota`, { token: org.token })).text.match(
        /"apiClients"[^}]*}/,
      )?.[0];
    const before = await quota();
    await create();
    expect(await quota()).not.toBe(before);
  });
});

describe('R3 a key expires', () => {
  test('immediately on every program when it is rotated or its client is deleted', async () => {
    const made = await create();
    expect(await statuses(made.secret)).toEqual([200, 200]);
    const renewed = await rotate(made.id, 0);
    expect(renewed).toMatchObject({ type: 'API_KEY', secret: expect.stringMatching(/^tpk_/) });
    expect(await statuses(made.secret)).toEqual([401, 401]);
    expect(await statuses(made.secret, '/org')).toEqual([401, 401]);
    expect(await statuses(renewed.secret)).toEqual([200, 200]);
    await call('DELETE', `/${made.id}`);
    expect(await statuses(renewed.secret)).toEqual([401, 401]);
    expect(await statuses(renewed.secret, '/org')).toEqual([401, 401]);
  });

  test('on time after a rotation with overlap, even when it is in constant use', async () => {
    const made = await create();
    expect(await statuses(made.secret)).toEqual([200, 200]);
    const renewed = await rotate(made.id, 1);
    for (const key of [made.secret, renewed.secret, made.secret])
      expect(await statuses(key)).toEqual([200, 200]);
    await app.database.query(
      `UPDATE api_client SET previous_until = clock_timestamp() - interval '1 second' WHERE id = $1`,
      [made.id],
    );
    expect(await statuses(made.secret)).toEqual([401, 401]);
    expect(await statuses(made.secret, '/org')).toEqual([401, 401]);
    expect(await statuses(renewed.secret)).toEqual([200, 200]);
    await rotate(made.id, 1);
    expect(await statuses(renewed.secret)).toEqual([200, 200]);
    await rotate(made.id, 1);
    expect(await statuses(renewed.secret)).toEqual([401, 401]);
  });

  test('in one organization when that organization removes the client', async () => {
    const made = await create();
    const second = await app.organization();
    await app.database.query(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'API_CLIENT', 'ADMIN', now())`,
      [second.id, org.client.id],
    );
    const there = `/org/${second.id}/offer`;
    expect(await statuses(made.secret, there)).toEqual([404, 404]);
    await call('POST', `/${made.id}/organization`, { organizationID: second.id, role: 'VIEWER' });
    expect(await statuses(made.secret, there)).toEqual([200, 200]);
    await call('DELETE', `/${made.id}/organization/${second.id}`, undefined, second);
    expect(await statuses(made.secret, there)).toEqual([404, 404]);
    expect(await statuses(made.secret)).toEqual([200, 200]);
  });
});

describe('R3 a key does not give access to', () => {
  test('an organization that did not admit its client', async () => {
    const { id, secret } = await create({ role: 'ADMIN' });
    const stranger = await app.organization();
    const theirs = await create({}, '', stranger);
    const { secret: _, ...shown } = theirs;
    expect(await call('GET', `/${theirs.id}`, undefined, stranger)).toEqual(shown);
    for (const [method, path, body] of [
      ['GET', 'offer', undefined],
      ['POST', 'product', { name: 'Mine' }],
      ['GET', `apiClient/${theirs.id}`, undefined],
      ['POST', `apiClient/${theirs.id}/rotateSecret`, {}],
      ['DELETE', `apiClient/${theirs.id}`, undefined],
    ] as const)
      expect((await ask(`Key ${secret}`, `/org/${stranger.id}/${path}`, app, method, body)).status).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
    ] as const)
      expect(
        (await ask(`Key ${secret}`, `/org/${org.id}/apiClient/${theirs.id}${path}`, app, method)).status,
      ).toBe(404);
    expect((await ask(`Key ${secret}`, '/org')).body).toMatchObject([{ id: org.id }]);
    expect((await call('GET', `/${id}`)).id).toBe(id);
    expect((await ask(`Key ${theirs.secret}`, `/org/${stranger.id}/offer`)).status).toBe(200);
  });

  test('anything when it is wrong, rotated, truncated, of another type or in another form: the responses are equal', async () => {
    const { id, secret } = await create();
    const replaced = secret;
    const { secret: good } = await rotate(id, 0);
    const { rows } = await app.database.query('SELECT secret_hash FROM api_client WHERE id = $1', [id]);
    const hash: Buffer = rows[0].secret_hash;
    const last = good.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      unknownKey(),
      replaced,
      `${good.slice(0, -1)}${last}`,
      good.slice(0, -1),
      `${good}A`,
      good.toUpperCase(),
      good.slice(4),
      `tps_${good.slice(4)}`,
      `${id}:${good}`,
      `${good} ${good}`,
      `${good},${good}`,
      hash.toString('hex'),
      `tpk_${hash.toString('base64url')}`,
      org.client.secret,
      `tpk_${org.client.secret.slice(4)}`,
      org.token,
      "tpk_' OR true --",
      'tpk_%',
      '',
      'x'.repeat(7000),
    ];
    const bodies = new Set<string>();
    for (const key of wrong) {
      const reply = await ask(`Key ${key}`);
      expect([key, reply.status]).toEqual([key, 401]);
      expect(reply.headers.get('www-authenticate')).toBe('Key realm="tradepost"');
      const { requestId, ...body } = reply.body;
      expect(requestId).toEqual(expect.any(String));
      bodies.add(JSON.stringify(body));
    }
    expect([...bodies].map((body) => JSON.parse(body))).toEqual([
      expect.objectContaining({ status: 401, code: 'unauthenticated' }),
    ]);
    for (const header of [
      `Bearer ${good}`,
      `Basic ${Buffer.from(`${id}:${good}`).toString('base64')}`,
      good,
      `Key${good}`,
      `Key\t${good}`,
      `ApiKey ${good}`,
      `Key ${unknownKey()}, Key ${good}`,
    ])
      expect([header, (await ask(header)).status]).toEqual([header, 401]);
    expect((await app.request('GET', `/org/${org.id}/offer?key=${good}`)).status).toBe(401);
    expect(await statuses(good)).toEqual([200, 200]);
  });

  test('the token endpoint: the exchange fails and ends no token', async () => {
    const { id, secret } = await create();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = { client_id: id, client_secret: secret };
    const post = (path: string, fields: object) =>
      app.request('POST', path, { raw: `${new URLSearchParams({ ...form, ...fields })}`, headers });
    expect((await post('/oauth2/token', { grant_type: 'client_credentials' })).body.error).toBe(
      'invalid_client',
    );
    expect((await post('/oauth2/revoke', { token: org.token })).body.error).toBe('invalid_client');
    expect((await ask(`Bearer ${org.token}`)).status).toBe(200);
  });

  test('data that a client of a channel partner may not read', async () => {
    const partner = await app.request('POST', `/org/${org.id}/channelPartner`, {
      token: org.token,
      body: { name: 'Reseller' },
    });
    const { secret } = await create({ channelPartnerId: partner.body.id });
    expect((await ask(`Key ${secret}`)).body).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('R3 a key is stored', () => {
  test('as a hash: it is in one response, and in no list, event, error, log, mail, webhook or row', async () => {
    const post = () =>
      app.request('POST', `/org/${org.id}/apiClient`, {
        token: org.token,
        headers: { 'idempotency-key': 'once' },
        body: { role: 'VIEWER', type: 'API_KEY' },
      });
    const { body: made } = await post();
    const renewed = await rotate(made.id, 24);
    expect((await post()).body.secret).toBe('********');
    const keys = [made.secret, renewed.secret];
    for (const key of keys) await ask(`Key ${key}`);
    await ask(`Key ${keys[0]}`, `/org/${org.id}/offer/nothing`);
    await ask(`Key ${keys[0]}x`);
    await app.dispatchEvents();
    const read = ['apiClient', `apiClient/${made.id}`, 'event', 'auditingEvent/query', 'notificationEvent'];
    const texts = [JSON.stringify(lines)];
    for (const path of read)
      texts.push((await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).text);
    const { rows } = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`,
    );
    for (const key of keys) {
      for (const text of texts) expect(text).not.toContain(key);
      for (const { name } of rows) {
        const found = await app.database.query(
          `SELECT count(*)::int AS n FROM ${name} AS t WHERE position($1 IN t::text) > 0`,
          [key],
        );
        expect(found.rows, name).toEqual([{ n: 0 }]);
      }
    }
    expect(lines.length).toBeGreaterThan(3);
  });
});

describe('R3 the cost of a key', () => {
  const costOf = async (authorization: string, path?: string) => {
    const before = app.app.database.usage();
    const { status } = await ask(authorization, path);
    const after = app.app.database.usage();
    return { status, statements: after.statements - before.statements };
  };

  test('equals that of a token once it is cached; a malformed key causes no database query', async () => {
    const { secret } = await create();
    await ask(`Bearer ${org.token}`);
    const byToken = await costOf(`Bearer ${org.token}`);
    await ask(`Key ${secret}`);
    expect(await costOf(`Key ${secret}`)).toEqual(byToken);
    expect(await costOf('Key tpk_short')).toEqual({ status: 401, statements: 0 });
  });

  test('is one index lookup when it is unknown', async () => {
    const { rows } = await app.database
      .query<{ 'QUERY PLAN': string }>(
        `BEGIN; SET LOCAL enable_seqscan = off; EXPLAIN SELECT id FROM api_client WHERE type = 'API_KEY' AND secret_hash = '\\x00'; ROLLBACK`,
      )
      .then((results) => (results as unknown as { rows: { 'QUERY PLAN': string }[] }[])[2] ?? { rows: [] });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('api_client_key');
  });
});
