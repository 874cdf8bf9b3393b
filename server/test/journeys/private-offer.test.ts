import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

test('R40 a private offer leads to an ACTIVE entitlement with its term and an addon', async () => {
  const { token } = org;
  const listed = await app.request('GET', '/org', { token });
  expect(listed.status).toBe(200);
  expect(listed.body).toEqual([
    expect.objectContaining({ id: org.id, environment: 'TEST', userRole: 'ADMIN' }),
  ]);

  const created = await app.request('POST', `/org/${org.id}/offer`, {
    token,
    body: {
      partner: 'mka',
      name: 'Gold plan',
      info: { currency: 'USD', commits: [{ key: 'seats', rate: 1200.5, length: 1, timeUnit: 'YEAR' }] },
    },
  });
  expect(created.status, created.text).toBe(200);
  expect(created.body).toMatchObject({ status: 'PENDING_CREATE', partner: 'MKA', offerType: 'PRIVATE' });
  const offerId = created.body.id;

  await app.drainJobs();
  const published = await app.request('GET', `/org/${org.id}/offer/${offerId}`, { token });
  expect(published.body).toMatchObject({
    status: 'PENDING_ACCEPTANCE',
    externalID: expect.any(String),
    info: { privateOfferUrl: expect.any(String), visibility: 'PRIVATE' },
    metaInfo: { offerCreationSuccessDate: expect.any(String) },
  });

  const accepted = await app.request('POST', `/org/${org.id}/sandbox/offer/${offerId}/accept`, { token });
  expect(accepted.status, accepted.text).toBe(200);
  await app.drainJobs();

  const entitlements = await app.request('GET', `/org/${org.id}/entitlement?offerId=${offerId}`, { token });
  expect(entitlements.body).toHaveLength(1);
  const entitlement = entitlements.body[0];
  expect(entitlement).toMatchObject({
    status: 'ACTIVE',
    offerID: offerId,
    partner: 'MKA',
    name: 'Gold plan',
  });

  const term = await app.request(
    'GET',
    `/org/${org.id}/entitlement/${entitlement.id}/entitlementTerm/${entitlement.entitlementTermID}`,
    { token },
  );
  expect(term.body).toMatchObject({
    entitlementID: entitlement.id,
    commitAmount: 1200.5,
    info: { type: 'Signup' },
  });

  const addon = await app.request('POST', `/org/${org.id}/entitlement/${entitlement.id}/addon`, {
    token,
    body: { name: 'Onboarding', amount: 500 },
  });
  expect(addon.status, addon.text).toBe(200);
  expect(addon.body.info.addons).toEqual([
    { id: expect.stringMatching(/^add_/), name: 'Onboarding', amount: 500 },
  ]);

  const config = await app.request('PATCH', `/org/${org.id}/notificationConfigInfo`, {
    token,
    body: { enableEmailNotification: true },
  });
  expect(config.body.enableEmailNotification).toBe(true);
});
