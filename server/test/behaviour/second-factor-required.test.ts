import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJoinLink } from '../../src/organizations/index.ts';
import { createBrowser } from '../browser.ts';
import { createFactors, type Factors } from '../factors.ts';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { createPeople, type People, password } from '../people.ts';

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;
let people: People;
let factors: Factors;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database, environment: { BASE_URL: app.url } });
  people = createPeople(app);
  factors = createFactors(app, people);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const setting = (org: TestOrganization, requireSecondFactor: boolean | null, token = org.token) =>
  app.request('PATCH', `/org/${org.id}`, { token, body: { requireSecondFactor } });

/**
 * Returns the responses of both processes to a read and of the first process to a change, as status and code.
 */
async function answers(org: TestOrganization, token: string): Promise<unknown[]> {
  const { port } = other.app.server.server.address() as { port: number };
  const path = `/org/${org.id}/offer`;
  const replies = [
    await app.request('GET', path, { token }),
    await send(`http://127.0.0.1:${port}${path}`, 'GET', { token }),
    await app.request('POST', path, { token, body: { name: 'By a person' } }),
  ];
  return replies.map(({ status, body }) => (status === 200 ? status : `${status} ${body.code}`));
}
const admitted = [200, 200, 200];
const refused = Array(3).fill('403 second_factor_required');

describe('an organization that requires a second factor', () => {
  test('refuses sessions without a second factor immediately, on every program, and admits API clients', async () => {
    const org = await app.organization();
    const [plain, enrolled] = [await people.account(org.id), await factors.enrolled(org.id)];
    const { access } = await people.signedIn(plain.email);
    const tokens = [access, enrolled.access, org.token];
    for (const token of tokens) expect(await answers(org, token)).toEqual(admitted);
    expect((await setting(org, true)).body.requireSecondFactor).toBe(true);
    const after = [];
    for (const token of tokens) after.push(await answers(org, token));
    expect(after).toEqual([refused, admitted, admitted]);
    const { body } = await app.request('GET', `/org/${org.id}/offer`, { token: access });
    expect(body.detail).toContain('account page');
    expect((await setting(org, null)).body.requireSecondFactor).toBe(false);
    expect(await answers(org, access)).toEqual(admitted);
  });

  test('admits the session that sets up a factor, and refuses it when the factor is removed; other organizations do not', async () => {
    const [org, free] = [await app.organization(), await app.organization()];
    await setting(org, true);
    const { id, email } = await people.account(org.id);
    await people.asSystem(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'USER', 'EDITOR', now())`,
      [free.id, id],
    );
    const { access } = await people.signedIn(email);
    const second = await people.signedIn(email);
    expect([await answers(org, access), await answers(free, access)]).toEqual([refused, admitted]);
    await factors.enrol(access);
    expect(await answers(org, access)).toEqual(admitted);
    expect(await answers(org, second.access)).toEqual(refused);
    await factors.post('totp/remove', access, { currentPassword: password });
    expect(await answers(org, access)).toEqual(refused);
  });

  test('is listed briefly to a session without a factor, without permissions and settings', async () => {
    const org = await app.organization();
    await app.request('PATCH', `/org/${org.id}`, { token: org.token, body: { description: 'Secret plans' } });
    await setting(org, true);
    const { access } = await people.signedIn((await people.account(org.id, 'ADMIN')).email);
    const { body } = await app.request('GET', '/org', { token: access });
    expect(body).toMatchObject([{ id: org.id, requireSecondFactor: true, permissions: [] }]);
    expect(body[0]).not.toHaveProperty('description');
    expect(body[0]).not.toHaveProperty('info');
  });

  test('admits people authenticated by its own provider', async () => {
    const org = await app.organization();
    await setting(org, true);
    const person = await app.person(org.id, 'EDITOR');
    expect(await answers(org, person.token)).toEqual(refused);
    await people.asSystem(
      `UPDATE person_session SET method = 'SSO', provider_organization_id = $2 WHERE id = $1`,
      [person.sessionId, org.id],
    );
    expect(await answers(org, person.token)).toEqual(admitted);
  });

  test('accepts an invitation by a person without a factor, and leads to the page on which it is set up first', async () => {
    const org = await app.organization();
    await setting(org, true);
    const { email } = await people.account();
    await app.request('POST', `/org/${org.id}/user`, { token: org.token, body: { email, role: 'EDITOR' } });
    await app.sendMails();
    const mail = (await app.mails()).findLast(
      ({ to, subject }) => to.includes(email) && subject.startsWith('Invitation'),
    );
    const browser = createBrowser(app.url);
    const page = await browser.open(/https?:\S+/.exec(mail?.text ?? '')?.[0] as string);
    const joined = await browser.submit(page, { password }, 'password');
    const next = encodeURIComponent(`/console/org/${org.id}`);
    expect([joined.status, joined.location]).toEqual([303, `/console/account?next=${next}#second-factor`]);
    const { access } = await people.signedIn(email);
    expect(await answers(org, access)).toEqual(refused);
    await factors.enrol(access);
    expect(await answers(org, access)).toEqual(admitted);
  });
});

