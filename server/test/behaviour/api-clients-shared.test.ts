import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rotateClient } from '../../src/organizations/index.ts';
import type { Reply, TestApp, TestOrganization } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
/** The client’s home organization, and a second organization that admitted it; the caller is ADMIN of the home. */
let home: TestOrganization;
let there: TestOrganization;
let shared: { id: string; secret: string };
/** A role in the home organization with the client’s permissions and the permission to rotate secrets. */
let clerk: { id: string; token: string };

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const call = (method: string, path: string, token: string, body?: unknown, to = home.id) =>
  app.request(method, `/org/${to}/apiClient${path}`, { token, ...(body === undefined ? {} : { body }) });

async function good(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, body, text } = await reply;
  expect(status, text).toBe(200);
  return body;
}

const grant = (organizationId: string, principalId: string, role: string) =>
  app.database.query(
    `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
     VALUES ($1, $2, 'API_CLIENT', $3, now())`,
    [organizationId, principalId, role],
  );

const role = (organization: TestOrganization, name: string, permissions: string[]) =>
  good(
    app.request('POST', `/org/${organization.id}/role`, {
      token: organization.token,
      body: { name, permissions },
    }),
  );

beforeEach(async () => {
  [home, there] = [await app.organization(), await app.organization()];
  await grant(there.id, home.client.id, 'ADMIN');
  const reads = (await good(app.request('GET', `/org/${home.id}/role`, { token: home.token }))).find(
    ({ name }: { name: string }) => name === 'VIEWER',
  ).permissions;
  await role(home, 'CLERK', [...reads, 'clients:write']);
  shared = await good(call('POST', '', home.token, { role: 'VIEWER' }));
  const made = await good(call('POST', '', home.token, { role: 'CLERK' }));
  clerk = { id: made.id, token: await app.token(made) };
});

const letIn = (asRole: string, organization = there) =>
  good(
    call('POST', `/${shared.id}/organization`, home.token, {
      organizationID: organization.id,
      role: asRole,
    }),
  );
const rotate = (token: string, body: object = {}) => call('POST', `/${shared.id}/rotateSecret`, token, body);

const rotations = async (organizationId: string) =>
  (
    await app.database.query(
      `SELECT sequence, actor_type, actor_id, payload FROM event WHERE organization_id = $1
         AND entity_type = 'API_CLIENT' AND entity_id = $2 AND action = 'ROTATE_SECRET' ORDER BY sequence`,
      [organizationId, shared.id],
    )
  ).rows;

