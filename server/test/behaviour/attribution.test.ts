import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Portal, portalOf } from '../portal.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Portal;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = portalOf(app, org);
});
afterAll(() => app.stop());

const partner = async (body: object = {}): Promise<string> => (await by.partner(body)).id;
let made = 0;
const plan = { currency: 'USD', commits: [{ key: 'plan', rate: 1000.1, length: 1, timeUnit: 'YEAR' }] };
const offer = async (more: object = {}): Promise<string> => {
  const { id } = await by.post('offer', { partner: 'MKA', name: `Deal ${++made}`, info: plan, ...more });
  await by.settle();
  return id;
};
const accept = async (offerId: string) => {
  await by.post(`sandbox/offer/${offerId}/accept`, { buyerName: 'Fjord Foods' });
  await by.settle();
  const [entitlement] = await by.get(`entitlement?offerId=${offerId}`);
  return entitlement.id as string;
};
const set = (offerId: string, channelPartnerId: string, share: unknown, kind = 'SOURCED') =>
  by.call('POST', `offer/${offerId}/attribution`, { channelPartnerId, share, kind });
const drop = (offerId: string, channelPartnerId: string) =>
  by.call('DELETE', `offer/${offerId}/attribution/${channelPartnerId}`);
const shown = async (path: string) =>
  (await by.get(`${path}/attribution`)).map(
    ({ channelPartnerId, kind, share, basis }: Record<string, unknown>) => [
      channelPartnerId,
      kind,
      share,
      basis,
    ],
  );

describe('attribution of an offer to a channel partner', () => {
  test('is set by a member, for shares of at most 100 percent in total', async () => {
    const [one, two, three] = [await partner(), await partner(), await partner()];
    const id = await offer();
    expect((await set(id, one, 60)).body).toMatchObject({ kind: 'SOURCED', share: 60, basis: 'MANUAL' });
    expect((await set(id, two, 40, 'influenced')).status).toBe(200);
    expect((await set(id, three, 0.0001)).body.code).toBe('attribution_above_all');
    expect((await set(id, one, 60.0001)).body.code).toBe('attribution_above_all');
    expect((await set(id, one, 10.5)).status).toBe(200);
    expect((await set(id, one, 10.5)).status).toBe(200);
    expect(await by.actions(id)).not.toContain('UPDATE');
    expect((await drop(id, two)).body).toBe(two);
    expect((await drop(id, two)).body.code).toBe('attribution_not_found');
    expect(await shown(`offer/${id}`)).toEqual([[one, 'SOURCED', 10.5, 'MANUAL']]);
  });

  test('rejects wrong values and unknown or foreign records without a change', async () => {
    const [id, one] = [await offer(), await partner()];
    for (const share of [-1, 100.1, '5', null, 1.00001, 1e300, undefined, {}])
      expect((await set(id, one, share)).status, String(share)).toBe(400);
    expect((await set(id, one, 5, 'STOLEN')).status).toBe(400);
    expect((await by.call('POST', `offer/${id}/attribution`, { share: 5 })).status).toBe(400);
    const theirs = portalOf(app, await app.organization());
    const foreign = (await theirs.partner()).id;
    const foreignOffer = (await theirs.post('offer', { partner: 'MKA' })).id;
    for (const [offerId, channelPartnerId] of [
      [id, foreign],
      [id, 'chp_00000000000000000000000000'],
      [foreignOffer, one],
      ['ofr_00000000000000000000000000', one],
    ] as const) {
      expect((await set(offerId, channelPartnerId, 5)).status).toBe(404);
      expect((await drop(offerId, channelPartnerId)).status).toBe(404);
    }
    for (const path of [`offer/${foreignOffer}`, 'entitlement/ent_0'])
      expect((await by.call('GET', `${path}/attribution`)).status).toBe(404);
    expect(await shown(`offer/${id}`)).toEqual([]);
  });

  test('never exceeds 100 percent with 64 simultaneous calls', async () => {
    const ids = await Promise.all(Array.from({ length: 32 }, () => partner()));
    const id = await offer();
    const replies = await Promise.all([...ids, ...ids].map((one) => set(id, one, 7)));
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect((await shown(`offer/${id}`)).length).toBe(14);
  });

  test('is final once the offer is accepted, and the entitlement has the same attribution', async () => {
    const [one, two] = [await partner(), await partner()];
    const id = await offer();
    await set(id, one, 12.5);
    await set(id, two, 5, 'INFLUENCED');
    const entitlementId = await accept(id);
    const frozen = [
      [one, 'SOURCED', 12.5, 'MANUAL'],
      [two, 'INFLUENCED', 5, 'MANUAL'],
    ];
    expect(await shown(`entitlement/${entitlementId}`)).toEqual(frozen);
    for (const reply of [await set(id, one, 13), await drop(id, two)])
      expect([reply.status, reply.body.code]).toEqual([409, 'attribution_frozen']);
    await by.settle();
    expect(await shown(`offer/${id}`)).toEqual(frozen);
  });
});

