import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

/** The operations outside an organization. */
const operations: [method: string, path: string, body?: object][] = [
  ['GET', '/user/me'],
  ['PATCH', '/user/me', { name: 'Ann' }],
  ['GET', '/user/me/session'],
  ['DELETE', '/user/me/session/ses_x'],
  ['POST', '/user/me/signOut'],
  ['POST', '/user/acceptInvitation', { token: 'tpi_x' }],
  ['GET', '/org'],
  ['POST', '/org', { name: 'Acme', environment: 'TEST' }],
];

const viewer = () => app.client(org.id, 'VIEWER');
const ofClient = (method: string, id: string, rest = '', body?: object) =>
  app.request(method, `/org/${org.id}/apiClient/${id}${rest}`, { token: org.token, body });

const ended: Record<string, () => Promise<string>> = {
  'a client that was deleted': async () => {
    const { client, token } = await viewer();
    expect((await ofClient('DELETE', client.id)).status).toBe(200);
    return token;
  },
  'a client whose secret was replaced': async () => {
    const { client, token } = await viewer();
    expect((await ofClient('POST', client.id, '/rotateSecret', { overlapHours: 0 })).status).toBe(200);
    return token;
  },
  'a client that revoked the token': async () => {
    const { client, token } = await viewer();
    const revoked = await fetch(`${app.url}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: client.id, client_secret: client.secret }),
    });
    expect(revoked.status).toBe(200);
    return token;
  },
  'a person that was deleted': async () => {
    const { id, token } = await app.person(org.id);
    await app.database.query('DELETE FROM person_session WHERE person_id = $1', [id]);
    await app.database.query('DELETE FROM principal_grant WHERE principal_id = $1', [id]);
    await app.database.query('DELETE FROM person WHERE id = $1', [id]);
    return token;
  },
  'a person whose session has ended': async () => {
    const { token } = await app.person(org.id);
    expect((await app.request('POST', '/user/me/signOut', { token })).status).toBe(200);
    return token;
  },
};

test.each(Object.entries(ended))(
  'the token of %s is a 401 for every operation outside of organizations',
  async (_, end) => {
    const token = await end();
    for (const [method, path, body] of operations) {
      const reply = await app.request(method, path, { token, body });
      expect([method, path, reply.status, reply.body.code]).toEqual([method, path, 401, 'unauthenticated']);
      expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  },
);

test('an API client has no account: 403', async () => {
  const { token } = await viewer();
  for (const [method, path, body] of operations.filter(([, each]) => each.startsWith('/user/me'))) {
    const reply = await app.request(method, path, { token, body });
    expect([method, path, reply.status, reply.body.code]).toEqual([method, path, 403, 'forbidden']);
  }
});
