import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { goodForm, type SignupWorld, signupWorldOf } from '../signup-world.ts';

let app: TestApp;
let org: TestOrganization;
let world: SignupWorld;
let signupId: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  world = signupWorldOf(app, org);
  signupId = (await world.configure({ companyName: 'Harbour Tools' })).signupId;
});

const eventsOf = async (type: string, id: string) => {
  const { rows } = await app.database.query(
    'SELECT action FROM event WHERE organization_id = $1 AND entity_type = $2 AND entity_id = $3',
    [org.id, type, id],
  );
  return rows.map(({ action }) => action);
};

test('a form is recorded with its contact, which is linked to the buyer', async () => {
  const { link, entitlementId } = await world.buy();
  const sent = await world.send(link);
  expect([sent.status, new URL(sent.headers.get('location') as string, link).href]).toEqual([303, link]);
  const page = await world.page(link);
  expect(page).toContain('Harbour Tools has received your details');
  expect(page).not.toContain('<form');
  const { buyerID } = await world.good('GET', `entitlement/${entitlementId}`);
  const [signup, ...others] = await world.signups();
  expect(others).toEqual([]);
  const { contactID } = signup;
  expect(signup).toMatchObject({
    ...goodForm,
    name: 'Ann Lee',
    entitlementID: entitlementId,
    buyerID,
    source: 'SIGNUP_PAGE',
  });
  expect(await world.good('GET', `contact/${contactID}`)).toMatchObject({
    name: 'Ann Lee',
    emailAddress: goodForm.emailAddress,
    info: { companyName: 'Globex', phoneNumber: goodForm.phoneNumber, partner: 'MKA' },
  });
  expect((await world.good('GET', `buyer/${buyerID}`)).contactIds).toEqual([contactID]);
});

test('a form that is sent 64 times at once is one signup with one event', async () => {
  const { link } = await world.buy();
  const sent = await Promise.all(
    Array.from({ length: 64 }, (_, index) => world.send(link, { ...goodForm, notes: `No ${index}` })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]));
  const [signup, ...others] = await world.signups();
  expect(others).toEqual([]);
  expect(await world.good('GET', 'contact')).toHaveLength(1);
  expect(await eventsOf('NEW_CLIENT', signup.id)).toEqual(['CREATE']);
  expect(await eventsOf('NOTIFICATION_MESSAGE', signup.id)).toEqual(['NEW_CLIENT_SIGNUP']);
});

test('the form does not change a contact that exists', async () => {
  const contact = await world.good('POST', 'contact', {
    name: 'Dr. Lee',
    emailAddress: 'ANN.LEE@globex.example',
  });
  await world.send((await world.buy()).link);
  expect((await world.signups())[0].contactID).toBe(contact.id);
  expect(await world.good('GET', `contact/${contact.id}`)).toMatchObject({ name: 'Dr. Lee' });
});

test.each([
  ['companyName', '', 'Enter the name of your company.'],
  ['firstName', ' \u0000\u202e ', 'Enter your first name.'],
  ['lastName', 'x'.repeat(100), 'Shorten your last name to 99 characters; it has 100.'],
  ['emailAddress', 'ann', 'Enter an e-mail address such as ann.lee@example.com.'],
  ['phoneNumber', '1'.repeat(51), 'Shorten your telephone number to 50 characters; it has 51.'],
  ['notes', 'x'.repeat(2001), 'Shorten your message to 2000 characters; it has 2001.'],
])('an invalid %s is marked, and the other values are kept', async (name, value, message) => {
  const { link } = await world.buy();
  const sent = await world.send(link, { ...goodForm, [name]: value });
  const page = await sent.text();
  expect([sent.status, page]).toEqual([400, expect.stringContaining(`id="${name}-error">${message}`)]);
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
  if (name !== 'companyName') expect(page).toContain('value="Globex"');
  expect(await world.signups()).toEqual([]);
});

test('markup, long names and right-to-left text are shown as text, and the page has at most 40 kB', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'&';
  const name = `${evil}${'ש'.repeat(200 - evil.length)}`;
  await world.configure({
    companyName: name,
    enableCustomTemplate: true,
    customTemplate: `[a](javascript:alert(1)) ![b](https://t.example/p.png) ${evil} <script>alert(1)</script>\n\n[c](data:text/html,1) {{ buyer.name }}\n\n${'& '.repeat(4000)}`,
  });
  const { link } = await world.buy({ buyerName: `${evil} [x](javascript:1)` });
  const sent = await world.send(link, {
    ...goodForm,
    companyName: name,
    notes: '"'.repeat(2000),
    emailAddress: `${evil}@x`,
  });
  for (const page of [await world.page(link), await sent.text()]) {
    expect(page).not.toMatch(/<(img src=x|script)|href="(javascript|data):|t\.example/i);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(40_000);
  }
});

test('every invalid link has the same answer, and changes nothing', async () => {
  const { link, entitlementId } = await world.buy();
  const other = await app.organization();
  const foreign = await signupWorldOf(app, other).configure({ companyName: 'Other' });
  const { entitlementId: cancelled, link: cancelledLink } = await world.buy({ buyerName: 'Umbrella' });
  await app.database.query(
    `UPDATE entitlement SET status = 'CANCELLED' WHERE organization_id = $1 AND id = $2`,
    [org.id, cancelled],
  );
  const now = new Date();
  const links = [
    link.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? 'a' : '_'}`),
    link.replace(/expires=\d/, 'expires=9'),
    link.replace(org.id, other.id),
    link.replace(entitlementId, cancelled),
    link.replace(/\?.*/, ''),
    cancelledLink,
    world.linkAt({ signupId, entitlementId }, new Date(now.getTime() - 25 * 3_600_000)),
    world.linkAt({ signupId: 'sgn_0', entitlementId }, now),
    world.linkAt({ signupId, entitlementId: 'ent_0' }, now),
    // A link of another organization does not open the entitlement.
    world.linkAt({ signupId: foreign.signupId, entitlementId }, now, other.id),
  ];
  const answers = [];
  for (const each of links)
    for (const response of [await world.visit(each), await world.send(each)])
      answers.push([response.status, await response.text()]);
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]).toEqual([404, expect.stringContaining('The link is invalid or has expired.')]);
  expect(await world.signups()).toEqual([]);
  expect((await world.visit(world.linkAt({ signupId, entitlementId }, now))).status).toBe(200);
});

test('a suspended organization has no page until it is active again', async () => {
  const { link } = await world.buy();
  const set = (status: string) =>
    app.database.query('UPDATE organization SET status = $2 WHERE organization_id = $1', [org.id, status]);
  await set('SUSPENDED');
  for (const response of [await world.visit(link), await world.send(link)])
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  await set('ACTIVE');
  expect(await world.signups()).toEqual([]);
  expect((await world.send(link)).status).toBe(303);
});
