import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let editor: string;
let approver: string;
let buyerId: string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  buyerId = await by.buyer('Buyer AG');
  editor = (await app.client(org.id, 'EDITOR')).token;
  approver = (await app.client(org.id, 'ADMIN')).token;
});
afterAll(() => app.stop());

const as = (token: string, method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const require_ = (requireApproval: boolean) =>
  by.call('PATCH', 'privateOfferConfigInfo', { requireApproval });
const in_ = (days: number) => new Date(Date.now() + days * day).toISOString();
const terms = { info: { commits: [{ key: 'a', rate: 100 }] } };
let made = 0;
const approved = async (body: object = {}): Promise<string> => {
  const draft = { name: `Approved ${++made}`, ...terms, ...body };
  const { id } = (await as(editor, 'POST', 'draftOffer', draft)).body;
  await as(editor, 'POST', `offer/${id}/submitForApproval`, {});
  await as(approver, 'POST', `offer/${id}/approve`, {});
  expect((await as(editor, 'POST', 'offer', { id })).body.status).toBe('PENDING_ACCEPTANCE');
  return id;
};
const refused = async (...call: Parameters<typeof as>): Promise<string> => {
  const reply = await as(...call);
  expect([reply.status, reply.body.code], reply.text).toEqual([409, 'offer_not_approved']);
  return reply.body.detail;
};
const good = async (...call: Parameters<typeof as>) => {
  const reply = await as(...call);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('R36 where offers require an approval, a sale by hand does too', () => {
  beforeAll(() => require_(true));

  test.each([undefined, 'PAYA'])(
    'a public offer does not count as an approved price (partner %s)',
    async (partner) => {
      const offer = { name: `Public ${++made}`, offerType: 'DEFAULT', partner, ...terms };
      const { id: offerId } = await good(editor, 'POST', 'offer', offer);
      expect(await refused(editor, 'POST', 'entitlement', { offerId, buyerId })).toContain('private offer');
      expect(await by.get(`offer/${offerId}/entitlement`)).toEqual([]);
      await good(approver, 'POST', 'entitlement', { offerId, buyerId });
    },
  );

  test('an offer that was published before can be sold by a caller who may approve', async () => {
    await require_(false);
    const { id: offerId } = await good(editor, 'POST', 'offer', { name: `Before ${++made}`, ...terms });
    await require_(true);
    await refused(editor, 'POST', 'entitlement', { offerId, buyerId });
    await refused(editor, 'POST', `sandbox/offer/${offerId}/accept`, {});
    expect((await by.get(`offer/${offerId}`)).status).toBe('PENDING_ACCEPTANCE');
    await good(approver, 'POST', `sandbox/offer/${offerId}/accept`, {});
  });

  test('an approved offer can be sold to its buyer until its end, with any start', async () => {
    const endTime = in_(300);
    const offerId = await approved({ endTime, buyerID: buyerId });
    const other = await by.buyer('Another AG');
    expect(await refused(editor, 'POST', 'entitlement', { offerId, buyerId: other })).toContain(
      'another buyer',
    );
    const later = { offerId, buyerId, endDate: in_(900) };
    expect(await refused(editor, 'POST', 'entitlement', later)).toContain('another end');
    const sold = await good(editor, 'POST', 'entitlement', {
      offerId,
      buyerId,
      startDate: in_(-3),
      endDate: endTime,
    });
    expect(sold).toMatchObject({ buyerID: buyerId, endTime, offerID: offerId });
  });

  test('an end that follows from the terms is accepted; an end for an offer without one needs an approval', async () => {
    const start = '2026-03-01T00:00:00.000Z';
    const year = await approved({
      info: { commits: [{ key: 'a', rate: 100, length: 1, timeUnit: 'YEAR' }] },
    });
    const from = { offerId: year, buyerId, startDate: start };
    await refused(editor, 'POST', 'entitlement', { ...from, endDate: '2027-03-02' });
    await good(editor, 'POST', 'entitlement', { ...from, endDate: '2027-03-01' });
    const open = { offerId: await approved(), buyerId };
    await refused(editor, 'POST', 'entitlement', { ...open, endDate: '2099-01-01' });
    await good(editor, 'POST', 'entitlement', open);
    const free = { offerId: await approved(), buyerId, endDate: '2099-01-01' };
    await good(approver, 'POST', 'entitlement', free);
  });
});

const changes: [string, string, object][] = [
  ['PATCH', 'priceModel', { commits: [{ key: 'a', rate: 1 }] }],
  ['PATCH', 'priceModel', { commits: [{ key: 'a', rate: 1 }], applyTime: '2095-01-01T00:00:00Z' }],
  ['POST', 'addCredit', { creditAmountIncrement: 100 }],
  ['POST', 'addon', { amount: 1 }],
  ['PATCH', 'billing', { netTermsInDays: 90 }],
  ['PATCH', 'billing', { trialConfig: {} }],
  ['PATCH', 'metaInfo', { enableTestUsageMetering: true, testUsageMeteringEndTime: '2095-01-01' }],
];

describe('R36 a sale can be changed by a caller who may approve', () => {
  test.each(changes)('%s %s %j', async (method, path, body) => {
    await require_(true);
    const sold = await good(editor, 'POST', 'entitlement', { offerId: await approved(), buyerId });
    const before = [await by.entitlement(sold.id), await by.terms(sold.id), await by.actions(sold.id)];
    await refused(editor, method, `entitlement/${sold.id}/${path}`, body);
    expect([await by.entitlement(sold.id), await by.terms(sold.id), await by.actions(sold.id)]).toEqual(
      before,
    );
    await good(approver, method, `entitlement/${sold.id}/${path}`, body);
    await require_(false);
    const free = await good(editor, 'POST', 'entitlement', {
      offerId: (await good(editor, 'POST', 'offer', { name: `Free ${++made}`, ...terms })).id,
      buyerId,
    });
    await good(editor, method, `entitlement/${free.id}/${path}`, body);
  });

  test('except notes, tax ids, and the offer’s own terms of payment', async () => {
    await require_(true);
    const { id } = await good(editor, 'POST', 'entitlement', { offerId: await approved(), buyerId });
    const tested = { enableTestUsageMetering: true, testUsageMeteringEndTime: '2095-01-01T00:00:00.000Z' };
    await good(approver, 'PATCH', `entitlement/${id}/metaInfo`, tested);
    await good(approver, 'PATCH', `entitlement/${id}/billing`, { netTermsInDays: 90 });
    await good(editor, 'PATCH', `entitlement/${id}/metaInfo`, { internalNote: 'Mine' });
    const longer = { testUsageMeteringEndTime: '2096-01-01' };
    await refused(editor, 'PATCH', `entitlement/${id}/metaInfo`, longer);
    await good(editor, 'PATCH', `entitlement/${id}/billing`, { taxIds: ['DE1'], netTermsInDays: null });
    await good(editor, 'PATCH', `entitlement/${id}/metaInfo`, { enableTestUsageMetering: false });
  });
});
