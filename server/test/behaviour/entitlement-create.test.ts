import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let buyerId: string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
  buyerId = await by.buyer('Buyer AG');
});
afterAll(() => app.stop());

const in_ = (days: number) => new Date(Date.now() + days * day).toISOString();
let offers = 0;
/** Each body has a unique name, because equal bodies create one offer (R20). */
const offer = async (body: object = {}): Promise<string> =>
  (await by.post('offer', { name: `Offer ${++offers}`, ...body })).id;

describe('R36 an entitlement of a direct sale, created by the seller', () => {
  test.each([
    { name: 'no start: now', given: {}, status: 'ACTIVE' },
    { name: 'null: now', given: { startDate: null, endDate: null }, status: 'ACTIVE' },
    { name: 'a start in the past', given: { startDate: in_(-30) }, status: 'ACTIVE' },
    { name: 'a start in the future', given: { startDate: in_(30) }, status: 'PENDING_START' },
    { name: 'over already', given: { startDate: in_(-30), endDate: in_(-1) }, status: 'CANCELLED' },
    { name: 'a bare date', given: { startDate: '2026-01-31' }, status: 'ACTIVE' },
  ])('$name is $status', async ({ given, status }) => {
    const offerId = await offer({ info: { commits: [{ key: 'a', rate: 5 }] } });
    const made = await by.post('entitlement', { offerId, buyerId, organizationId: 7, ...given });
    const { startDate, endDate } = given as { startDate?: string | null; endDate?: string | null };
    expect(made).toMatchObject({ status, offerID: offerId, buyerID: buyerId, externalBuyerID: buyerId });
    if (startDate) expect(made.startTime).toBe(new Date(startDate).toISOString());
    expect(made.endTime).toBe(endDate ?? null);
    expect((await by.get(`offer/${offerId}`)).status).toBe('ACCEPTED');
    expect(await by.terms(made.id)).toMatchObject([
      { id: made.entitlementTermID, info: { type: 'Signup' }, commitAmount: 5, endTime: endDate ?? null },
    ]);
    expect(await by.entitlement(made.id)).toEqual(made);
    expect(await by.actions(made.id)).toEqual(['CREATE']);
  });

  test('R22 that is pending starts at its time', async () => {
    const made = await by.post('entitlement', { offerId: await offer(), buyerId, startDate: in_(10) });
    await by.advance(11 * day);
    expect((await by.entitlement(made.id)).status).toBe('ACTIVE');
  });

  test('has the end of the offer by default', async () => {
    const endTime = in_(300);
    const first = await by.post('entitlement', { offerId: await offer({ endTime }), buyerId });
    expect(first.endTime).toBe(endTime);
    const given = in_(200);
    const second = await by.post('entitlement', {
      offerId: await offer({ endTime }),
      buyerId,
      endDate: given,
    });
    expect(second.endTime).toBe(given);
  });

  test('leaves a public offer on sale', async () => {
    const offerId = await offer({ offerType: 'DEFAULT' });
    for (const _ of [1, 2]) await by.post('entitlement', { offerId, buyerId });
    expect((await by.get(`offer/${offerId}`)).status).toBe('ACTIVE');
    expect(await by.get(`offer/${offerId}/entitlement`)).toHaveLength(2);
  });

  test('R30 requires quantities if the offer stores quantities for the buyer', async () => {
    const info = { commits: [{ key: 'a', rate: 5, buyerQuantityConfigurable: true }] };
    const without = await by.call('POST', 'entitlement', { offerId: await offer({ info }), buyerId });
    expect([without.status, without.body.errors?.[0].pointer]).toEqual([400, '/offerId']);
    const offerId = await offer({ info, metaInfo: { buyerCommitQuantities: { a: 3 } } });
    expect((await by.post('entitlement', { offerId, buyerId })).info.commitAmount).toBe(15);
  });

  test('R4 with invalid input is a 400 that names the field and changes nothing', async () => {
    const offerId = await offer({ endTime: in_(100) });
    const stranger = entitlementsOf(app, await app.organization());
    const foreign = (await stranger.post('offer', { name: 'theirs' })).id;
    const cases: [object, string][] = [
      [{ buyerId }, '/offerId'],
      [{ offerId }, '/buyerId'],
      [{ offerId, buyerId: 'buy_none' }, '/buyerId'],
      [{ offerId: 'ofr_none', buyerId }, '/offerId'],
      [{ offerId: foreign, buyerId }, '/offerId'],
      [{ offerId, buyerId, startDate: in_(101) }, '/startDate'],
      [{ offerId, buyerId, startDate: in_(5), endDate: in_(4) }, '/endDate'],
      [{ offerId, buyerId, startDate: 'soon' }, '/startDate'],
    ];
    for (const [body, pointer] of cases) {
      const reply = await by.call('POST', 'entitlement', body);
      expect([reply.status, reply.body.errors?.[0].pointer], JSON.stringify(body)).toEqual([400, pointer]);
    }
    const onMarketplace = await by.call('POST', 'entitlement', {
      offerId: await offer({ partner: 'MKA' }),
      buyerId,
    });
    expect(onMarketplace.body).toMatchObject({ status: 400, code: 'entitlement_partner' });
    expect(await by.get(`offer/${offerId}/entitlement`)).toEqual([]);
    expect((await by.get(`offer/${offerId}`)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('R40 is created once by several simultaneous calls for one private offer', async () => {
    const offerId = await offer();
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => by.call('POST', 'entitlement', { offerId, buyerId })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await by.get(`entitlement?offerId=${offerId}`)).toHaveLength(1);
  });
});

describe('R2 lists of entitlements', () => {
  test('R31 can be filtered by every link, account and contact', async () => {
    const metaInfo = {
      crmAAccountId: 'aa',
      crmAOpportunityId: 'ao',
      crmAQuoteId: 'aq',
      crmBDealId: 'bd',
      crmCOpportunityId: '{AB-12}',
    };
    const offerId = await offer({ metaInfo, contactIds: ['con_1', 'con_2'] });
    const made = await by.post('entitlement', { offerId, buyerId });
    const onA = await by.ordered('MKA', { buyerAccountId: '111122223333', productId: 'prd_listed' });
    await by.ordered('MKB', { buyerAccountId: '111122223333' });
    const cases: [string, string][] = [
      ...Object.entries({ ...metaInfo, contactId: 'con_2', offerId }).map(
        ([name, value]): [string, string] => [`${name}=${encodeURIComponent(value)}`, made.id],
      ),
      ['crmCOpportunityId=ab-12', made.id],
      ['buyerAccountId=111122223333', onA.id],
      ['productId=prd_listed', onA.id],
      [`externalId=${onA.externalID}&partner=mka&status=ACTIVE`, onA.id],
    ];
    for (const [query, id] of cases)
      expect([query, (await by.get(`entitlement?${query}`)).map((row: { id: string }) => row.id)]).toEqual([
        query,
        [id],
      ]);
    for (const query of ['contactId=con_3', 'crmBDealId=b', 'buyerAccountId=9', 'crmAQuoteId=AQ'])
      expect(await by.get(`entitlement?${query}`)).toEqual([]);
  });

  test('of a buyer, offer, partner or product contain their entitlements; an unknown id gives an empty list', async () => {
    const own = await by.buyer('Lists AG');
    const offerId = await offer();
    const { id } = await by.post('entitlement', { offerId, buyerId: own });
    await app.database.query(
      `INSERT INTO product (organization_id, id, partner, status, info, meta_info, creation_time, last_update_time)
       VALUES ($1, 'prd_mine', 'MKD', 'ACTIVE', '{}', '{}', now(), now())`,
      [org.id],
    );
    const onD = await by.ordered('MKD', { productId: 'prd_mine' });
    const ids = async (path: string) => (await by.get(path)).map((row: { id: string }) => row.id);
    expect(await ids(`buyer/${own}/entitlement`)).toEqual([id]);
    expect(await ids(`offer/${offerId}/entitlement`)).toEqual([id]);
    expect(await ids('partner/mkd/entitlement')).toEqual([onD.id]);
    expect(await ids('product/prd_mine/entitlement')).toEqual([onD.id]);
    for (const [path, status] of [
      ['buyer/buy_none/entitlement', 404],
      ['offer/ofr_none/entitlement', 404],
      ['product/prd_none/entitlement', 404],
      ['partner/none/entitlement', 404],
      [`buyer/${own}/entitlement?limit=0`, 400],
    ] as const)
      expect([path, (await by.call('GET', path)).status]).toEqual([path, status]);
    const stranger = entitlementsOf(app, await app.organization());
    for (const path of [`buyer/${own}`, `offer/${offerId}`, 'product/prd_mine'])
      expect((await stranger.call('GET', `${path}/entitlement`)).status).toBe(404);
  });
});
