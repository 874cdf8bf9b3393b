import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJoin } from '../../src/organizations/wiring.ts';
import { startTestApp, type TestApp, type TestOrganization, type TestPerson } from '../harness.ts';
import { tokenAt } from '../other-token.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let org: TestOrganization;
/** The organization’s ADMIN. */
let ann: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  org = await app.organization();
  ann = await app.person(org.id, 'ADMIN');
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

type Options = { body?: object; token?: string; of?: string; program?: TestApp };
const call = (method: string, path: string, { body, token, of, program }: Options = {}) =>
  (program ?? app).request(method, `/org/${of ?? org.id}${path}`, {
    token: token ?? ann.token,
    ...(body ? { body } : {}),
  });
const invite = (email: string, role?: string, options: Options = {}) =>
  call('POST', '/user', { ...options, body: { email, ...(role ? { role } : {}) } });
const accept = (token: string, person: TestPerson) =>
  app.request('POST', '/user/acceptInvitation', { token: person.token, body: { token } });

/** Returns the token in the last mail to an address. */
async function mailedToken(email: string): Promise<string> {
  await app.sendMails();
  const mail = (await app.mails()).filter(({ to }) => to.includes(email)).at(-1);
  const found = /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!found) throw new Error(`no invitation to ${email}`);
  return found;
}

async function eventsOf(id: string) {
  const { rows } = await app.database.query(
    `SELECT action, sequence, payload, before, actor_type, actor_id, actor_email FROM event
     WHERE entity_type = 'USER' AND entity_id = $1 ORDER BY sequence`,
    [id],
  );
  return rows;
}

