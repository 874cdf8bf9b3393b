import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let sold: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  sold = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

let made = 0;
const plan = (rate: number) => ({
  currency: 'USD',
  commits: [{ key: 'plan', rate, length: 1, timeUnit: 'YEAR' }],
});
const then = async <T>(doing: Promise<T>): Promise<T> => {
  const answer = await doing;
  await app.drainJobs();
  return answer;
};
const publish = async (offer: object) =>
  (await then(sold.post('offer', { partner: 'MKA', name: `Offer ${++made}`, ...offer }))).id as string;
const offer = (id: string) => sold.get(`offer/${id}`);
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer);

const out = (more: object = {}) =>
  publish({
    offerType: 'CPPO_OUT',
    info: plan(1000.1),
    metaInfo: { resellerIds: ['210987654321'] },
    ...more,
  });
const received = async (granted: object = {}) => {
  const { externalID } = await then(sold.post('sandbox/resaleAuthorization', granted));
  return sold.get(`offerExternalId/${externalID}`);
};

describe('an authorization of a vendor for a reseller', () => {
  test('R27 waits for the reseller, whose offer is linked with it and leads to the entitlement', async () => {
    const id = await out({ expireTime: new Date(Date.now() + 30 * day).toISOString() });
    const authorization = await offer(id);
    expect(authorization).toMatchObject({
      status: 'PENDING_PARTNER_ACTION',
      offerType: 'CPPO_OUT',
      info: { mkACppoOpportunity: { Status: 'Active', partnerId: '210987654321' } },
    });
    // Buyers cannot accept an authorization.
    expect((await sold.call('POST', `sandbox/offer/${id}/accept`)).status).toBe(409);

    const late = await sold.call('POST', `sandbox/offer/${id}/resell`, {
      expireTime: new Date(Date.now() + 31 * day).toISOString(),
    });
    expect([late.status, pointers(late)]).toEqual([400, ['/expireTime']]);
    await then(
      sold.post(`sandbox/offer/${id}/resell`, { markupPercentage: 10, buyerAccountIds: ['123456789012'] }),
    );
    const used = await offer(id);
    const resold = await offer(used.metaInfo.cppoOfferId);
    expect(used).toMatchObject({ status: 'USED', info: { mkACppoOpportunity: { Status: 'Complete' } } });
    expect(resold).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      offerType: 'CPPO',
      expireTime: authorization.expireTime,
      info: {
        commits: [{ key: 'plan', rate: 1100.11 }],
        mkAMarkupPercentage: 10,
        visibility: 'PRIVATE',
        mkAChannelPartner: { id: '210987654321' },
        mkAResaleAuthorizationId: authorization.externalID,
      },
      metaInfo: { cppoOutOfferId: id, resellerIds: ['210987654321'] },
    });
    expect(used.metaInfo.offerCreationSuccessDate).toBe(authorization.metaInfo.offerCreationSuccessDate);
    expect((await sold.call('POST', `sandbox/offer/${id}/resell`)).status).toBe(409);

    await then(sold.post(`sandbox/offer/${resold.id}/accept`, { buyerName: 'Acme' }));
    expect((await offer(resold.id)).status).toBe('ACCEPTED');
    const [entitlement] = await sold.get(`entitlement?offerId=${resold.id}`);
    expect(entitlement).toMatchObject({
      status: 'ACTIVE',
      externalBuyerID: '123456789012',
      type: 'CPPO',
      info: { commitAmount: 1100.11, mkAChannelPartner: { id: '210987654321' } },
    });
    expect(await sold.get(`entitlement?offerId=${id}`)).toEqual([]);
    expect(await sold.actions(resold.id)).toEqual(['CREATE', 'ACCEPT']);

    // The vendor cannot change the reseller’s offer; a used authorization can be cancelled.
    const other = await out();
    await then(sold.post(`sandbox/offer/${other}/resell`));
    const { cppoOfferId } = (await offer(other)).metaInfo;
    await then(sold.post(`offer/${cppoOfferId}/cancel`));
    expect(await offer(cppoOfferId)).toMatchObject({
      status: 'CANCEL_FAILED',
      metaInfo: { errorMessages: ['ACCESS_DENIED'] },
    });
    await then(sold.post(`offer/${other}/cancel`));
    expect((await offer(other)).status).toBe('CANCELLED');
  });

  test('R27 is rejected by the reseller, restricted by the marketplace, cancelled by the vendor, or expires', async () => {
    const [rejected, restricted, cancelled] = [await out(), await out(), await out()];
    await then(sold.post(`sandbox/offer/${rejected}/reject`));
    await then(sold.post(`sandbox/offer/${restricted}/restrict`));
    await then(sold.post(`offer/${cancelled}/cancel`));
    const states = await Promise.all(
      [rejected, restricted, cancelled].map(async (id) => (await offer(id)).status),
    );
    expect(states).toEqual(['REJECTED', 'RESTRICTED', 'CANCELLED']);
    for (const id of [rejected, restricted, cancelled])
      for (const what of ['resell', 'restrict', 'reject'])
        expect((await sold.call('POST', `sandbox/offer/${id}/${what}`)).status).toBe(409);
    const expiring = await out({ expireTime: new Date(Date.now() + day).toISOString() });
    await sold.advance(2 * day);
    expect((await offer(expiring)).status).toBe('EXPIRED');
    await sold.advance(-2 * day);
  });
});

