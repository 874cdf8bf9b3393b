import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockMembers, othersMay } from '../../src/organizations/authority.ts';
import { GateClosed } from '../../src/platform/access/access.ts';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, password } from '../people.ts';
import { type Portal, portalOf } from '../portal.fixture.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
let portal: Portal;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  org = await app.organization();
  portal = portalOf(app, org);
  await app.person(org.id, 'ADMIN');
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const send = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
const self = (at: TestApp, token: string) =>
  at.request('GET', `/org/${org.id}/partnerPortal/channelPartner`, { token });
const asSystem = async (text: string) => app.database.query(`SET ROLE tradepost_system; ${text}; RESET ROLE`);

describe('a person bound to a channel partner', () => {
  test('sees that the organization exists, without its settings or other data', async () => {
    const config = { emailNotificationScopeEventConfigs: {}, enableEmailNotification: true };
    await send('PATCH', 'notificationConfigInfo', config);
    await send('PATCH', '', { description: 'Secret plans', website: 'https://acme.example.com' });
    const { id } = await portal.partner({ notes: 'Pays late', name: 'Nord' });
    for (const { token } of [await portal.client(id, 'ADMIN'), await portal.person(id, 'ADMIN')]) {
      const [row, ...more] = (await app.request('GET', '/org', { token })).body;
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        id: org.id,
        channelPartnerId: id,
        permissions: ['partnerPortal:read', 'partnerPortal:write'],
      });
      const shown = [
        'id',
        'name',
        'environment',
        'status',
        'userRole',
        'permissions',
        'channelPartnerId',
        'creationTime',
        'lastUpdateTime',
        'userID',
        'userName',
        'userEmail',
        'joinOrganizationTime',
      ];
      expect(Object.keys(row).filter((field) => !shown.includes(field))).toEqual([]);
    }
  });

  test('sees a closed list of fields of the channel partner', async () => {
    const tier = await portal.tier({ share: 12.5, protectionDays: 60 });
    const { id } = await portal.partner({ name: 'Süd', notes: 'Pays late', tierId: tier.id });
    const { token } = await portal.client(id);
    const { body } = await self(app, token);
    expect(body).toEqual({
      id,
      name: 'Süd',
      type: 'RESELLER',
      status: 'ACTIVE',
      domains: [],
      accounts: [],
      tier: tier.name,
      share: 12.5,
      protectionDays: 60,
    });
  });

  test('is bound, moved, unbound or suspended with its channel partner immediately on every program', async () => {
    const [one, two] = [await portal.partner(), await portal.partner()];
    const { id, token } = await portal.client(one.id, 'EDITOR');
    const seen = async () => {
      const found = [];
      for (const at of [app, other]) {
        const { status, body } = await self(at, at === app ? token : await other.token(await secretOf(id)));
        found.push(status === 200 ? body.id : status);
      }
      return found;
    };
    expect(await seen()).toEqual([one.id, one.id]);
    await send('PATCH', `apiClient/${id}`, { channelPartnerId: two.id });
    expect(await seen()).toEqual([two.id, two.id]);
    await send('PATCH', `channelPartner/${two.id}`, { status: 'SUSPENDED' });
    expect(await seen()).toEqual([403, 403]);
    await send('PATCH', `channelPartner/${two.id}`, { status: 'ACTIVE' });
    expect(await seen()).toEqual([two.id, two.id]);
    const unbound = await send('PATCH', `apiClient/${id}`, { channelPartnerId: null });
    expect(unbound.body.channelPartnerId).toBeUndefined();
    expect(await seen()).toEqual([403, 403]);
    expect((await app.request('GET', `/org/${org.id}/offer`, { token })).status).toBe(200);
    await send('PATCH', `apiClient/${id}`, { channelPartnerId: two.id });
    expect((await app.request('GET', `/org/${org.id}/offer`, { token })).status).toBe(403);
    await send('DELETE', `channelPartner/${two.id}`);
    expect(await seen()).toEqual([403, 403]);
  });

  test('is not mailed, offered or listed as a person of the organization', async () => {
    const { id } = await portal.partner();
    const bound = await portal.person(id, 'ADMIN');
    await send('PATCH', 'notificationConfigInfo', { enableEmailNotification: true });
    const ticket = await send('POST', 'support/ticket', { name: 'x', watchers: [bound.id] });
    expect(ticket.status).toBe(400);
    expect((await send('PATCH', `channelPartner/${id}`, { ownerId: bound.id })).status).toBe(404);
    await portal.post('offer', { partner: 'MKA', info: { dimensions: [{ key: 'gpu', rate: 1 }] } });
    await portal.settle();
    await app.sendMails();
    const mails = await app.mails();
    expect(mails.some(({ to }) => to.length > 0)).toBe(true);
    expect(mails.filter(({ to }) => to.includes(bound.email))).toEqual([]);
  });

  test('does not count as an ADMIN, so that the last ADMIN cannot be bound or demoted', async () => {
    const own = await app.organization();
    const of = portalOf(app, own);
    const { id } = await of.partner();
    const [first, second] = [await app.person(own.id, 'ADMIN'), await app.person(own.id, 'ADMIN')];
    const patch = (userId: string, body: object) =>
      app.request('PATCH', `/org/${own.id}/user/${userId}`, { token: own.token, body });
    expect((await patch(second.id, { channelPartnerId: id })).status).toBe(200);
    for (const body of [{ role: 'VIEWER' }, { channelPartnerId: id }])
      expect((await patch(first.id, body)).body.code).toBe('last_admin');
    expect((await patch(second.id, { role: 'VIEWER' })).status).toBe(200);
  });

  test('cannot change members and does not count as an approver, though its grant is visible', async () => {
    const own = await app.organization();
    const of = portalOf(app, own);
    const { id: boundTo } = await of.partner();
    const bound = await of.client(boundTo, 'ADMIN');
    const inPortal = <T>(actorId: string, work: (scope: OrgTransaction) => Promise<T>): Promise<T> =>
      app.app.inOrganization(own.id, 'test', async (scope) => {
        await scope.query({
          name: 'test_binding',
          text: `SELECT set_config('app.binding_id', $1, true)`,
          values: [boundTo],
        });
        return work({ ...scope, actor: { type: 'API_CLIENT', id: actorId }, boundTo });
      });
    await expect(inPortal(bound.id, lockMembers)).rejects.toThrow(GateClosed);
    expect(await inPortal(own.client.id, (scope) => othersMay(scope, 'offers:approve'))).toBe(false);
    expect(await inPortal(bound.id, (scope) => othersMay(scope, 'offers:approve'))).toBe(true);
  });

  test('has a role that cannot be deleted meanwhile', async () => {
    const { id } = await portal.partner();
    await send('POST', 'role', { name: 'KEPT', permissions: [] });
    const client = await portal.client(id, 'KEPT');
    expect((await send('DELETE', 'role/KEPT')).body.code).toBe('role_in_use');
    await send('DELETE', `apiClient/${client.id}`);
    expect((await send('DELETE', 'role/KEPT')).status).toBe(200);
  });
});

