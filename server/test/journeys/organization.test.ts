import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOrganization } from '../../src/organizations/index.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

test('R10 an organization is created, approved, invites members, assigns roles, and is deleted', async () => {
  const [ann, bob] = [await app.person(), await app.person()];
  const { token } = ann;
  const created = await app.request('POST', '/org', { token, body: { name: 'Acme', environment: 'PROD' } });
  expect(created.body).toMatchObject({ status: 'PENDING_APPROVAL', userRole: 'ADMIN' });
  const { id } = created.body;
  const call = (method: string, path: string, body?: object, as = token) =>
    app.request(method, `/org/${id}${path}`, { token: as, ...(body ? { body } : {}) });

  expect((await call('POST', '/user', { email: bob.email })).body.code).toBe('organization_suspended');
  const context = { newId: app.app.newId, wallNow: app.app.clock.now() };
  await app.app.database.transaction(
    (queryable) => commandOrganization(queryable, context, id, 'approve'),
    'system',
  );

  const sales = { name: 'SALES', permissions: ['offers:read', 'offers:write', 'members:read'] };
  expect((await call('POST', '/role', sales)).status).toBe(200);
  expect((await call('POST', '/user', { email: bob.email, role: 'SALES' })).status).toBe(200);
  await app.sendMails();
  const [mail] = await app.mails();
  expect(mail).toMatchObject({ to: [bob.email], subject: 'Invitation to Acme' });
  const invitation = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const joined = await app.request('POST', '/user/acceptInvitation', {
    token: bob.token,
    body: { token: invitation },
  });
  expect(joined.body).toMatchObject({ userID: bob.id, role: 'SALES', status: 'ACTIVE' });

  expect((await call('POST', '/offer', { name: 'By Bob' }, bob.token)).status).toBe(200);
  expect((await call('GET', '/entitlement', undefined, bob.token)).status).toBe(403);
  const members = (await call('GET', '/user', undefined, bob.token)).body;
  expect(members.map((row: { email: string }) => row.email)).toEqual([ann.email, bob.email]);

  expect((await call('POST', '/leave')).body.code).toBe('last_admin');
  expect((await call('PATCH', `/user/${bob.id}`, { role: 'ADMIN' })).body.role).toBe('ADMIN');
  expect((await call('POST', '/leave')).body).toBe(ann.id);
  expect((await app.request('GET', '/org', { token })).body).toEqual([]);
  expect((await call('DELETE', '/role/SALES', undefined, bob.token)).body).toBe('SALES');
  expect((await call('DELETE', '', undefined, bob.token)).body).toBe(id);
  expect((await call('GET', '', undefined, bob.token)).status).toBe(404);

  const { rows } = await app.database.query(
    `SELECT entity_type || ' ' || action AS fact FROM event
     WHERE organization_id = $1 AND entity_type <> 'OFFER' ORDER BY creation_time, id`,
    [id],
  );
  expect(rows.map(({ fact }) => fact)).toEqual([
    'ORGANIZATION CREATE',
    'ORGANIZATION APPROVE',
    'ROLE CREATE',
    'USER CREATE',
    'USER ADD',
    'USER UPDATE',
    'USER DELETE',
    'ROLE DELETE',
    'ORGANIZATION DELETE',
  ]);
});