describe('an authorization of a vendor for us', () => {
  test('R27 is ready to use, and our offer costs the margin more', async () => {
    const wholesale = { ...plan(200), name: 'Wholesale', productId: 'prod-1', vendorName: 'Maker' };
    const authorization = await received({ ...wholesale, mkAAgreementDuration: 'P12M' });
    expect(authorization).toMatchObject({
      status: 'READY_TO_USE',
      offerType: 'CPPO_IN',
      name: 'Wholesale',
      partner: 'MKA',
      info: {
        commits: [{ rate: 200 }],
        mkACppoOpportunity: { ManufacturerLegalName: 'Maker', ProductId: 'prod-1' },
      },
    });
    const id = await publish({
      offerType: 'CPPO',
      info: { mkAMarkupPercentage: 25, buyerCountryCodes: ['DE'] },
      metaInfo: { cppoInOfferId: authorization.id },
    });
    const ours = await offer(id);
    expect(ours).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      info: { commits: [{ rate: 250 }], mkAResaleAuthorizationId: authorization.externalID },
      metaInfo: { cppoInOfferId: authorization.id },
    });
    expect(await offer(authorization.id)).toMatchObject({ status: 'USED', metaInfo: { cppoOfferId: id } });

    // R27: an acceptance from a different country is rejected and has no effect.
    const elsewhere = await sold.call('POST', `sandbox/offer/${id}/accept`, { countryCode: 'FR' });
    expect([elsewhere.status, pointers(elsewhere)]).toEqual([400, ['/countryCode']]);
    expect(await app.drainJobs()).toBe(0);
    await then(sold.post(`sandbox/offer/${id}/accept`, { countryCode: 'DE' }));
    const [entitlement] = await sold.get(`entitlement?offerId=${id}`);
    expect(entitlement).toMatchObject({ externalProductID: 'prod-1', info: { commitAmount: 250 } });
  });

  test('R27 is named by our offer, must exist, and is used once', async () => {
    const authorization = await received();
    const resale = (name: object, info: object = {}) => ({
      partner: 'MKA',
      offerType: 'CPPO',
      name: `Resale ${++made}`,
      info: { ...plan(5), ...info },
      metaInfo: name,
    });
    const refusals: [body: object, pointer: string][] = [
      [resale({}), '/metaInfo/cppoInOfferId'],
      [resale({ cppoInOfferId: 'ofr_none' }), '/metaInfo/cppoInOfferId'],
      [resale({ cppoInOfferId: await out() }, plan(2000)), '/metaInfo/cppoInOfferId'],
      [resale({}, { mkAResaleAuthorizationId: 'sbo_none' }), '/info/mkAResaleAuthorizationId'],
      [
        resale({ cppoInOfferId: authorization.id }, { mkAResaleAuthorizationId: 'sbo_none' }),
        '/info/mkAResaleAuthorizationId',
      ],
    ];
    for (const [body, pointer] of refusals) {
      const refused = await sold.call('POST', 'offer', body);
      expect([refused.status, pointers(refused)]).toEqual([400, [pointer]]);
      const { findings } = await sold.post('offer/validate', body);
      expect(findings.filter(({ severity }: { severity: string }) => severity === 'ERROR')).toEqual([
        expect.objectContaining({ pointer }),
      ]);
    }
    const byId = await publish(resale({}, { mkAResaleAuthorizationId: authorization.externalID }));
    expect(await offer(byId)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      metaInfo: { cppoInOfferId: authorization.id },
      info: { commits: [{ rate: 5 }] },
    });
    const again = await sold.call('POST', 'offer', resale({ cppoInOfferId: authorization.id }));
    expect([again.status, pointers(again)]).toEqual([400, ['/metaInfo/cppoInOfferId']]);

    const restricted = await received({ expireTime: new Date(Date.now() + day).toISOString() });
    await then(sold.post(`sandbox/offer/${restricted.id}/restrict`));
    expect((await offer(restricted.id)).status).toBe('RESTRICTED');
    const expiring = await received({ expireTime: new Date(Date.now() + day).toISOString() });
    await sold.advance(2 * day);
    expect((await offer(expiring.id)).status).toBe('EXPIRED');
    await sold.advance(-2 * day);
  });
});

