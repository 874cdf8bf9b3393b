import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftOffer } from '../draft-offer.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const done = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  await app.drainJobs();
  return reply.body;
};

test('R27 two offers in a set are published and accepted together, and one entitlement gets an addon from a template', async () => {
  const set = await done('POST', 'offerSet', {
    name: 'Platform and support',
    info: { buyerNotes: 'Both, please' },
  });
  const commits = (key: string, rate: number) => ({
    info: { currency: 'USD', commits: [{ key, rate, length: 1, timeUnit: 'YEAR' }] },
  });
  const platform = await draftOffer(app, org, { name: 'Platform', ...commits('seats', 1200.5) });
  const support = await draftOffer(app, org, { name: 'Support', ...commits('support', 300) });
  const mistake = await draftOffer(app, org, { name: 'Mistake' });
  for (const offerId of [platform, support, mistake])
    await done('POST', `offerSet/${set.id}/offer/${offerId}`);
  await done('DELETE', `offerSet/${set.id}/offer/${mistake}`);
  await done('PATCH', `offerSet/${set.id}`, { expireTime: '2091-01-31' });

  expect((await done('POST', `offerSet/${set.id}/publish`)).status).toBe('PENDING_CREATE');
  const published = await done('GET', `offerSet/${set.id}`);
  expect(published).toMatchObject({ status: 'PENDING_ACCEPTANCE', offerIDs: [platform, support] });
  const page = await done('GET', `offerSet?q=${encodeURIComponent('(= status PENDING_ACCEPTANCE)')}`);
  expect(page).toEqual({ data: [published], page_number: 1, page_size: 20, total_count: 1 });

  await done('POST', `sandbox/offerSet/${set.id}/accept`, { buyerName: 'Acme' });
  expect((await done('GET', `offerSet/${set.id}`)).status).toBe('ACCEPTED');
  const [entitlement] = await done('GET', `entitlement?offerId=${platform}`);
  expect(entitlement).toMatchObject({
    status: 'ACTIVE',
    info: { mkAOfferSetId: set.id, commitAmount: 1200.5 },
  });

  const template = await done('POST', 'addon', { name: 'Onboarding', amount: 2400 });
  const applied = await done('POST', `entitlement/${entitlement.id}/addon`, { id: template.id });
  expect(applied.info.addons).toEqual([{ id: template.id, name: 'Onboarding', amount: 2400 }]);
});