describe('automatic attribution', () => {
  const reseller = async (accountId: string) =>
    partner({ accounts: [{ partner: 'MKA', accountId }], status: 'ACTIVE' });
  const out = (accountId: string) => offer({ offerType: 'CPPO_OUT', metaInfo: { resellerIds: [accountId] } });
  const resold = async (id: string) => {
    await by.post(`sandbox/offer/${id}/resell`, { markupPercentage: 10 });
    await by.settle();
    return (await by.get(`offer/${id}`)).metaInfo.cppoOfferId as string;
  };

  test('names the channel partner whose account resells the offer, also on the reseller’s offer: RESOLD', async () => {
    const id = await reseller('210987654321');
    const ours = await out('210987654321');
    const expected = [[id, 'RESOLD', 0, 'ACCOUNT']];
    expect(await shown(`offer/${ours}`)).toEqual(expected);
    const theirs = await resold(ours);
    expect(await shown(`offer/${theirs}`)).toEqual(expected);
    const entitlementId = await accept(theirs);
    expect(await shown(`entitlement/${entitlementId}`)).toEqual(expected);
    expect(await shown(`offer/${theirs}`)).toEqual(expected);
  });

  test('yields to a manual attribution, also to that of the offer from which the reseller made its own', async () => {
    await reseller('310987654321');
    const sourcing = await partner();
    const ours = await out('310987654321');
    await set(ours, sourcing, 20);
    const expected = [[sourcing, 'SOURCED', 20, 'MANUAL']];
    expect(await shown(`offer/${ours}`)).toEqual(expected);
    const entitlementId = await accept(await resold(ours));
    expect(await shown(`entitlement/${entitlementId}`)).toEqual(expected);
  });

  test('prefers the deal registration that a sale wins to accounts, with the share of the agreement', async () => {
    const tier = await by.tier({ share: 5 });
    const productId = await by.product();
    const id = await partner({ tierId: tier.id, domains: ['nord.example'] });
    await by.post(`channelPartner/${id}/agreement`, {
      share: 17.5,
      startDate: '2020-01-01',
      productIds: [productId],
    });
    const deal = await by.post('dealRegistration', {
      channelPartnerId: id,
      customer: { account: { partner: 'MKA', accountId: '123456789012' } },
      productIds: [productId],
    });
    const approver = await app.client(org.id, 'ADMIN');
    await by.post(`dealRegistration/${deal.id}/submit`, {});
    const approved = await app.request('POST', `/org/${org.id}/dealRegistration/${deal.id}/approve`, {
      token: approver.token,
    });
    expect(approved.status, approved.text).toBe(200);
    const offerId = await offer({
      productID: productId,
      info: { ...plan, buyerMkAAccountIds: ['123456789012'] },
    });
    const entitlementId = await accept(offerId);
    expect((await by.get(`dealRegistration/${deal.id}`)).status).toBe('WON');
    const [row, ...more] = await by.get(`entitlement/${entitlementId}/attribution`);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      channelPartnerId: id,
      kind: 'SOURCED',
      share: 17.5,
      basis: 'DEAL_REGISTRATION',
      dealRegistrationId: deal.id,
      startDate: null,
      endDate: null,
    });
  });

  test('uses the share of an agreement in its countries, and the share of the tier elsewhere', async () => {
    const approver = await app.client(org.id, 'ADMIN');
    const tier = await by.tier({ share: 5 });
    const id = await partner({ tierId: tier.id });
    const agreement = { share: 17.5, startDate: '2020-01-01', countries: ['DE', 'AT'] };
    await by.post(`channelPartner/${id}/agreement`, agreement);
    const shares: number[] = [];
    for (const country of ['US', 'at', undefined]) {
      const productID = await by.product();
      const crmAAccountId = `in ${country}`;
      const deal = await by.post('dealRegistration', {
        channelPartnerId: id,
        customer: { crmAAccountId, country },
        productIds: [productID],
      });
      await by.post(`dealRegistration/${deal.id}/submit`, {});
      const path = `/org/${org.id}/dealRegistration/${deal.id}/approve`;
      expect((await app.request('POST', path, { token: approver.token })).status).toBe(200);
      const entitlement = await by.direct({ productID, metaInfo: { crmAAccountId } });
      await by.settle();
      const [row] = await by.get(`entitlement/${entitlement.id}/attribution`);
      shares.push(row.share);
    }
    expect(shares).toEqual([5, 17.5, 17.5]);
  });

  test('enqueues no job in organizations without channel partners', async () => {
    const alone = await app.organization();
    const of = portalOf(app, alone);
    const { id } = await of.post('offer', {
      partner: 'MKA',
      info: plan,
      offerType: 'CPPO_OUT',
      metaInfo: { resellerIds: ['210987654321'] },
    });
    await of.settle();
    const { rows } = await app.database.query(
      `SELECT kind FROM job WHERE organization_id = $1 AND kind LIKE 'partners.%'`,
      [alone.id],
    );
    expect(rows).toEqual([]);
    expect(await of.get(`offer/${id}/attribution`)).toEqual([]);
  });
});