describe('an invitation', () => {
  test('is sent by mail, accepted by its recipient, and creates a member', async () => {
    const bob = await app.person();
    const invited = await call('POST', '/user', {
      body: { email: bob.email.toUpperCase(), role: 'editor', name: 'Bob' },
    });
    expect(invited.status, invited.text).toBe(200);
    expect(invited.body).toMatchObject({
      organizationID: org.id,
      email: bob.email,
      name: 'Bob',
      role: 'EDITOR',
      status: 'INVITED',
      joinOrganizationTime: null,
      invitedBy: ann.id,
    });
    expect(invited.body.userID).not.toBe(bob.id);
    expect((await call('GET', `/user/${invited.body.userID}`)).body).toEqual(invited.body);
    expect((await call('GET', '/offer', { token: bob.token })).status).toBe(404);
    const token = await mailedToken(bob.email);
    const joined = await accept(token, bob);
    expect(joined.status, joined.text).toBe(200);
    expect(joined.body).toMatchObject({ userID: bob.id, name: 'Ann Lee', role: 'EDITOR', status: 'ACTIVE' });
    expect((await call('GET', '/offer', { token: bob.token })).status).toBe(200);
    expect((await call('GET', `/user/${bob.id}`)).body).toEqual(joined.body);
    expect((await call('GET', `/user/${invited.body.userID}`)).body.code).toBe('member_not_found');
    const [row] = (await app.request('GET', '/org', { token: bob.token })).body;
    expect(row).toMatchObject({ id: org.id, userID: bob.id, userRole: 'EDITOR' });
    const actor = { actor_type: 'USER', actor_id: ann.id, actor_email: ann.email };
    expect(await eventsOf(invited.body.userID)).toMatchObject([{ action: 'CREATE', sequence: 1, ...actor }]);
    expect(await eventsOf(bob.id)).toMatchObject([
      {
        action: 'ADD',
        sequence: 1,
        actor_type: 'USER',
        actor_id: bob.id,
        actor_email: bob.email,
        payload: joined.body,
        before: invited.body,
      },
    ]);
  });

  test('is valid once, for 7 days, in its newest mail, for its address, and for a person', async () => {
    const [bob, eve] = [await app.person(), await app.person()];
    const first = await invite(bob.email, 'VIEWER');
    const old = await mailedToken(bob.email);
    const again = await invite(bob.email, 'EDITOR');
    expect(again.body).toMatchObject({ userID: first.body.userID, role: 'EDITOR', status: 'INVITED' });
    const token = await mailedToken(bob.email);
    expect((await accept(old, bob)).body.code, 'an older mail').toBe('invitation_not_found');
    expect((await accept('nonsense', bob)).body.code, 'no token of ours').toBe('invitation_not_found');
    const stolen = await accept(token, eve);
    expect([stolen.status, stolen.body.code]).toEqual([403, 'forbidden']);
    expect(stolen.text).not.toContain(bob.email);
    const client = await app.request('POST', '/user/acceptInvitation', { token: org.token, body: { token } });
    expect([client.status, client.body.code]).toEqual([403, 'forbidden']);
    await app.database.query(
      `UPDATE member SET invitation_expire_time = invitation_expire_time - interval '7 days' WHERE id = $1`,
      [first.body.userID],
    );
    expect((await accept(token, bob)).body.code, 'after 7 days').toBe('invitation_not_found');
    await app.database.query(
      `UPDATE member SET invitation_expire_time = invitation_expire_time + interval '1 minute' WHERE id = $1`,
      [first.body.userID],
    );
    expect((await accept(token, bob)).status, 'a minute before').toBe(200);
    expect((await accept(token, bob)).body.code, 'twice').toBe('invitation_not_found');
    expect((await eventsOf(first.body.userID)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE']);
  });

  test('can be withdrawn, and is invalid afterwards', async () => {
    const bob = await app.person();
    const { userID } = (await invite(bob.email)).body;
    const changed = await call('PATCH', `/user/${userID}`, { body: { role: 'EDITOR' } });
    expect(changed.body).toMatchObject({ status: 'INVITED', role: 'EDITOR' });
    const removed = await call('DELETE', `/user/${userID}`);
    expect([removed.status, removed.body]).toEqual([200, userID]);
    expect((await accept(await mailedToken(bob.email), bob)).body.code).toBe('invitation_not_found');
    expect((await eventsOf(userID)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
  });

  test('of a suspended or deleted organization cannot be accepted', async () => {
    const [own, bob] = [await app.organization(), await app.person()];
    await invite(bob.email, 'VIEWER', { of: own.id, token: own.token });
    const token = await mailedToken(bob.email);
    const setStatus = (status: string) =>
      app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [own.id, status]);
    await setStatus('SUSPENDED');
    expect((await accept(token, bob)).body.code).toBe('organization_suspended');
    await setStatus('DELETED');
    expect((await accept(token, bob)).body.code).toBe('invitation_not_found');
  });

  test('is limited to addresses of the organization’s domain, if it has one', async () => {
    const own = (await app.request('POST', '/org', { token: ann.token, body: { name: 'Domain' } })).body;
    expect(own.emailDomain).toBe('example.com');
    for (const email of [
      'bob@elsewhere.org',
      'bob@example.com.elsewhere.org',
      'bob@sub.example.com',
      'bob',
      '',
    ]) {
      const refused = await invite(email, 'VIEWER', { of: own.id });
      expect(refused.status, email).toBe(400);
      expect(refused.body.errors[0].pointer).toBe('/email');
    }
    const bob = await app.person();
    expect((await invite(bob.email, 'VIEWER', { of: own.id })).status).toBe(200);
    const token = await mailedToken(bob.email);
    await app.database.query(
      `UPDATE organization SET email_domain = 'example.org' WHERE organization_id = $1`,
      [own.id],
    );
    expect((await accept(token, bob)).status, 'the domain has changed since').toBe(403);
  });

  test('to a member, or with an unknown role, is refused', async () => {
    const member = await invite(ann.email);
    expect([member.status, member.body.code]).toEqual([409, 'member_exists']);
    const refused = await invite('new@example.com', 'OWNER');
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/role']);
    expect(refused.body.detail).toContain('VIEWER, EDITOR, ADMIN');
  });
});

describe('a member', () => {
  test('has a new role immediately on every program, with an entry in the audit trail', async () => {
    const bob = await app.person(org.id, 'VIEWER');
    const both = [
      [app, bob.token],
      [other, await tokenAt(other, bob)],
    ] as const;
    const write = () =>
      Promise.all(
        both.map(
          async ([program, token]) => (await call('POST', '/offer', { body: {}, token, program })).status,
        ),
      );
    expect(await write()).toEqual([403, 403]);
    const before = (await call('GET', `/user/${bob.id}`)).body;
    const changed = await call('PATCH', `/user/${bob.id}`, {
      body: { role: 'EDITOR', status: 'REMOVED', email: 7 },
    });
    expect(changed.body).toMatchObject({
      userID: bob.id,
      role: 'EDITOR',
      status: 'ACTIVE',
      email: bob.email,
    });
    expect(await write()).toEqual([200, 200]);
    await call('PATCH', `/user/${bob.id}`, { body: { role: 'VIEWER' } });
    expect(await write()).toEqual([403, 403]);
    expect((await call('DELETE', `/user/${bob.id}`)).body).toBe(bob.id);
    expect(await write()).toEqual([404, 404]);
    const [first, , last] = await eventsOf(bob.id);
    expect(first).toMatchObject({ action: 'UPDATE', sequence: 1, payload: changed.body, before });
    expect(last).toMatchObject({
      action: 'DELETE',
      sequence: 3,
      payload: { status: 'REMOVED', role: 'VIEWER' },
    });
  });

  test('that leaves and returns has one history, and no address is stored in between', async () => {
    const bob = await app.person(org.id, 'VIEWER');
    expect((await call('POST', '/leave', { token: bob.token })).body).toBe(bob.id);
    expect((await call('GET', `/user/${bob.id}`)).status).toBe(404);
    const { rows } = await app.database.query('SELECT email, name FROM member WHERE id = $1', [bob.id]);
    expect(rows).toEqual([{ email: null, name: null }]);
    await invite(bob.email, 'EDITOR');
    await accept(await mailedToken(bob.email), bob);
    expect((await call('GET', `/user/${bob.id}`)).body).toMatchObject({ role: 'EDITOR', email: bob.email });
    expect((await eventsOf(bob.id)).map(({ action, sequence }) => [action, sequence])).toEqual([
      ['DELETE', 1],
      ['ADD', 2],
    ]);
  });

  test('that joined another way ends its invitation, and has the data of its account', async () => {
    const bob = await app.person();
    const { userID } = (await invite(bob.email, 'ADMIN')).body;
    await app.database.query(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'USER', 'VIEWER', now())`,
      [org.id, bob.id],
    );
    expect((await call('GET', `/user/${userID}`)).status).toBe(404);
    expect((await accept(await mailedToken(bob.email), bob)).body.code).toBe('invitation_not_found');
    await app.database.query(`UPDATE person SET name = 'Robert', email = $2 WHERE id = $1`, [
      bob.id,
      `x${bob.email}`,
    ]);
    expect((await call('GET', `/user/${bob.id}`)).body).toMatchObject({
      name: 'Robert',
      email: `x${bob.email}`,
      role: 'VIEWER',
    });
  });

  test('R2 is found by status, role and address in the list', async () => {
    const own = await app.organization();
    const of = { of: own.id, token: own.token };
    const [bob, cyd] = [await app.person(own.id, 'ADMIN'), await app.person(own.id, 'VIEWER')];
    const { userID } = (await invite('dan@example.com', 'VIEWER', of)).body;
    const list = async (query: string) =>
      (await call('GET', `/user${query}`, of)).body.map((row: { userID: string }) => row.userID);
    expect(await list('')).toEqual([bob.id, cyd.id, userID]);
    expect(await list('?status=INVITED')).toEqual([userID]);
    expect(await list('?role=VIEWER&status=ACTIVE')).toEqual([cyd.id]);
    expect(await list(`?email=${bob.email.toUpperCase()}`)).toEqual([bob.id]);
    await call('DELETE', `/user/${cyd.id}`, of);
    expect(await list('')).toEqual([bob.id, userID]);
    expect((await call('GET', '/user?status=REMOVED', of)).status).toBe(400);
  });
});

describe('permissions', () => {
  test('do not allow the last ADMIN to leave, be removed or be demoted', async () => {
    const own = await app.organization();
    const bob = await app.person(own.id, 'ADMIN');
    const of = { of: own.id, token: own.token };
    const tries = () => [
      call('DELETE', `/user/${bob.id}`, of),
      call('PATCH', `/user/${bob.id}`, { ...of, body: { role: 'EDITOR' } }),
      call('POST', '/leave', { of: own.id, token: bob.token }),
    ];
    for (const reply of await Promise.all(tries()))
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin']);
    expect((await call('PATCH', `/user/${bob.id}`, { ...of, body: { role: 'ADMIN' } })).status).toBe(200);
    await app.person(own.id, 'ADMIN');
    expect((await call('POST', '/leave', { of: own.id, token: bob.token })).status).toBe(200);
  });

  test('beyond the caller’s own cannot be granted, taken over or removed', async () => {
    const role = { name: 'STAFF', permissions: ['members:read', 'members:write', 'offers:read'] };
    await call('POST', '/role', { body: role });
    await call('POST', '/role', { body: { name: 'READS_OFFERS', permissions: ['offers:read'] } });
    const [bob, cyd, dan] = [
      await app.person(org.id, 'STAFF'),
      await app.person(org.id, 'EDITOR'),
      await app.person(org.id, 'READS_OFFERS'),
    ];
    const invited = (await invite('strong@example.com', 'ADMIN')).body.userID;
    const { token } = bob;
    for (const [what, reply] of Object.entries({
      'invite an ADMIN': await invite('eve@example.com', 'ADMIN', { token }),
      'promote oneself': await call('PATCH', `/user/${bob.id}`, { token, body: { role: 'ADMIN' } }),
      'promote another': await call('PATCH', `/user/${dan.id}`, { token, body: { role: 'EDITOR' } }),
      'demote a stronger one': await call('PATCH', `/user/${cyd.id}`, { token, body: { role: 'STAFF' } }),
      'remove a stronger one': await call('DELETE', `/user/${ann.id}`, { token }),
      'withdraw a stronger invitation': await call('DELETE', `/user/${invited}`, { token }),
      'renew a stronger invitation': await invite('strong@example.com', 'STAFF', { token }),
    }))
      expect([reply.status, reply.body.code], what).toEqual([403, 'forbidden']);
    expect((await call('PATCH', `/user/${dan.id}`, { token, body: { role: 'STAFF' } })).status).toBe(200);
    expect((await call('DELETE', `/user/${dan.id}`, { token })).status).toBe(200);
  });

  test('exclude API clients from membership', async () => {
    const { client, token } = await app.client(org.id, 'VIEWER');
    expect((await call('POST', '/leave', { token })).body.code).toBe('member_not_found');
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/user/${client.id}`)).status).toBe(404);
    expect((await call('PATCH', `/user/${client.id}`, { body: { role: 'ADMIN' } })).status).toBe(404);
  });

  test('do not reach members or invitations of another organization', async () => {
    const stranger = await app.organization();
    const of = { of: stranger.id, token: stranger.token };
    const bob = await app.person(org.id, 'EDITOR');
    const { userID } = (await invite('foreign@example.com')).body;
    for (const id of [bob.id, userID]) {
      expect((await call('GET', `/user/${id}`, of)).body.code).toBe('member_not_found');
      expect((await call('DELETE', `/user/${id}`, of)).status).toBe(404);
      expect((await call('PATCH', `/user/${id}`, { ...of, body: { role: 'ADMIN' } })).status).toBe(404);
    }
    expect((await call('GET', '/user', of)).body).toEqual([]);
    expect((await call('GET', `/user/${bob.id}`)).body.role).toBe('EDITOR');
  });

  test('the token of an invitation is stored as a hash only, and is in no event or list', async () => {
    await invite('secret@example.com');
    const token = await mailedToken('secret@example.com');
    const { rows } = await app.database.query(
      `SELECT (SELECT string_agg(m::text, '') FROM member m) || (SELECT string_agg(e::text, '') FROM event e)
         || coalesce((SELECT string_agg(o::text, '') FROM outgoing_mail o), '') AS everything`,
    );
    expect(rows[0].everything).not.toContain(token);
    expect((await call('GET', '/user')).text).not.toContain(token);
  });
});

describe('a person authenticated by the organization’s own provider', () => {
  const join = (organizationId: string, { id, email }: TestPerson) =>
    app.app.database.transaction(
      (queryable) =>
        createJoin({ newId: app.app.newId })(queryable, {
          organizationId,
          person: { id, email, name: undefined },
          role: 'VIEWER',
        }),
      'system',
    );

  test('becomes a member once, with an event, and keeps an existing role', async () => {
    const bob = await app.person();
    await join(org.id, bob);
    await call('PATCH', `/user/${bob.id}`, { body: { role: 'EDITOR' } });
    await join(org.id, bob);
    expect((await call('GET', `/user/${bob.id}`)).body).toMatchObject({ role: 'EDITOR', status: 'ACTIVE' });
    expect((await eventsOf(bob.id)).map(({ action, sequence }) => [action, sequence])).toEqual([
      ['ADD', 1],
      ['UPDATE', 2],
    ]);
  });

  test('does not become a member of a suspended organization', async () => {
    const [own, bob] = [await app.organization(), await app.person()];
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      own.id,
    ]);
    await join(own.id, bob);
    expect((await app.request('GET', '/org', { token: bob.token })).body).toEqual([]);
  });
});