describe('rotating the secret of a client that acts in several organizations', () => {
  test('is refused, with or without overlap, if the caller has fewer permissions than the client in any of them', async () => {
    await letIn('ADMIN');
    for (const overlapHours of [0, 24]) {
      const refused = await rotate(clerk.token, { overlapHours });
      expect([refused.status, refused.body.code], refused.text).toEqual([403, 'forbidden']);
      expect(refused.body.detail).toContain(there.id);
      expect(refused.body.detail, 'what the other organization gave is not told').not.toMatch(/ADMIN|:write/);
    }
    expect(await app.token(shared), 'the secret is the one before').toEqual(expect.any(String));
    for (const { id } of [home, there]) expect(await rotations(id)).toEqual([]);
  });

  test('is refused to an ADMIN of its home who is not a member of the other organization', async () => {
    await letIn('VIEWER');
    const { token } = await app.client(home.id, 'ADMIN');
    expect((await rotate(token)).status).toBe(403);
    await good(call('DELETE', `/${shared.id}/organization/${there.id}`, token));
    await good(rotate(token));
    expect(await rotations(there.id), 'it acts there no more').toEqual([]);
  });

  test('compares permissions of roles, not their names', async () => {
    await role(there, 'CLERK', ['offers:read', 'offers:write', 'clients:write']);
    await role(there, 'SALES', ['offers:read', 'offers:write']);
    await letIn('CLERK');
    await grant(there.id, clerk.id, 'SALES');
    expect((await rotate(clerk.token)).status).toBe(403);
    await good(call('PATCH', `/${shared.id}`, there.token, { role: 'SALES' }, there.id));
    await good(rotate(clerk.token));
    await good(
      app.request('PATCH', `/org/${there.id}/role/SALES`, {
        token: there.token,
        body: { permissions: ['offers:read'] },
      }),
    );
    await good(call('PATCH', `/${shared.id}`, there.token, { role: 'CLERK' }, there.id));
    expect((await rotate(clerk.token)).status).toBe(403);
  });

  test('compares permissions in each organization that is not deleted', async () => {
    const [third, gone] = [await app.organization(), await app.organization()];
    for (const organization of [third, gone]) {
      await grant(organization.id, home.client.id, 'ADMIN');
      await letIn('EDITOR', organization);
    }
    await letIn('VIEWER');
    await good(app.request('DELETE', `/org/${gone.id}`, { token: gone.token }));
    await grant(there.id, clerk.id, 'VIEWER');
    expect((await rotate(clerk.token)).body.detail).toContain(third.id);
    await grant(third.id, clerk.id, 'ADMIN');
    await good(rotate(clerk.token));
    for (const { id } of [home, there, third]) expect(await rotations(id)).toHaveLength(1);
    expect(await rotations(gone.id)).toEqual([]);
  });

  test('is an event in each organization, with the client and actor as that organization sees them', async () => {
    await letIn('EDITOR');
    const { secret, ...answered } = await good(rotate(home.token, { overlapHours: 1 }));
    expect(await app.token({ id: shared.id, secret })).toEqual(expect.any(String));
    const [here] = await rotations(home.id);
    expect(here).toMatchObject({ actor_id: home.client.id, payload: answered });
    const [theirs] = await rotations(there.id);
    expect(theirs).toMatchObject({
      sequence: 2,
      actor_type: 'API_CLIENT',
      actor_id: home.client.id,
      payload: { role: 'EDITOR', organizationID: there.id, organizationIDs: [there.id] },
    });
    expect(theirs.payload.previousSecretExpireTime).toBe(answered.previousSecretExpireTime);
    expect(JSON.stringify([here, theirs])).not.toContain(secret);
  });

  test('by the operator is an event of the service in each organization', async () => {
    await letIn('ADMIN');
    const deps = { database: app.app.database, newId: app.app.newId, randomBytes: () => Buffer.alloc(32, 7) };
    expect(await rotateClient(deps, shared.id)).toEqual(expect.any(String));
    for (const { id } of [home, there])
      expect((await rotations(id)).map(({ actor_type }) => actor_type)).toEqual(['SERVICE']);
  });
});

describe('a change during the rotation of a secret', () => {
  /** Runs statements in a second transaction that commits once the rotation waits for its lock. */
  async function meanwhile(statements: string): Promise<Reply> {
    const holder = new pg.Client({ connectionString: app.database.connectionString });
    await holder.connect();
    try {
      await holder.query(`BEGIN; SET LOCAL ROLE tradepost_system; ${statements}`);
      const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
      const renewal = rotate(clerk.token);
      await waitingForLocks(app.database, rows[0].pid, 1);
      await holder.query('COMMIT');
      return await renewal;
    } finally {
      await holder.end();
    }
  }
  const next = (organizationId: string) =>
    `INSERT INTO api_client_sequence AS s VALUES ('${organizationId}', '${shared.id}', 1)
     ON CONFLICT (organization_id, api_client_id) DO UPDATE SET sequence = s.sequence + 1;`;

  test('counts: another organization admits the client as ADMIN', async () => {
    const refused = await meanwhile(
      `${next(home.id)} ${next(there.id)}
       INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ('${there.id}', '${shared.id}', 'API_CLIENT', 'ADMIN', now())`,
    );
    expect(refused.status, refused.text).toBe(403);
    expect(await rotations(home.id)).toEqual([]);
  });

  test('counts: another organization raises the client’s role', async () => {
    await letIn('VIEWER');
    await grant(there.id, clerk.id, 'VIEWER');
    const refused = await meanwhile(
      `${next(there.id)} UPDATE principal_grant SET role = 'ADMIN'
       WHERE organization_id = '${there.id}' AND principal_id = '${shared.id}'`,
    );
    expect(refused.status, refused.text).toBe(403);
  });

  test('counts: another organization removes the client', async () => {
    await letIn('ADMIN');
    const renewed = await meanwhile(
      `${next(there.id)} DELETE FROM principal_grant
       WHERE organization_id = '${there.id}' AND principal_id = '${shared.id}'`,
    );
    expect(renewed.status, renewed.text).toBe(200);
    expect(await rotations(there.id)).toEqual([]);
    expect(await rotations(home.id)).toHaveLength(1);
  });
});