const secrets = new Map<string, { id: string; secret: string }>();
/** Creates a client secret for the second process, which issues its own tokens. */
async function secretOf(id: string) {
  const known = secrets.get(id);
  if (known) return known;
  const { body } = await send('POST', `apiClient/${id}/rotateSecret`, { overlapHours: 24 });
  secrets.set(id, { id, secret: body.secret });
  return { id, secret: body.secret };
}

describe('an invitation for a channel partner', () => {
  test('binds the person who accepts it, whose address may be outside the organization’s domain', async () => {
    const people = createPeople(app);
    await asSystem(
      `UPDATE organization SET email_domain = 'acme.example' WHERE organization_id = '${org.id}'`,
    );
    try {
      const { id } = await portal.partner();
      const account = await people.account();
      const plain = await send('POST', 'user', { email: account.email, role: 'ADMIN' });
      expect(plain.body.errors[0].pointer).toBe('/email');
      const invited = await send('POST', 'user', {
        email: account.email,
        role: 'ADMIN',
        channelPartnerId: id,
      });
      expect(invited.body).toMatchObject({ status: 'INVITED', role: 'ADMIN', channelPartnerId: id });
      // A renewed invitation without the field keeps its channel partner.
      const renewed = await send('POST', 'user', { email: account.email, role: 'ADMIN' });
      expect(renewed.body.channelPartnerId).toBe(id);
      await app.sendMails();
      const mail = (await app.mails()).findLast(
        ({ to, subject }) => to[0] === account.email && subject === 'Invitation to Acme',
      );
      const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1];
      expect(mail?.text).toContain('to join the partner portal of Acme');
      const signedIn = (await people.signedIn(account.email, password)).access;
      const taken = await app.request('POST', '/user/acceptInvitation', { token: signedIn, body: { token } });
      expect(taken.body).toMatchObject({ status: 'ACTIVE', channelPartnerId: id });
      expect((await self(app, signedIn)).body.id).toBe(id);
      expect((await app.request('GET', `/org/${org.id}/user`, { token: signedIn })).status).toBe(403);
      const unbound = await send('PATCH', `user/${account.id}`, { channelPartnerId: null });
      expect(unbound.body.errors[0].pointer).toBe('/channelPartnerId');
    } finally {
      await asSystem(`UPDATE organization SET email_domain = NULL WHERE organization_id = '${org.id}'`);
    }
  });

  test('binds a person who joins another way meanwhile', async () => {
    const { id } = await portal.partner();
    const { id: personId, email, token } = await app.person();
    await send('POST', 'user', { email, channelPartnerId: id });
    await asSystem(`INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
      VALUES ('${org.id}', '${personId}', 'USER', 'ADMIN', now())`);
    expect((await self(app, token)).body.id).toBe(id);
  });

  test('requires a channel partner of the organization, and the permission to write channel partners', async () => {
    const stranger = await app.organization();
    const theirs = await portalOf(app, stranger).partner();
    const unknown = [theirs.id, 'chp_00000000000000000000000000'];
    for (const channelPartnerId of unknown) {
      const { body } = await send('POST', 'user', { email: 'ann@nord.example', channelPartnerId });
      expect(body.code).toBe('channel_partner_not_found');
      const client = await send('POST', 'apiClient', { role: 'VIEWER', channelPartnerId });
      expect(client.body.code).toBe('channel_partner_not_found');
    }
    await send('POST', 'role', { name: 'PEOPLE', permissions: ['members:write', 'clients:write'] });
    const { body: made } = await send('POST', 'apiClient', { role: 'PEOPLE' });
    const token = await app.token(made);
    const { id } = await portal.partner();
    for (const [path, body] of [
      ['user', { email: 'bo@nord.example', role: 'PEOPLE', channelPartnerId: id }],
      ['apiClient', { role: 'PEOPLE', channelPartnerId: id }],
    ] as const)
      expect((await app.request('POST', `/org/${org.id}/${path}`, { token, body })).status).toBe(403);
    for (const channelPartnerId of [7, {}, [], 'x'.repeat(5000)])
      expect((await send('POST', 'user', { email: 'ann@nord.example', channelPartnerId })).status).toBe(400);
  });
});
