import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization({ role: 'EDITOR' });
});
afterAll(() => app.stop());

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  await app.drainJobs();
  return reply.body;
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a seller drafts, checks, submits, corrects, extends and sells an offer, and withdraws another', async () => {
  const contact = await call('POST', '/contact', { email: 'buyer@example.com' });
  const draft = await call('POST', '/draftOffer', { partner: 'MKC', name: 'Year of Acme' });
  const { valid, findings } = await call('POST', '/offer/validate', { id: draft.id });
  expect(valid).toBe(false);
  expect(findings[0]).toMatchObject({ source: 'RULES', pointer: '/info/mkCDuration' });

  const terms = { mkCDuration: 12, currency: 'EUR' };
  await call('POST', '/draftOffer', { ...draft, expireTime: day(5), contactIds: [contact.id], info: terms });
  await call('POST', '/offer', { id: draft.id });
  const path = `/offer/${draft.id}`;
  const failed = await call('GET', path);
  expect(failed).toMatchObject({ id: draft.id, status: 'CREATE_FAILED' });
  expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('USD');

  await call('PATCH', path, { info: { currency: 'USD' } });
  expect((await call('POST', `${path}/retry`)).status).toBe('PENDING_CREATE');
  const open = await call('GET', path);
  expect(open).toMatchObject({ status: 'PENDING_ACCEPTANCE', info: { currency: 'USD', mkCDuration: 12 } });
  expect((await call('GET', `/offerExternalId/${open.externalID}`)).id).toBe(draft.id);

  await call('PATCH', `${path}/metaInfo`, { crmAOpportunityId: 'opp-1', customMetaInfo: { region: 'EU' } });
  expect(await call('GET', '/offer?crmAOpportunityId=opp-1')).toHaveLength(1);
  expect((await call('POST', `${path}/notifyContacts`)).contactIds).toEqual([contact.id]);
  await call('POST', `${path}/extendExpiryDate?newExpiryDate=${day(30)}`);
  await call('POST', `${path}/sync`);
  const extended = await call('GET', path);
  expect(extended).toMatchObject({ status: 'PENDING_ACCEPTANCE', expireTime: `${day(30)}T00:00:00.000Z` });
  expect(extended.metaInfo.customMetaInfo).toEqual({ region: 'EU' });

  await call('POST', `/sandbox${path}/accept`, {});
  expect((await call('GET', path)).status).toBe('ACCEPTED');
  expect(await call('GET', `/entitlement?offerId=${draft.id}`)).toHaveLength(1);

  const second = await call('POST', '/offer', { partner: 'MKA', name: 'Nobody wants it' });
  await call('POST', `/offer/${second.id}/cancel`);
  expect((await call('GET', `/offer/${second.id}`)).status).toBe('CANCELLED');
  expect(await call('DELETE', `/offer/${second.id}`)).toBe(second.id);
  expect((await call('GET', '/offer')).map(({ id }: { id: string }) => id)).toEqual([draft.id]);
});
