import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOrganization } from '../../src/organizations/index.ts';
import type { OperatorCommand } from '../../src/organizations/wiring.ts';
import { startTestApp, type TestApp, type TestPerson } from '../harness.ts';
import { tokenAt } from '../other-token.ts';
import { untilTaken } from '../patient.ts';

let app: TestApp;
let other: TestApp;
let ann: TestPerson;
/** Both processes, each with its token. */
let both: (readonly [TestApp, string])[];
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  ann = await app.person();
  both = [
    [app, ann.token],
    [other, await tokenAt(other, ann)],
  ];
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const create = (body: object, token = ann.token) => app.request('POST', '/org', { token, body });
const created = async (body: object = { name: 'Acme' }): Promise<string> => (await create(body)).body.id;
const patch = (id: string, body: object, token = ann.token) =>
  app.request('PATCH', `/org/${id}`, { token, body });
const get = (id: string, token = ann.token, program = app) => program.request('GET', `/org/${id}`, { token });
const command = (id: string, word: OperatorCommand) =>
  app.app.database.transaction(
    (queryable) =>
      commandOrganization(queryable, { newId: app.app.newId, wallNow: app.app.clock.now() }, id, word),
    'system',
  );

async function eventsOf(id: string) {
  const { rows } = await app.database.query(
    `SELECT action, sequence, payload, before, actor_type, actor_id FROM event
     WHERE organization_id = $1 AND entity_type = 'ORGANIZATION' ORDER BY sequence`,
    [id],
  );
  return rows;
}

const personAt = async (domain: string): Promise<TestPerson> => {
  const person = await app.person();
  const email = `${person.id}@${domain}`;
  await app.database.query('UPDATE person SET email = $2 WHERE id = $1', [person.id, email]);
  return { ...person, email };
};