describe('an offer that resells is limited by its authorization, as at the marketplace', () => {
  const seats = (rate: number, more: object = {}) => ({
    commits: [{ key: 'seats', rate, quantity: 2, length: 1, timeUnit: 'YEAR', ...more }],
  });
  const resale = (cppoInOfferId: string, info: object) => ({
    partner: 'MKA',
    offerType: 'CPPO',
    name: `Held ${++made}`,
    info,
    metaInfo: { cppoInOfferId },
  });
  const usage = { dimensions: [{ key: 'api', rate: 0.01 }] };
  const choice = seats(500, { buyerQuantityConfigurable: true });

  test.each<[what: string, granted: object, info: object, pointer: string]>([
    ['a lower price', seats(600), seats(599), '/info/commits'],
    ['another quantity', seats(600), seats(900, { quantity: 3 }), '/info/commits'],
    ['another dimension', seats(600), seats(900, { key: 'other' }), '/info/commits'],
    ['a dimension that the buyer cannot choose', choice, seats(900, { key: 'other' }), '/info/commits/0/key'],
    ['another length', seats(600), seats(900, { length: 2 }), '/info/commits'],
    ['another currency', seats(600), { ...seats(900), currency: 'EUR' }, '/info/currency'],
    [
      'a margin and prices',
      seats(600),
      { ...seats(900), mkAMarkupPercentage: 5 },
      '/info/mkAMarkupPercentage',
    ],
    ['prices of usage', { ...seats(600), ...usage }, usage, '/info/dimensions'],
    ['commits where usage is sold', usage, seats(900), '/info/commits'],
    ['days of payment', seats(600), { mkAMarkupPercentage: 5, netTermsInDays: 30 }, '/info/netTermsInDays'],
    ['renewals by itself', seats(600), { mkAMarkupPercentage: 5, autoRenew: true }, '/info/autoRenew'],
  ])('R27 %s is refused, by validation and by the marketplace', async (_what, granted, info, pointer) => {
    const { id } = await received(granted);
    const body = resale(id, info);
    const { findings } = await sold.post('offer/validate', body);
    const refused = findings.filter(({ severity }: { severity: string }) => severity === 'ERROR');
    expect(refused).toContainEqual(expect.objectContaining({ source: 'MARKETPLACE', pointer }));
    const failed = await offer(await publish(body));
    expect(failed.status).toBe('CREATE_FAILED');
    expect(failed.metaInfo.prettifiedErrorMessages).toEqual([refused[0].message]);
    // The authorization was not used.
    expect((await offer(id)).status).toBe('READY_TO_USE');
  });

  test.each<[what: string, granted: object, info: object]>([
    ['a margin', seats(600), { mkAMarkupPercentage: 12.5 }],
    ['a higher price', seats(600), seats(601)],
    ['a fixed price in place of a choice', choice, seats(500)],
    ['a margin on usage', { ...usage, mkAAgreementDuration: 'P12M' }, { mkAMarkupPercentage: 10 }],
  ])('R27 %s is accepted', async (_what, granted, info) => {
    const { id } = await received(granted);
    const body = resale(id, info);
    expect(await sold.post('offer/validate', body)).toMatchObject({ valid: true });
    expect((await offer(await publish(body))).status).toBe('PENDING_ACCEPTANCE');
  });
});

describe('an offer that several parties share on marketplace B', () => {
  const shared = () =>
    publish({
      partner: 'MKB',
      info: { ...plan(900), mkBPrivateOffer: { privateOfferType: 'multipartyPromotionOriginator' } },
    });

  test('R25 waits for the partner, then for the buyer', async () => {
    const id = await shared();
    expect(await offer(id)).toMatchObject({
      status: 'PENDING_PARTNER_ACTION',
      subStatus: 'pendingPartnerAction',
    });
    const marked = await sold.call('POST', `sandbox/offer/${id}/resell`, { markupPercentage: 5 });
    expect([marked.status, pointers(marked)]).toEqual([400, ['/markupPercentage']]);
    await then(sold.post(`sandbox/offer/${id}/resell`));
    expect(await offer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', subStatus: 'pendingAcceptance' });
    await then(sold.post(`sandbox/offer/${id}/accept`));
    expect((await offer(id)).status).toBe('ACCEPTED');
    expect(await sold.get(`entitlement?offerId=${id}`)).toMatchObject([{ info: { commitAmount: 900 } }]);
  });

  test('R25 ends when the partner rejects it or the marketplace restricts it', async () => {
    const [rejected, restricted] = [await shared(), await shared()];
    await then(sold.post(`sandbox/offer/${rejected}/reject`));
    await then(sold.post(`sandbox/offer/${restricted}/restrict`));
    expect([(await offer(rejected)).status, (await offer(restricted)).status]).toEqual([
      'REJECTED',
      'RESTRICTED',
    ]);
  });
});
