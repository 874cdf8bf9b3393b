import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJoinLink } from '../../src/organizations/index.ts';
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

const linkTo = (organizationId: string, role: 'ADMIN' | 'VIEWER' = 'ADMIN', ageMs = 0): Promise<string> =>
  app.app.database.transaction(
    (queryable) =>
      createJoinLink(
        queryable,
        { newId: app.app.newId, random: randomBytes },
        { organizationId, role, now: new Date(app.app.clock.now().getTime() - ageMs) },
      ),
    'system',
  );
const memberOf = async (email: string) =>
  (await app.request('GET', `/org/${org.id}/user?email=${email}`, { token: org.token })).body;

test('a join link lets its first user choose address and password, become a member and sign in', async () => {
  const link = await linkTo(org.id);
  const browser = createBrowser(app.url);
  const page = await browser.open(link);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Join Acme')]);
  const weak = await browser.submit(page, { email: 'reader@example.com', password: 'short' });
  expect(weak.text).toContain('role="alert"');
  const odd = await browser.submit(page, { email: 'none', password });
  expect(odd.text).toContain('This is not a valid e-mail address.');
  const joined = await browser.submit(page, { email: 'Reader@example.com', name: 'A Reader', password });
  expect([joined.status, joined.location]).toEqual([303, '/console/']);
  expect(await memberOf('reader@example.com')).toMatchObject([
    { status: 'ACTIVE', role: 'ADMIN', name: 'A Reader' },
  ]);
  const signedIn = await browser.open('/console/callback');
  expect(signedIn.text).toContain('reader@example.com');
  for (const again of [
    await browser.open(link),
    await browser.submit(page, { email: 'other@example.com', password }),
  ])
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('was used')]);
  expect(await memberOf('other@example.com'), 'no account without a link').toEqual([]);
});

test('a person with an account joins with its password only, and joins once', async () => {
  const person = await people.account();
  const link = await linkTo(org.id, 'VIEWER');
  const browser = createBrowser(app.url);
  const page = await browser.open(link);
  const wrong = await browser.submit(page, { email: person.email, password: 'another password of mine' });
  expect(wrong.text).toContain('An account with this address exists');
  expect(await memberOf(person.email)).toEqual([]);
  expect((await browser.submit(page, { email: person.email, password })).status).toBe(303);
  const second = createBrowser(app.url);
  const other = await second.open(await linkTo(org.id));
  const twice = await second.submit(other, { email: person.email, password });
  expect(twice.status).toBe(409);
  expect(await memberOf(person.email)).toMatchObject([{ role: 'VIEWER' }]);
});

test('an expired or invalid link, and a form from another site, add no member', async () => {
  const browser = createBrowser(app.url);
  for (const link of [await linkTo(org.id, 'ADMIN', 3_600_001), '/join?token=tpj_none', '/join'])
    expect((await browser.open(link)).status, link).toBe(404);
  const form = { token: 'tpj_none', email: 'elsewhere@example.com', password };
  expect((await browser.post('/join', form)).status).toBe(403);
});

test('of two simultaneous uses of one link one succeeds', async () => {
  const link = await linkTo(org.id);
  const browsers = [createBrowser(app.url), createBrowser(app.url)];
  const pages = await Promise.all(browsers.map((browser) => browser.open(link)));
  const answers = await Promise.all(
    browsers.map(async (browser, at) => {
      const page = pages[at] as (typeof pages)[number];
      return (await browser.submit(page, { email: `at-once-${at}@example.com`, password })).status;
    }),
  );
  expect(answers.toSorted()).toEqual([303, 404]);
});

test('the sign-in page links to the request for an account', async () => {
  const browser = createBrowser(app.url);
  const page = await browser.open('/oauth2/signUp');
  const weak = await browser.submit(page, { email: 'new@example.com', name: '<b>', password: 'short' });
  expect(weak.text).toContain('value="&lt;b&gt;"');
  const sent = await browser.submit(page, { email: 'new@example.com', name: 'New', password });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Check your mail')]);
  await app.sendMails();
  expect((await app.mails()).filter(({ to }) => to.includes('new@example.com'))).toHaveLength(1);
});
