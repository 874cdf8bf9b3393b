import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { goodForm, type SignupWorld, signupWorldOf } from '../signup-world.ts';

let app: TestApp;
let org: TestOrganization;
let world: SignupWorld;
let email: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  world = signupWorldOf(app, org);
  await world.good('PATCH', 'notificationConfigInfo', { enableEmailNotification: true });
  ({ email } = await app.person(org.id, 'ADMIN'));
});

/** Signs up on the page, and returns the mail about the signup. */
async function mailAbout(config: object) {
  await world.configure({ companyName: 'Harbour', ...config });
  const { link, entitlementId } = await world.buy();
  expect((await world.send(link)).status).toBe(303);
  await app.dispatchEvents();
  await app.sendMails();
  const mails = (await app.mails()).filter(
    ({ to, text }) => to.includes(email) && `${text}`.includes(goodForm.emailAddress),
  );
  expect(mails).toHaveLength(1);
  return { mail: mails[0] as (typeof mails)[0], entitlementId };
}

test('R12 the usual mail contains the values of the form', async () => {
  const { mail, entitlementId } = await mailAbout({});
  expect(mail.subject).toBe('New client: Ann Lee, Globex');
  for (const text of ['Client: Ann Lee, Globex', '+1 555 0100', 'Two teams.', entitlementId])
    expect(mail.text).toContain(text);
  expect(mail.html).toContain(goodForm.emailAddress);
});

test('R12 ccEmails: the addresses get a copy of the mail', async () => {
  const { mail } = await mailAbout({ ccEmails: ['sales@harbour.example', 'SALES@harbour.example'] });
  expect(mail.cc).toEqual(['sales@harbour.example']);
});

test('R12 notificationEmailSubject: the mail has the subject of the seller', async () => {
  const { mail } = await mailAbout({ notificationEmailSubject: 'Signup of {{ signup.companyName }}' });
  expect(mail.subject).toBe('Signup of Globex');
});

test.each([
  [true, 'Welcome Ann of Globex'],
  [false, 'Ann Lee, Globex signed up.'],
])('R12 customEmailTemplate: with enableCustomEmailTemplate %s the mail says "%s"', async (enabled, text) => {
  const { mail } = await mailAbout({
    enableCustomEmailTemplate: enabled,
    customEmailTemplate: '<p>Welcome {{ signup.firstName }} of {{ signup.companyName }}</p>',
  });
  expect(mail.html).toContain(text);
});

test.each([true, false])(
  'R12 publicNotes: the notes are appended to the mail as text, with enableCustomEmailTemplate %s',
  async (enableCustomEmailTemplate) => {
    const { mail } = await mailAbout({
      publicNotes: 'Call within a <day>.\nThank you.',
      enableCustomEmailTemplate,
      customEmailTemplate: '<p>Own content</p>',
    });
    expect(mail.html).toMatch(/Call within a &lt;day&gt;\.\nThank you\.<\/p>/);
    expect(mail.text).toContain('Call within a <day>.\nThank you.');
  },
);

test('the notes and the copies are only in mails about signups', async () => {
  await world.configure({ publicNotes: 'Signup note', ccEmails: ['sales@harbour.example'] });
  await world.good('POST', 'product', { name: 'Platform' });
  await app.drainJobs();
  await app.dispatchEvents();
  await app.sendMails();
  const mails = (await app.mails()).filter(({ to }) => to.includes(email));
  expect(mails.length).toBeGreaterThan(0);
  for (const { cc, text } of mails)
    expect([cc, text]).toEqual([[], expect.not.stringContaining('Signup note')]);
});

test('R12 templates of the mail with an error are refused', async () => {
  for (const name of ['customEmailTemplate', 'notificationEmailSubject']) {
    const refused = await world.call('PATCH', 'clientSignupPageConfigInfo', { [name]: '{% include "x" %}' });
    expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, `/${name}`]);
  }
});