describe('creation', () => {
  test('makes the person the first ADMIN of a TEST organization with the domain of its address', async () => {
    const sent = { name: 'Acme', description: 'Sells.', website: 'https://acme.example.com' };
    const reply = await create({ ...sent, id: 'org_mine', status: 'DELETED', userRole: 5 });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({
      ...sent,
      environment: 'TEST',
      type: 'SELLER',
      status: 'ACTIVE',
      emailDomain: 'example.com',
      createdBy: ann.id,
      userID: ann.id,
      userEmail: ann.email,
      userName: 'Ann Lee',
      userRole: 'ADMIN',
      expireAt: null,
    });
    expect(reply.body.id).toMatch(/^org_/);
    expect(reply.body.joinOrganizationTime).toBe(reply.body.creationTime);
    expect((await get(reply.body.id)).body).toEqual(reply.body);
    const [event, ...rest] = await eventsOf(reply.body.id);
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ action: 'CREATE', sequence: 1, actor_type: 'USER', actor_id: ann.id });
    expect(event.payload).toMatchObject({ id: reply.body.id, ...sent, status: 'ACTIVE' });
  });

  test('R10 GET /org returns a person’s data in each organization, and for a client its role only', async () => {
    const person = await app.person();
    const { id } = (await create({ name: 'Listed' }, person.token)).body;
    const own = await app.organization();
    await app.database.query(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'USER', 'VIEWER', '2026-01-02T03:04:05Z')`,
      [own.id, person.id],
    );
    const { body } = await app.request('GET', '/org', { token: person.token });
    const asPerson = { userID: person.id, userEmail: person.email, userName: 'Ann Lee' };
    expect(body.map((row: { id: string }) => row.id).sort()).toEqual([id, own.id].sort());
    expect(body.find((row: { id: string }) => row.id === id)).toMatchObject({
      ...asPerson,
      userRole: 'ADMIN',
    });
    expect(body.find((row: { id: string }) => row.id === own.id)).toMatchObject({
      ...asPerson,
      userRole: 'VIEWER',
      joinOrganizationTime: '2026-01-02T03:04:05.000Z',
    });
    const asClient = (await get(own.id, own.token)).body;
    expect(asClient).toMatchObject({ id: own.id, userRole: 'ADMIN' });
    for (const field of ['userID', 'userName', 'userEmail', 'joinOrganizationTime'])
      expect(asClient).not.toHaveProperty(field);
  });

  test('is refused to an API client', async () => {
    const org = await app.organization();
    const reply = await create({ name: 'Mine' }, org.token);
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    expect((await app.request('GET', '/org', { token: org.token })).body).toHaveLength(1);
  });

  test.each([
    [{}, '/name'],
    [{ name: '  ' }, '/name'],
    [{ name: 'x', environment: 'STAGING' }, '/environment'],
    [{ name: 'x', emailDomain: 'elsewhere.org' }, '/emailDomain'],
    [{ name: 'x', website: 'javascript:alert(1)' }, '/website'],
  ])('of %j is refused, naming %s', async (body, pointer) => {
    const reply = await create(body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.errors[0].pointer).toBe(pointer);
  });

  test('accepts the own domain or no domain, and never the domain of a public mail provider', async () => {
    expect((await create({ name: 'x', emailDomain: 'Example.COM' })).body.emailDomain).toBe('example.com');
    expect((await create({ name: 'x', emailDomain: '' })).body).not.toHaveProperty('emailDomain');
    const { token } = await personAt('gmail.com');
    expect((await create({ name: 'x' }, token)).body).not.toHaveProperty('emailDomain');
    expect((await create({ name: 'x', emailDomain: 'gmail.com' }, token)).status).toBe(400);
  });
});

describe('the status', () => {
  test('of a PROD organization is read-only until its approval', async () => {
    const id = await created({ name: 'Earnest', environment: 'prod' });
    expect((await get(id)).body).toMatchObject({ status: 'PENDING_APPROVAL', environment: 'PROD' });
    const early = await patch(id, { name: 'Sooner' });
    expect([early.status, early.body.code]).toEqual([403, 'organization_suspended']);
    expect(early.body.detail).toContain('not approved');
    await expect(command(id, 'reinstate')).rejects.toThrow('is PENDING_APPROVAL, not SUSPENDED');
    await command(id, 'approve');
    expect((await patch(id, { name: 'Now' })).body).toMatchObject({ status: 'ACTIVE', name: 'Now' });
    expect((await eventsOf(id)).map(({ action, actor_type }) => [action, actor_type])).toEqual([
      ['CREATE', 'USER'],
      ['APPROVE', 'SERVICE'],
      ['UPDATE', 'USER'],
    ]);
  });

  test('suspended and restored takes effect immediately, on every program', async () => {
    const id = await created();
    const write = (program: TestApp, token: string) =>
      program.request('PATCH', `/org/${id}`, { token, body: { name: 'x' } });
    for (const [program, token] of both) expect((await write(program, token)).status).toBe(200);
    await command(id, 'suspend');
    for (const [program, token] of both) {
      expect((await write(program, token)).body.code).toBe('organization_suspended');
      expect((await get(id, token, program)).body.status).toBe('SUSPENDED');
    }
    await expect(command(id, 'suspend')).rejects.toThrow('is SUSPENDED, not ACTIVE');
    await command(id, 'reinstate');
    for (const [program, token] of both) expect((await write(program, token)).status).toBe(200);
    const suspended = (await eventsOf(id)).find(({ payload }) => payload.status === 'SUSPENDED');
    expect(suspended).toMatchObject({ action: 'UPDATE', before: { status: 'ACTIVE' } });
  });

  test('of an unknown organization cannot be changed', async () => {
    await expect(command('org_nobody', 'approve')).rejects.toThrow('unknown organization org_nobody');
  });
});

describe('a change', () => {
  test('R8 R9 keeps absent fields, unsets fields by null, and ignores fields of the service', async () => {
    const id = await created({ name: 'Acme', description: 'Old.', website: 'https://a.example.com' });
    const before = (await get(id)).body;
    const reply = await patch(id, {
      description: null,
      type: 'RESELLER',
      id: 'org_x',
      status: 'DELETED',
      environment: 'PROD',
      info: { onboardingInfo: { dismissed: true } },
      createdBy: 7,
      userRole: 'VIEWER',
      partners: ['MKA'],
      unknown: 1,
    });
    expect(reply.status, reply.text).toBe(200);
    const { description, lastUpdateTime, ...kept } = before;
    expect(description).toBe('Old.');
    expect(reply.body).toMatchObject({ ...kept, type: 'RESELLER' });
    expect(reply.body).not.toHaveProperty('description');
    expect(reply.body.lastUpdateTime >= lastUpdateTime).toBe(true);
    const event = (await eventsOf(id)).at(-1);
    expect(event).toMatchObject({ action: 'UPDATE', sequence: 2, before: { description: 'Old.' } });
    expect(event.payload).not.toHaveProperty('description');
    expect(event.payload).not.toHaveProperty('userRole');
  });

  test('sets the domain to that of the caller’s own address only, and removes it', async () => {
    const id = await created({ name: 'Acme', emailDomain: '' });
    const client = await app.client(id, 'ADMIN');
    for (const [token, emailDomain] of [
      [ann.token, 'elsewhere.org'],
      [client.token, 'example.com'],
    ]) {
      const refused = await patch(id, { emailDomain }, token);
      expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '/emailDomain']);
    }
    expect((await patch(id, { emailDomain: 'example.com' })).body.emailDomain).toBe('example.com');
    expect((await patch(id, { emailDomain: 'example.com' }, client.token)).status, 'as it is').toBe(200);
    expect((await patch(id, { emailDomain: null }, client.token)).body).not.toHaveProperty('emailDomain');
  });

  test('cannot remove the last sign-in method', async () => {
    const id = await created();
    const refused = await patch(id, { allowedAuthMethods: ['SSO'] });
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '/allowedAuthMethods']);
    expect((await patch(id, { allowedAuthMethods: ['PASSKEY'] })).status).toBe(400);
    const sso = (body: object) =>
      app.request('PATCH', `/org/${id}/ssoConfigInfo`, { token: ann.token, body });
    expect((await sso({ enabled: true })).status).toBe(200);
    expect((await patch(id, { allowedAuthMethods: ['SSO'] })).status, 'without a provider').toBe(400);
    expect(
      (await patch(id, { allowedAuthMethods: ['PASSWORD', 'SSO', 'SSO'] })).body.allowedAuthMethods,
    ).toEqual(['PASSWORD', 'SSO']);
    await app.database.query(`UPDATE organization SET info = $2 WHERE organization_id = $1`, [
      id,
      { ssoConfigInfo: { enabled: true, issuer: 'https://id.example.com', clientID: 'c' } },
    ]);
    for (const [program, token] of both) expect((await get(id, token, program)).status).toBe(200);
    expect((await patch(id, { allowedAuthMethods: ['SSO'] })).status).toBe(200);
    for (const [program, token] of both) expect((await get(id, token, program)).status).toBe(403);
  });
});

describe('deletion', () => {
  const remove = (id: string, token = ann.token) => app.request('DELETE', `/org/${id}`, { token });

  test('ends access for every caller, on every program', async () => {
    const id = await created();
    const { client, token } = await app.client(id, 'ADMIN');
    const all = [...both, [app, token] as const, [other, await other.token(client)] as const];
    for (const [program, own] of all) expect((await get(id, own, program)).status).toBe(200);
    const reply = await remove(id);
    expect([reply.status, reply.body]).toEqual([200, id]);
    for (const [program, own] of all) expect((await get(id, own, program)).status).toBe(404);
    const listed = (await app.request('GET', '/org', { token: ann.token })).body;
    expect(listed.map((row: { id: string }) => row.id)).not.toContain(id);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'DELETE',
      sequence: 2,
      payload: { status: 'DELETED' },
      before: { status: 'ACTIVE' },
    });
    await expect(command(id, 'suspend')).rejects.toThrow('unknown organization');
  });

  test('is refused while an entitlement is active', async () => {
    const org = await app.organization();
    const order = { partner: 'MKA', quantity: 1 };
    await app.request('POST', `/org/${org.id}/sandbox/order`, { token: org.token, body: order });
    await app.drainJobs();
    const refused = await remove(org.id, org.token);
    expect([refused.status, refused.body.code]).toEqual([409, 'organization_in_use']);
    const [{ id }] = (await app.request('GET', `/org/${org.id}/entitlement`, { token: org.token })).body;
    await app.request('POST', `/org/${org.id}/sandbox/entitlement/${id}/cancel`, { token: org.token });
    await app.drainJobs();
    const named = (name: string) => remove(`${org.id}?confirm=${encodeURIComponent(name)}`, org.token);
    for (const reply of [await remove(org.id, org.token), await named('acme'), await named('Acme ')])
      expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([400, 'confirm']);
    expect((await get(org.id, org.token)).status).toBe(200);
    expect((await named('Acme')).status).toBe(200);
  });

  test('of an organization without sales needs no name, and refuses a wrong name', async () => {
    const id = await created();
    expect((await remove(`${id}?confirm=x`)).status).toBe(400);
    expect((await remove(id)).status).toBe(200);
  });
});

describe('simultaneous changes', () => {
  const grants = async (id: string) =>
    (
      await app.database.query('SELECT revision FROM principal_grant WHERE organization_id = $1 ORDER BY 1', [
        id,
      ])
    ).rows;

  test('of one organization by 60 PATCHes over two programs all succeed, and renew no grant', async () => {
    const id = await created();
    const before = await grants(id);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [program, token] = both[index % 2] as (typeof both)[number];
        const body = { name: `Name ${index}`, allowedAuthMethods: [] };
        return untilTaken(() => program.request('PATCH', `/org/${id}`, { token, body }));
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(await grants(id)).toEqual(before);
    const sequences = (await eventsOf(id)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
  });

  test('of sign-in methods succeed or are a 503 with a retry, and never a 500', async () => {
    const id = await created();
    const before = await grants(id);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [program, token] = both[index % 2] as (typeof both)[number];
        const allowedAuthMethods = index % 4 < 2 ? ['PASSWORD'] : ['PASSWORD', 'SSO'];
        return program.request('PATCH', `/org/${id}`, { token, body: { allowedAuthMethods } });
      }),
    );
    for (const { status, headers, text } of replies)
      if (status !== 200) expect([status, headers.get('retry-after')], text).toEqual([503, '1']);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await grants(id), 'what is remembered of them is new').not.toEqual(before);
  });
});
