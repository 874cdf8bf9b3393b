import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkA/seller.fixture.ts';
import { buyer, type MkAWorld, startWorld } from '../marketplaces/mkA/world.fixture.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

let world: MkAWorld;
let app: TestApp;
let maker: ReturnType<typeof sellerOf>;
let reseller: ReturnType<typeof sellerOf>;
let resellerAccount: string;
let productID: string;
beforeAll(async () => {
  world = await startWorld();
  // Disables waits, because two sellers share the loop that reads queues and one queue is mostly empty.
  world.service.waitAtMost(0);
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  const seller = async (addProduct: boolean) => {
    const org = await app.organization({ environment: 'PROD' });
    const account = world.service.addSeller();
    if (addProduct) account.addProduct({ title: 'Insight', dimensions: ['seats', 'usedHours'] });
    return { account, of: sellerOf(app, org, world, account) };
  };
  const [making, reselling] = [await seller(true), await seller(false)];
  [maker, reseller, resellerAccount] = [making.of, reselling.of, reselling.account.accountId];
  productID = await maker.connect();
  await reseller.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const at = (days: number): string =>
  new Date(Math.floor(world.service.now() / dayMs + days) * dayMs).toISOString();
const day = (days: number): string => at(days).slice(0, 10);
const go = async () => {
  await maker.pass(hourMs);
  await reseller.pass(hourMs);
  await maker.pass(0);
};
type Info = Record<string, unknown>;

/** Returns a resale authorization with two payments, as requested by the manufacturer. */
const authorization = (name: string, info: Info = {}, metaInfo: Info = {}) => ({
  partner: 'MKA',
  offerType: 'CPPO_OUT',
  name,
  productID,
  expireTime: at(31),
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    resellerEulaType: 'STANDARD',
    mkAAgreementDuration: 'P12M',
    commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
    paymentInstallments: [
      { amount: 700, chargeOn: at(40) },
      { amount: 500, chargeOn: at(70) },
    ],
    netTermsInDays: 60,
    ...info,
  },
  metaInfo: { resellerIds: [resellerAccount], ...metaInfo },
});
/** Creates an authorization of the manufacturer, and returns the records of manufacturer and reseller. */
const given = async (name: string, info: Info = {}) => {
  const body = authorization(name, info);
  expect(await maker.call('POST', 'offer/validate', body)).toEqual({ valid: true, findings: [] });
  const { id } = await maker.call('POST', 'offer', body);
  await go();
  const out = await maker.call('GET', `offer/${id}`);
  expect(out).toMatchObject({ status: 'PENDING_PARTNER_ACTION' });
  const received = await reseller.call('GET', `offerExternalId/${out.externalID}`);
  expect(received).toMatchObject({ status: 'READY_TO_USE', offerType: 'CPPO_IN', name });
  return { out, received };
};
const resale = (cppoInOfferId: string, info: Info = {}, more: Info = {}) => ({
  partner: 'MKA',
  offerType: 'CPPO',
  name: 'Resold',
  expireTime: at(30),
  info: { mkAMarkupPercentage: 10, buyerMkAAccountIds: [buyer], ...info },
  metaInfo: { cppoInOfferId },
  ...more,
});
const resold = async (body: object) => {
  const { id } = await reseller.call('POST', 'offer', body);
  await go();
  return reseller.call('GET', `offer/${id}`);
};

describe('a reseller on marketplace A', () => {
  const left = { entitlementId: '', agreementId: '' };

  test('R27 sells by an authorization at the manufacturer’s prices plus a margin, once', async () => {
    const { out, received } = await given('For resellers');
    expect(received).toMatchObject({
      info: {
        commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
        paymentInstallments: [{ amount: 700 }, { amount: 500 }],
        netTermsInDays: 60,
        mkACppoOpportunity: { ManufacturerAccountId: expect.any(String), Status: 'Active' },
      },
    });
    const body = resale(received.id);
    expect(await reseller.call('POST', 'offer/validate', body)).toEqual({ valid: true, findings: [] });
    const offer = await resold(body);
    expect(offer).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      info: { mkAResaleAuthorizationId: out.externalID, mkAMarkupPercentage: 10 },
    });
    expect(world.service.offer(offer.externalID)?.terms).toContainEqual(
      expect.objectContaining({
        Type: 'PaymentScheduleTerm',
        Schedule: [
          { ChargeDate: day(40), ChargeAmount: '770' },
          { ChargeDate: day(70), ChargeAmount: '550' },
        ],
      }),
    );
    for (const [who, id] of [
      [maker, out.id],
      [reseller, received.id],
    ] as const)
      expect(await who.call('GET', `offer/${id}`)).toMatchObject({ status: 'USED' });
    const again = await reseller.ask('POST', 'offer', resale(received.id, {}, { name: 'Again' }));
    expect([again.status, again.body.errors?.[0]?.pointer]).toEqual([400, '/metaInfo/cppoInOfferId']);

    const agreement = world.service.buyerAccepts(offer.externalID);
    await go();
    const [entitlement] = await reseller.call('GET', `entitlement?offerId=${offer.id}`);
    expect(entitlement).toMatchObject({
      status: 'ACTIVE',
      externalID: agreement.id,
      externalBuyerID: buyer,
      info: { commitAmount: 1320 },
    });
    Object.assign(left, { entitlementId: entitlement.id, agreementId: agreement.id });
    // The agreement is not visible to the manufacturer, so its events have no effect there.
    expect(await maker.call('GET', 'entitlement')).toEqual([]);
    expect(await maker.call('GET', `offer/${out.id}`)).toMatchObject({ status: 'USED' });
  });

  test('R27 renews a resold agreement by another authorization: the entitlement continues', async () => {
    const { received } = await given('For the renewal');
    const metaInfo = {
      cppoInOfferId: received.id,
      isAgreementBasedOffer: true,
      baseAgreementId: left.agreementId,
    };
    const offer = await resold(
      resale(received.id, { mkAMarkupPercentage: 20 }, { metaInfo, endTime: at(800) }),
    );
    expect(offer).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
    expect(world.service.offer(offer.externalID)).toMatchObject({
      agreementId: left.agreementId,
      resaleAuthorizationId: received.externalID,
    });
    const agreement = world.service.buyerAccepts(offer.externalID);
    await go();
    expect(await reseller.call('GET', `entitlement/${left.entitlementId}`)).toMatchObject({
      status: 'ACTIVE',
      externalID: agreement.id,
      offerID: offer.id,
      info: { commitAmount: 1440 },
    });
    left.agreementId = agreement.id;
  });

  test('requests the cancellation of a resold agreement, to which the buyer consents', async () => {
    await reseller.call('POST', `entitlement/${left.entitlementId}/cancel`);
    await reseller.pass(60_000);
    const path = `entitlement/${left.entitlementId}`;
    expect((await reseller.call('GET', path)).status).toBe('PENDING_CANCEL');
    const request = world.service.cancellations().find(({ agreement }) => agreement.id === left.agreementId);
    world.service.buyerApproves(request?.id as string);
    await reseller.pass(60_000);
    expect((await reseller.call('GET', path)).status).toBe('CANCELLED');
  });

  test('R27 sells at a fixed price where the authorization has prices of the buyer’s choice', async () => {
    const { received } = await given('With a choice', {
      commits: [{ key: 'seats', rate: 500, length: 1, timeUnit: 'YEAR', buyerQuantityConfigurable: true }],
      dimensions: [{ key: 'usedHours', rate: 0.5 }],
      paymentInstallments: undefined,
    });
    const cheap = { commits: [{ key: 'seats', quantity: 3, rate: 499, length: 1, timeUnit: 'YEAR' }] };
    const { findings } = await reseller.call('POST', 'offer/validate', {
      ...resale(received.id, {
        ...cheap,
        mkAMarkupPercentage: undefined,
        currency: 'EUR',
        netTermsInDays: 90,
      }),
    });
    expect(findings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/info/currency',
      '/info/netTermsInDays',
      '/info/commits',
    ]);
    const [commit] = cheap.commits;
    const fixed = { commits: [{ ...commit, rate: 600 }], mkAMarkupPercentage: undefined };
    const offer = await resold(resale(received.id, fixed));
    expect(offer).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
    world.service.buyerAccepts(offer.externalID);
    await go();
    const [entitlement] = await reseller.call('GET', `entitlement?offerId=${offer.id}`);
    expect(entitlement).toMatchObject({ status: 'ACTIVE', info: { commitAmount: 1800 } });
    expect(await reseller.call('GET', `offer/${received.id}`)).toMatchObject({ status: 'USED' });
  });
});

