import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withoutLink } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const day = 86_400_000;
const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
const post = (path: string, body?: unknown, token = org.token) =>
  app.request('POST', `/org/${org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const publish = async (body: object): Promise<string> => {
  const reply = await post('offer', { name: 'Sold', ...body });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return reply.body.id;
};
const accept = async (id: string, body?: object) => {
  const reply = await post(`sandbox/offer/${id}/accept`, body);
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  const [entitlement] = await get(`entitlement?offerId=${id}`);
  return entitlement;
};
const termOf = (entitlement: { id: string; entitlementTermID: string }) =>
  get(`entitlement/${entitlement.id}/entitlementTerm/${entitlement.entitlementTermID}`);
const advance = (ms: number) =>
  app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [org.id, ms],
  );

describe('R40 effects of an acceptance', () => {
  test('sets every documented field of entitlement, term and offer', async () => {
    const before = Date.now();
    const id = await publish({
      partner: 'MKA',
      partnerID: 'seller-1',
      service: 'MARKETPLACE',
      productID: 'prd_1',
      info: {
        currency: 'EUR',
        buyerMkAAccountIds: ['123456789012'],
        commits: [{ key: 'a', rate: 10.1, quantity: 1 }],
      },
    });
    const entitlement = await accept(id, { buyerName: 'Buyer AG' });
    const offer = await get(`offer/${id}`);
    expect(entitlement).toMatchObject({
      organizationID: org.id,
      offerID: id,
      productID: 'prd_1',
      buyerID: expect.stringMatching(/^buy_/),
      partner: 'MKA',
      partnerID: 'seller-1',
      service: 'MARKETPLACE',
      name: 'Sold',
      status: 'ACTIVE',
      externalID: expect.any(String),
      externalBuyerID: '123456789012',
      externalProductID: expect.any(String),
      externalStatus: 'ACTIVE',
      endTime: null,
      entitlementTermID: expect.stringMatching(/^trm_/),
    });
    expect(Math.abs(Date.parse(entitlement.startTime) - before)).toBeLessThan(30_000);
    expect(await termOf(entitlement)).toMatchObject({
      id: entitlement.entitlementTermID,
      organizationID: org.id,
      entitlementID: entitlement.id,
      externalEntitlementID: entitlement.externalID,
      offerID: id,
      productID: 'prd_1',
      buyerID: entitlement.buyerID,
      partner: 'MKA',
      info: { type: 'Signup' },
      entitlementInfo: withoutLink(entitlement).info,
      commitAmount: 10.1,
      reportedAmount: 0,
      usedCommitAmount: 0,
      startTime: entitlement.startTime,
      endTime: null,
    });
    expect(offer).toMatchObject({ status: 'ACCEPTED', metaInfo: { offerAcceptDate: entitlement.startTime } });
    expect(offer.buyerID).toBe(entitlement.buyerID);
  });

  test('R40 several purchases by one account have the same buyer', async () => {
    const first = await accept(await publish({ partner: 'MKA' }), { buyerAccountId: '111122223333' });
    const second = await accept(await publish({ partner: 'MKA', service: 'again' }), {
      buyerAccountId: '111122223333',
    });
    expect(second.buyerID).toBe(first.buyerID);
  });

  test.each(['MKB', 'MKC'])(
    'R40 %s requires an approval, which the sandbox gives by default',
    async (partner) => {
      const info = { mkCDuration: 12 };
      expect(await accept(await publish({ partner, info }))).toMatchObject({ status: 'ACTIVE' });
      const waiting = await accept(await publish({ partner, info, service: 'waits' }), { approve: false });
      expect(waiting.status).toBe('PENDING_START');
      await advance(300 * day);
      await app.drainJobs();
      expect((await get(`entitlement/${waiting.id}`)).status).toBe('PENDING_START');
    },
  );

  test('R40 other partners approve automatically', async () => {
    expect((await accept(await publish({ partner: 'MKA' }), { approve: false })).status).toBe('ACTIVE');
  });

  test('R36 R40 a direct sale creates its entitlement immediately', async () => {
    const { body } = await post('offer', { name: 'Direct', info: { commitAmount: 99.99 } });
    const reply = await post(`sandbox/offer/${body.id}/accept`, { buyerName: 'Direct buyer' });
    expect(reply.body.status).toBe('ACCEPTED');
    const [entitlement] = await get(`entitlement?offerId=${body.id}`);
    expect(entitlement).toMatchObject({ status: 'ACTIVE', name: 'Direct' });
    expect((await termOf(entitlement)).commitAmount).toBe(99.99);
  });
});

describe('R22 a future start', () => {
  test.each(['MKA', 'MKC'])(
    'is PENDING_START on %s until the start time and ACTIVE from then on',
    async (partner) => {
      const startTime = new Date(Date.now() + 10 * day).toISOString();
      const entitlement = await accept(await publish({ partner, info: { startTime, mkCDuration: 1 } }));
      expect(entitlement).toMatchObject({ status: 'PENDING_START', startTime });
      await advance(10 * day - 60_000);
      await app.drainJobs();
      expect((await get(`entitlement/${entitlement.id}`)).status).toBe('PENDING_START');
      const early = await post(`entitlement/${entitlement.id}/addon`, {});
      expect([early.status, early.body.code]).toEqual([400, 'entitlement_not_active']);
      await advance(120_000);
      await app.drainJobs();
      expect(await get(`entitlement/${entitlement.id}`)).toMatchObject({ status: 'ACTIVE', startTime });
      expect((await post(`entitlement/${entitlement.id}/addon`, {})).status).toBe(200);
    },
  );

  test('begins at acceptance when the offer is accepted after it', async () => {
    const startTime = new Date(Date.now() + day).toISOString();
    const id = await publish({ partner: 'MKA', info: { startTime } });
    await advance(2 * day);
    const entitlement = await accept(id);
    expect(entitlement.status).toBe('ACTIVE');
    expect(Date.parse(entitlement.startTime)).toBeGreaterThan(Date.parse(startTime));
  });

  test('never begins when the entitlement is cancelled before it', async () => {
    const startTime = new Date(Date.now() + day).toISOString();
    const entitlement = await accept(await publish({ partner: 'MKA', info: { startTime } }));
    expect((await post(`sandbox/entitlement/${entitlement.id}/cancel`)).status).toBe(200);
    await app.drainJobs();
    await advance(2 * day);
    await app.drainJobs();
    expect((await get(`entitlement/${entitlement.id}`)).status).toBe('CANCELLED');
  });
});

describe('required fields of an acceptance', () => {
  test('R27 include the buyer’s country when the offer lists countries', async () => {
    const id = await publish({ partner: 'MKA', info: { buyerCountryCodes: ['de', 'FR'] } });
    for (const body of [undefined, {}, { countryCode: 'US' }, { countryCode: '' }]) {
      const reply = await post(`sandbox/offer/${id}/accept`, body);
      expect([reply.status, reply.body.code]).toEqual([400, 'acceptance_refused']);
      expect(reply.body.errors[0].pointer).toBe('/countryCode');
    }
    expect((await accept(id, { countryCode: 'de' })).status).toBe('ACTIVE');
  });

  test.each(['MKB', undefined])(
    'R27 do not include a listed country on %s: the list has no effect, and the seller is warned',
    async (partner) => {
      const id = await publish({
        ...(partner ? { partner } : {}),
        info: { buyerCountryCodes: ['DE'], dimensions: [{ key: 'api', rate: 1 }] },
      });
      const { info, metaInfo } = await get(`offer/${id}`);
      expect(info.buyerCountryCodes).toEqual(['DE']);
      expect(metaInfo.warningMessages).toContainEqual(expect.stringContaining('buyerCountryCodes'));
      expect((await accept(id, { countryCode: 'US' })).status).toBe('ACTIVE');
    },
  );

  const commits = [
    {
      key: 'seats',
      type: 'PER_USER',
      rate: 5,
      minimumUsers: 2,
      maximumUsers: 10,
      buyerQuantityConfigurable: true,
    },
    { key: 'base', rate: 100, quantity: 1 },
  ];
  test('R30 include a quantity for each commit with a quantity of the buyer’s choice, and for no other commit', async () => {
    const id = await publish({ partner: 'MKA', info: { commits } });
    const wrong: [object, string][] = [
      [{}, '/buyerCommitQuantities/seats'],
      [{ seats: 1 }, '/buyerCommitQuantities/seats'],
      [{ seats: 11 }, '/buyerCommitQuantities/seats'],
      [{ seats: 2.5 }, '/buyerCommitQuantities/seats'],
      [{ seats: 3, base: 2 }, '/buyerCommitQuantities/base'],
      [{ seats: 3, toString: 2 }, '/buyerCommitQuantities/toString'],
    ];
    for (const [buyerCommitQuantities, pointer] of wrong) {
      const reply = await post(`sandbox/offer/${id}/accept`, { buyerCommitQuantities });
      expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
    expect(await get(`entitlement?offerId=${id}`)).toEqual([]);
    const entitlement = await accept(id, { buyerCommitQuantities: { seats: 7 } });
    const offer = await get(`offer/${id}`);
    expect(offer.metaInfo.buyerCommitQuantities).toEqual({ seats: 7 });
    expect(entitlement.metaInfo).not.toHaveProperty('buyerCommitQuantities');
    expect(entitlement.info.commits.map((commit: { quantity: number }) => commit.quantity)).toEqual([7, 1]);
    expect((await termOf(entitlement)).commitAmount).toBe(135);
  });

  test('R30 R43 the marketplace’s own record shows the quantity that the buyer chose', async () => {
    const entitlement = await accept(await publish({ partner: 'MKA', info: { commits } }), {
      buyerCommitQuantities: { seats: 7 },
    });
    const shown = entitlement.info.mkAEntitlements.map(
      (one: { dimension: string; value: { integerValue: number } }) => [
        one.dimension,
        one.value.integerValue,
      ],
    );
    expect(shown).toEqual([
      ['seats', 7],
      ['base', 1],
    ]);
  });

  test('an offer cannot be accepted before publication, after expiry, twice, or by another account', async () => {
    const early = (await post('offer', { name: 'early', partner: 'MKA' })).body.id;
    expect((await post(`sandbox/offer/${early}/accept`)).status).toBe(409);
    const expiring = await publish({ partner: 'MKA', expireTime: new Date(Date.now() + day).toISOString() });
    await advance(2 * day);
    const late = await post(`sandbox/offer/${expiring}/accept`);
    expect([late.status, late.body.code]).toEqual([409, 'offer_not_acceptable']);
    const id = await publish({ partner: 'MKA', service: 'x' });
    await accept(id);
    expect((await post(`sandbox/offer/${id}/accept`)).status).toBe(409);
    const foreign = await app.organization();
    const path = `/org/${foreign.id}/sandbox/offer/${id}/accept`;
    expect((await app.request('POST', path, { token: foreign.token })).status).toBe(404);
    const { token } = await app.client(org.id, 'VIEWER');
    expect((await post(`sandbox/offer/${id}/accept`, {}, token)).status).toBe(403);
    expect((await post('sandbox/offer/ofr_none/accept')).body.code).toBe('offer_not_found');
  });

  test.each(['MKA', undefined])(
    'two simultaneous acceptances create one entitlement (%s)',
    async (partner) => {
      const id = await publish(partner ? { partner } : {});
      const replies = await Promise.all(Array.from({ length: 8 }, () => post(`sandbox/offer/${id}/accept`)));
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
      await app.drainJobs();
      expect(await get(`entitlement?offerId=${id}`)).toHaveLength(1);
    },
  );
});

describe('R43 R41 marketplace records of an entitlement', () => {
  const own: Record<string, string[]> = {
    MKA: ['mkAAgreement', 'mkAEntitlements', 'mkALicenseArn', 'mkAAgreementPdfURL'],
    MKB: ['mkBSubscriptions', 'mkBAssetID'],
    MKC: ['mkCEntitlements', 'mkCPlans'],
    MKE: ['mkEAcceptedOffer'],
    MKF: ['mkFOffer'],
  };
  test.each(Object.entries(own))(
    'contain on %s the fields of that marketplace only',
    async (partner, fields) => {
      const info = { mkCDuration: 12, mkEOffer: {}, mkFOffer: {}, commits: [{ key: 'a', rate: 1 }] };
      const entitlement = await accept(await publish({ partner, info }));
      for (const field of fields) expect(entitlement.info, field).toHaveProperty(field);
      const foreign = Object.keys(entitlement.info).filter(
        (name) => /^mk[A-F]/.test(name) && name.slice(0, 3).toUpperCase() !== partner,
      );
      expect(foreign).toEqual([]);
      const accounts = Object.keys(entitlement.metaInfo).filter((name) => name.endsWith('BillingAccountID'));
      expect(accounts).toEqual({ MKB: ['mkBBillingAccountID'], MKC: ['mkCBillingAccountID'] }[partner] ?? []);
      expect(entitlement.info).toMatchObject({ currency: 'USD', offerVisibility: 'PRIVATE' });
      expect(entitlement.metaInfo.discount).toBeNull();
    },
  );

  test('R7 R36 an order on MKD keeps integers beyond 2^53 exact, also after a change', async () => {
    const order = await post('sandbox/order', {
      partner: 'MKD',
      productId: 'prd_d',
      planId: 'gold',
      amount: 100,
    });
    expect(order.body).toMatchObject({ partner: 'MKD', externalID: expect.any(String) });
    await app.drainJobs();
    const [{ id, externalID }] = await get('entitlement?partner=MKD');
    expect(externalID).toBe(order.body.externalID);
    const digits = async () => {
      const { text } = await app.request('GET', `/org/${org.id}/entitlement/${id}`, { token: org.token });
      expect(text).not.toContain('isLosslessNumber');
      return [...text.matchAll(/"(AliUid|OrderId|InstanceId)":\s?(\d+)/g)]
        .map(([, name, value]) => `${name} ${value}`)
        .sort();
    };
    const first = await digits();
    expect(first.map((line) => line.split(' ')[0])).toEqual(['AliUid', 'InstanceId', 'OrderId', 'OrderId']);
    expect(
      first.filter((line) => BigInt(line.split(' ')[1] as string) > BigInt(Number.MAX_SAFE_INTEGER)),
    ).toHaveLength(3);
    expect(first[2]).toBe(first[3]);
    const addon = await post(`entitlement/${id}/addon`, { name: 'x' });
    expect(addon.status).toBe(200);
    expect(await digits()).toEqual(first);
    await post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    expect(await digits()).toEqual(first);
    const { rows } = await app.database.query(
      'SELECT payload::text AS text FROM event WHERE entity_id = $1',
      [id],
    );
    for (const row of rows) for (const line of first) expect(row.text).toContain(line.split(' ')[1]);
  });

  test('R41 contain the first 50 dimensions in order; the offer keeps all', async () => {
    const dimensions = Array.from({ length: 51 }, (_, n) => ({ key: `d${n}`, rate: n }));
    const id = await publish({ partner: 'MKA', info: { dimensions } });
    const { info } = await accept(id);
    expect(info.dimensions.map((one: { key: string }) => one.key)).toEqual(
      dimensions.slice(0, 50).map((one) => one.key),
    );
    expect(info).toMatchObject({ dimensionsOversized: true, annualizedAmount: null });
    expect((await get(`offer/${id}`)).info.dimensions).toHaveLength(51);
  });

  test('R42 commits: instalments take precedence over commits, MKC has monthly rates, the end follows the duration', async () => {
    const commits = [{ key: 'a', rate: 100, length: 1, timeUnit: 'YEAR' }];
    const byCommit = await accept(await publish({ partner: 'MKA', info: { commits } }));
    expect((await termOf(byCommit)).commitAmount).toBe(100);
    expect(byCommit.endTime?.slice(0, 4)).toBe(String(Number(byCommit.startTime.slice(0, 4)) + 1));
    const paymentInstallments = [{ amount: 0.1 }, { amount: 0.2 }];
    const paid = await accept(await publish({ partner: 'MKA', info: { commits, paymentInstallments } }));
    expect((await termOf(paid)).commitAmount).toBe(0.3);
    const monthly = await accept(
      await publish({ partner: 'MKC', info: { mkCDuration: 6, commits: [{ key: 'a', rate: 10 }] } }),
    );
    expect((await termOf(monthly)).commitAmount).toBe(60);
  });
});
