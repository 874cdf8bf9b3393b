import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

test('R53 a signup is connected with its entitlement, listed, and announced', async () => {
  await by.patch('notificationConfigInfo', { enableEmailNotification: true });
  const { email } = await app.person(org.id, 'ADMIN');
  const [sold, other] = [await by.direct(), await by.direct()];
  const client = { emailAddress: 'ann.lee@example.com', name: 'Ann Lee', companyName: 'Example Inc.' };
  const made = await by.post(`entitlement/${sold.id}/signupConnection`, {
    ...client,
    entitlementID: other.id,
    createdBy: 'somebody',
  });
  expect(made).toMatchObject({
    ...client,
    id: expect.stringMatching(/^sgc_/),
    entitlementID: sold.id,
    buyerID: sold.buyerID,
    createdBy: org.client.id,
  });
  await by.post(`entitlement/${other.id}/signupConnection`, { emailAddress: 'bo@example.com' });
  expect(await by.get(`signupConnection?entitlementId=${sold.id}`)).toEqual([made]);
  expect(await by.get('signupConnection')).toHaveLength(2);
  await app.dispatchEvents();
  await app.sendMails();
  const { notificationEvents } = await by.get(`notificationEvent/NOTIFICATION_MESSAGE/${made.id}`);
  expect(notificationEvents).toMatchObject([
    { action: 'NEW_CLIENT_SIGNUP', priority: 'HIGH', message: 'Ann Lee, Example Inc. signed up.' },
  ]);
  const subjects = (await app.mails()).filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
  expect(subjects).toContain('New client: Ann Lee, Example Inc.');
});

test('a signup without an address, or for an unknown entitlement, is refused and not announced', async () => {
  const { id } = await by.direct();
  const refused = async (entitlementId: string, body: object) => {
    const reply = await by.call('POST', `entitlement/${entitlementId}/signupConnection`, body);
    return [reply.status, reply.body.errors?.[0]?.pointer ?? reply.body.code];
  };
  expect(await refused(id, { name: 'Ann' })).toEqual([400, '/emailAddress']);
  expect(await refused(id, { emailAddress: 'ann' })).toEqual([400, '/emailAddress']);
  expect(await refused('ent_0', { emailAddress: 'ann@example.com' })).toEqual([404, 'entitlement_not_found']);
  expect(await by.get(`signupConnection?entitlementId=${id}`)).toEqual([]);
});