describe('an authorization on marketplace A', () => {
  test('R27 that is cancelled is restricted for its reseller, also without a notification', async () => {
    const { out, received } = await given('Taken back');
    await maker.call('POST', `offer/${out.id}/cancel`);
    await maker.pass(60_000);
    const { id } = await reseller.call('POST', 'offer', resale(received.id));
    await go();
    const failed = await reseller.call('GET', `offer/${id}`);
    expect(failed).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: [expect.stringContaining('INCOMPATIBLE_RESALE_AUTHORIZATION')] },
    });
    expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('withdrawn');
    expect((await maker.call('GET', `offer/${out.id}`)).status).toBe('CANCELLED');
    expect((await reseller.call('GET', `offer/${received.id}`)).status).toBe('RESTRICTED');
    const again = await reseller.ask('POST', 'offer', resale(received.id, {}, { name: 'Again' }));
    expect([again.status, again.body.errors?.[0]?.pointer]).toEqual([400, '/metaInfo/cppoInOfferId']);
  });

  test('R27 is over after its last day, for both sides', async () => {
    const { out, received } = await given('Over soon');
    await reseller.pass(32 * dayMs);
    await go();
    for (const [who, id] of [
      [maker, out.id],
      [reseller, received.id],
    ] as const)
      expect((await who.call('GET', `offer/${id}`)).status).toBe('EXPIRED');
    const late = await reseller.ask('POST', 'offer', resale(received.id));
    expect([late.status, late.body.errors?.[0]?.pointer]).toEqual([400, '/metaInfo/cppoInOfferId']);
  });

  test('R27 is valid for the account that it names, and missing fields are reported before it is sent', async () => {
    const { out } = await given('For one reseller');
    const metaInfo = {};
    const strangers = await maker.ask(
      'POST',
      'offer',
      resale('', { mkAResaleAuthorizationId: out.externalID }, { metaInfo }),
    );
    expect([strangers.status, strangers.body.errors?.[0]?.pointer]).toEqual([
      400,
      '/info/mkAResaleAuthorizationId',
    ]);
    const sets = world.service.changeSets().length;
    const broken = authorization('Broken', {
      eulaType: undefined,
      paymentInstallments: [{ amount: 1200, chargeOn: at(31 - 1) }],
    });
    const { findings } = await maker.call('POST', 'offer/validate', broken);
    expect(findings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/info/paymentInstallments/0/chargeOn',
      '/info/eulaType',
    ]);
    const { id } = await maker.call('POST', 'offer', broken);
    await maker.pass(60_000);
    expect(await maker.call('GET', `offer/${id}`)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: {
        prettifiedErrorMessages: [expect.stringContaining('Payments of a reseller must be in the future')],
      },
    });
    expect(world.service.changeSets()).toHaveLength(sets);
  });
});
