import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

test('a seller gets an offer approved and publishes it, and a corrected copy replaces it', async () => {
  const { id: orgId, token: admin } = await app.organization();
  const seller = (await app.client(orgId, 'EDITOR')).token;
  const desk = (await app.person(orgId, 'ADMIN')).token;
  const call = async (who: string, method: string, path: string, body?: unknown, expected = 200) => {
    const reply = await app.request(method, `/org/${orgId}${path}`, {
      token: who,
      ...(body === undefined ? {} : { body }),
    });
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(expected);
    await app.drainJobs();
    return reply.body;
  };
  const read = (id: string) => call(seller, 'GET', `/offer/${id}`);
  await call(admin, 'PATCH', '/privateOfferConfigInfo', { requireApproval: true });

  const terms = { partner: 'MKC', name: 'Year of Acme', info: { mkCDuration: 12, currency: 'USD' } };
  expect((await call(seller, 'POST', '/offer', terms, 409)).code).toBe('offer_not_approved');
  const first = (await call(seller, 'POST', '/draftOffer', terms)).id;
  await call(seller, 'POST', `/offer/${first}/submitForApproval`, { message: 'For Acme' });
  await call(seller, 'POST', `/offer/${first}/approve`, {}, 403);
  await call(desk, 'POST', `/offer/${first}/requestAction`, { message: 'Name the commits.' });
  await call(seller, 'PATCH', `/offer/${first}`, { info: { commits: [{ key: 'seats', rate: 100 }] } });
  await call(seller, 'POST', `/offer/${first}/submitForApproval`, {});
  await call(desk, 'POST', `/offer/${first}/approve`, { message: 'Good.' });
  await call(seller, 'POST', '/offer', { id: first });
  expect((await read(first)).status).toBe('PENDING_ACCEPTANCE');

  const copy = await call(seller, 'POST', `/offer/${first}/clone`, { cancelSourceAfterPublish: true });
  expect(copy).toMatchObject({ status: 'DRAFT', info: { commits: [{ key: 'seats', rate: 100 }] } });
  expect(copy.metaInfo).not.toHaveProperty('approvalInfo');
  const cheaper = { info: { commits: [{ key: 'seats', rate: 90 }] } };
  await call(seller, 'PATCH', `/offer/${copy.id}`, cheaper);
  expect((await call(seller, 'POST', '/offer', { id: copy.id }, 409)).code).toBe('offer_not_approved');
  await call(seller, 'POST', `/offer/${copy.id}/submitForApproval`, {});
  await call(desk, 'POST', `/offer/${copy.id}/approve`, {});
  await call(seller, 'POST', '/offer', { id: copy.id });
  const published = await read(copy.id);
  expect(published).toMatchObject({
    status: 'PENDING_ACCEPTANCE',
    metaInfo: {
      approvalInfo: { approvalStatus: 'Approved' },
      sourceOfferIdToCancelAfterPublish: first,
      sourceOfferCancelAfterPublishStatus: 'SENT',
    },
  });
  expect((await read(first)).status).toBe('CANCELLED');

  await call(seller, 'POST', `/sandbox/offer/${copy.id}/accept`, {});
  expect(await call(seller, 'GET', `/entitlement?offerId=${copy.id}`)).toHaveLength(1);
  const trail = await call(admin, 'GET', `/auditingEvent/query?q=(= entity_id ${first})&s=creation_time:asc`);
  expect(trail.data.map(({ eventType }: { eventType: string }) => eventType.replace('.OFFER', ''))).toEqual([
    'CREATE',
    'SUBMIT_APPROVAL_REQUEST',
    'REVIEW_APPROVAL_REQUEST',
    'UPDATE',
    'SUBMIT_APPROVAL_REQUEST',
    'REVIEW_APPROVAL_REQUEST',
    'UPDATE',
    'PENDING_ACCEPTANCE',
    'PENDING_CANCEL',
    'CANCEL',
  ]);
});
