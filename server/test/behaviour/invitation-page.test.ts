import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginSignIn, createBrowser, type PageResponse, sentBack } from '../browser.ts';
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

/** Expects that the response leads to the organization in the console, and that the browser is signed in. */
async function expectInConsole(
  browser: ReturnType<typeof createBrowser>,
  answer: PageResponse,
  organization = org,
) {
  expect([answer.status, answer.location], answer.text).toEqual([303, `/console/org/${organization.id}`]);
  const back = sentBack(await browser.open(beginSignIn(app.url, { prompt: 'none' }).target));
  expect([back.error, typeof back.code]).toEqual([undefined, 'string']);
}

test('a person without an account chooses a password on the page of the invitation, and ends in the console, signed in', async () => {
  const url = await invite('first@example.com');
  const browser = createBrowser(app.url);
  const page = await browser.open(pathOf(url));
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.text).toContain('Join Acme');
  expect((await members('first@example.com'))[0].status, 'opening changes nothing').toBe('INVITED');
  const weak = await browser.submit(page, { name: 'New One', password: 'short' }, 'account');
  expect(weak.text).toContain('role="alert"');
  const joined = await browser.submit(page, { name: 'New One', password }, 'account');
  await expectInConsole(browser, joined);
  expect(await members('first@example.com')).toMatchObject([
    { status: 'ACTIVE', role: 'EDITOR', name: 'New One' },
  ]);
  const { rows } = await app.database.query(
    `SELECT actor_type, actor_email FROM event WHERE organization_id = $1 AND entity_type = 'USER' AND action = 'ADD'`,
    [org.id],
  );
  expect(rows).toEqual([{ actor_type: 'USER', actor_email: 'first@example.com' }]);
  // The link is valid only once; a second use leads to the console.
  const used = await browser.open(pathOf(url));
  expect([used.status, used.text]).toEqual([404, expect.stringContaining('This invitation cannot be used')]);
  expect(used.text).toContain('href="/console/"');
  expect((await browser.submit(page, { name: 'Again', password }, 'account')).status).toBe(404);
});

test('the invited person accepts with one button if signed in; if another person is signed in, the page asks for the password', async () => {
  const [person, other] = [await people.account(), await people.account()];
  const { browser } = await people.signIn(person.email);
  const page = await browser.open(pathOf(await invite(person.email)));
  expect(page.text).not.toContain('type="password"');
  await expectInConsole(browser, await browser.submit(page, {}, 'session'));
  expect((await members(person.email))[0].status).toBe('ACTIVE');
  const foreign = await browser.open(pathOf(await invite(other.email)));
  expect(foreign.text).toContain(`You are signed in as ${person.email}`);
  const session = await browser.submit(foreign, { action: 'session' }, 'password');
  expect(session.text).toContain('role="alert"');
  expect((await members(other.email))[0].status).toBe('INVITED');
  await expectInConsole(browser, await browser.submit(foreign, { password }, 'password'));
  expect((await members(other.email))[0].status).toBe('ACTIVE');
});

test('an expired, withdrawn, renewed or unknown invitation is the same page, with the next step', async () => {
  const email = 'unused@example.com';
  const renewed = await invite(email);
  const withdrawn = await invite(email);
  const [{ id }] = await members(email);
  await app.request('DELETE', `/org/${org.id}/user/${id}`, { token: org.token });
  const expired = await invite('late@example.com');
  await people.asSystem(`UPDATE member SET invitation_expire_time = now() WHERE email = 'late@example.com'`);
  const browser = createBrowser(app.url);
  const shown = [];
  for (const url of [renewed, withdrawn, expired]) shown.push(await browser.open(pathOf(url)));
  shown.push(await browser.open('/invitation?token=unknown'));
  expect(new Set(shown.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(shown[0]?.text).toContain('ask the person who invited you for a new invitation');
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
  await expectInConsole(browser, joined);
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
