import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../browser.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { createPeople, password } from '../people.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let people: ReturnType<typeof createPeople>;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  people = createPeople(app);
});
afterAll(() => app.stop());

/** Invites an email address and returns the link in the mail. */
async function invite(email: string): Promise<URL> {
  const body = { email, role: 'EDITOR', name: 'New One' };
  const reply = await app.request('POST', `/org/${org.id}/user`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  await app.sendMails();
  const mail = (await app.mails()).findLast(
    ({ to, subject }) => to.includes(email) && subject.startsWith('Invitation'),
  );
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}
const members = async (email: string) =>
  (await app.request('GET', `/org/${org.id}/user?email=${email}`, { token: org.token })).body;
const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;

test('a person without an account chooses a password on the page of the invitation, and becomes a member', async () => {
  const url = await invite('first@example.com');
  const browser = createBrowser(app.url);
  const page = await browser.open(pathOf(url));
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.text).toContain('Join Acme');
  expect((await members('first@example.com'))[0].status, 'opening changes nothing').toBe('INVITED');
  const weak = await browser.submit(page, { name: 'New One', password: 'short' }, 'account');
  expect(weak.text).toContain('role="alert"');
  const joined = await browser.submit(page, { name: 'New One', password }, 'account');
  expect([joined.status, joined.text]).toEqual([200, expect.stringContaining('You are a member of Acme')]);
  expect(await members('first@example.com')).toMatchObject([
    { status: 'ACTIVE', role: 'EDITOR', name: 'New One' },
  ]);
  const { rows } = await app.database.query(
    `SELECT actor_type, actor_email FROM event WHERE organization_id = $1 AND entity_type = 'USER' AND action = 'ADD'`,
    [org.id],
  );
  expect(rows).toEqual([{ actor_type: 'USER', actor_email: 'first@example.com' }]);
  // The link is valid only once.
  expect((await browser.open(pathOf(url))).status).toBe(404);
  expect((await browser.submit(page, { name: 'Again', password }, 'account')).status).toBe(404);
});

test('a person with an account signs in on the page; a wrong password or a second account adds no member', async () => {
  const person = await people.account();
  const url = await invite(person.email);
  const browser = createBrowser(app.url);
  const page = await browser.open(pathOf(url));
  for (const [fields, action] of [
    [{ password: 'not the right one' }, 'password'],
    [{ name: 'Other', password }, 'account'],
  ] as const) {
    const shown = await browser.submit(page, fields, action);
    expect(shown.text).toContain('role="alert"');
  }
  expect((await members(person.email))[0].status).toBe('INVITED');
  const joined = await browser.submit(page, { password }, 'password');
  expect(joined.text).toContain('You are a member of Acme');
  expect((await members(person.email))[0].status).toBe('ACTIVE');
});

test('a form from another browser or site adds no member, and an unknown token is a 404', async () => {
  const url = await invite('careful@example.com');
  const browser = createBrowser(app.url);
  const page = await browser.open(pathOf(url));
  const foreign = await createBrowser(app.url).submit(page, { name: 'X', password }, 'account');
  expect(foreign.status).toBe(403);
  expect((await members('careful@example.com'))[0].status).toBe('INVITED');
  expect((await browser.open('/invitation?token=unknown')).status).toBe(404);
  expect((await browser.open('/invitation')).status).toBe(404);
});

test('earlier mails lead to the page, by the one permitted script; a sign-in ends on a page', async () => {
  const browser = createBrowser(app.url);
  const older = await browser.open('/console/acceptInvitation');
  expect([older.status, older.text]).toEqual([
    200,
    expect.stringContaining("location.replace('/invitation'"),
  ]);
  expect(older.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/);
  const callback = await browser.open('/console/callback?code=x&state=y');
  expect([callback.status, callback.text]).toEqual([200, expect.stringContaining('You are not signed in')]);
});