describe('the setting', () => {
  test('can be enabled by a person with a second factor only, and is in the audit trail', async () => {
    const org = await app.organization();
    const { email } = await people.account(org.id, 'ADMIN');
    const { access } = await people.signedIn(email);
    const lacking = await setting(org, true, access);
    expect([lacking.status, lacking.body.code]).toEqual([403, 'second_factor_required']);
    expect((await setting(org, false, access)).status).toBe(200);
    const { code } = await factors.enrol(access);
    expect((await setting(org, true, access)).status).toBe(200);
    const again = await factors.signIn(email, code());
    expect(decodeJwt(again.access as string).amr).toContain('mfa');
    expect(await answers(org, again.access as string)).toEqual(admitted);
    const { rows } = await app.database.query(
      `SELECT payload -> 'requireSecondFactor' AS now, before -> 'requireSecondFactor' AS before FROM event
       WHERE organization_id = $1 AND entity_type = 'ORGANIZATION' ORDER BY sequence DESC LIMIT 1`,
      [org.id],
    );
    expect(rows).toEqual([{ now: true, before: false }]);
    expect((await setting(org, 'yes' as never)).status).toBe(400);
  });

  test('cannot be evaded by the secret of a client that another organization admitted', async () => {
    const [home, strict] = [await app.organization(), await app.organization()];
    const person = await people.account(home.id, 'ADMIN');
    await people.asSystem(
      `INSERT INTO principal_grant (organization_id, principal_id, principal_type, role, creation_time)
       VALUES ($1, $2, 'USER', 'ADMIN', now())`,
      [strict.id, person.id],
    );
    const { access: token } = await people.signedIn(person.email);
    const made = await app.request('POST', `/org/${home.id}/apiClient`, { token, body: { role: 'VIEWER' } });
    const client = `/org/${home.id}/apiClient/${made.body.id}`;
    const letIn = { organizationID: strict.id, role: 'EDITOR' };
    const allow = () => app.request('POST', `${client}/organization`, { token, body: letIn });
    expect((await allow()).status).toBe(200);
    await setting(strict, true);
    const rotated = await app.request('POST', `${client}/rotateSecret`, { token, body: {} });
    expect([rotated.status, rotated.body.code], rotated.text).toEqual([403, 'forbidden']);
  });
});

test('a join link of such an organization is accepted, and its session is refused until a factor is set up', async () => {
  const org = await app.organization();
  await setting(org, true);
  const link = await app.app.database.transaction(
    (queryable) =>
      createJoinLink(
        queryable,
        { newId: app.app.newId, random: randomBytes },
        { organizationId: org.id, role: 'EDITOR', now: app.app.clock.now() },
      ),
    'system',
  );
  const browser = createBrowser(app.url);
  const email = 'joins.strict@example.com';
  const joined = await browser.submit(await browser.open(link), { email, password });
  expect(joined.location).toBe('/console/');
  const { access } = await people.signedIn(email);
  expect(await answers(org, access)).toEqual(refused);
});
