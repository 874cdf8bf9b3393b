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
const seats = (quantity: number, rate = 1200) => ({
  currency: 'USD',
  commits: [{ key: 'seats', type: 'PER_USER', rate, quantity, length: 12, timeUnit: 'MONTH' }],
});
/** Creates an agreement on marketplace A for ten seats over a year. */
const agreement = () =>
  sold.accepted(
    { partner: 'MKA', info: { ...seats(10), mkAAgreementDuration: 'P12M' } },
    { buyerName: 'Acme' },
  );
const basedOn = (
  { externalID }: { externalID: string },
  more: { info?: object; metaInfo?: object } = {},
) => ({
  partner: 'MKA',
  name: `Change ${++made}`,
  info: more.info ?? { currency: 'USD' },
  metaInfo: { isAgreementBasedOffer: true, baseAgreementId: externalID, ...more.metaInfo },
});
const publish = async (offer: object) => {
  const { id } = await sold.post('offer', offer);
  await app.drainJobs();
  return id as string;
};
const accept = async (id: string, acceptance: object = {}) => {
  await sold.post(`sandbox/offer/${id}/accept`, acceptance);
  await app.drainJobs();
};
const typesOf = async (id: string) =>
  (await sold.terms(id)).map(({ info }: { info: { type: string } }) => info.type);
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer);

describe('an agreement-based offer', () => {
  test('R27 requires an active agreement of the organization in every check', async () => {
    const [running, ended] = [await agreement(), await agreement()];
    await sold.post(`sandbox/entitlement/${ended.id}/cancel`);
    await app.drainJobs();
    const counted = (await sold.get('offer')).length;
    for (const base of [{ externalID: 'sba_none' }, ended, { externalID: running.id }]) {
      const offer = basedOn(base);
      const refused = await sold.call('POST', 'offer', offer);
      expect([refused.status, pointers(refused)]).toEqual([400, ['/metaInfo/baseAgreementId']]);
      const { valid, findings } = await sold.post('offer/validate', offer);
      const errors = findings.filter(({ severity }: { severity: string }) => severity === 'ERROR');
      expect([valid, errors]).toEqual([
        false,
        [expect.objectContaining({ source: 'REFERENCES', pointer: '/metaInfo/baseAgreementId' })],
      ]);
    }
    expect(await sold.get('offer')).toHaveLength(counted);

    // A draft may contain any agreement id until its submission.
    const draft = await sold.post('draftOffer', basedOn(ended));
    const submitted = await sold.call('POST', 'offer', { id: draft.id });
    expect([submitted.status, pointers(submitted)]).toEqual([400, ['/metaInfo/baseAgreementId']]);
    expect((await sold.get(`offer/${draft.id}`)).status).toBe('DRAFT');
    const offer = await sold.post('offer', { id: draft.id, ...basedOn(running) });
    expect(offer).toMatchObject({ id: draft.id, status: 'PENDING_CREATE' });
    await app.drainJobs();

    // Its marketplace has the agreement from now on.
    const patch = { baseAgreementId: 'other' };
    const late = await sold.call('PATCH', `offer/${draft.id}/metaInfo`, patch);
    expect([late.status, pointers(late)]).toEqual([400, ['/baseAgreementId']]);
    const whole = await sold.call('PATCH', `offer/${draft.id}`, {
      metaInfo: { isRenewalOffer: true, ...patch },
    });
    expect([whole.status, pointers(whole)]).toEqual([400, ['/metaInfo/baseAgreementId']]);
    const complete = { expireTime: '2091-01-01T00:00:00.000Z', endTime: '2092-01-01T00:00:00.000Z' };
    expect(await sold.post('offer/validate', { ...basedOn(running), ...complete })).toEqual({
      valid: true,
      findings: [],
    });
  });

  test('R27 is USED when the next offer was accepted before the marketplace was read', async () => {
    const entitlement = await agreement();
    const rates = [1300, 1400, 1500];
    const ids: string[] = [];
    for (const rate of rates) ids.push(await publish(basedOn(entitlement, { info: seats(10, rate) })));
    for (const id of ids) await sold.post(`sandbox/offer/${id}/accept`);
    await app.drainJobs();
    const statuses = [];
    for (const id of [entitlement.offerID, ...ids]) statuses.push((await sold.get(`offer/${id}`)).status);
    expect(statuses).toEqual(['USED', 'USED', 'USED', 'ACCEPTED']);
    expect(await sold.entitlement(entitlement.id)).toMatchObject({
      offerID: ids[2],
      info: { commits: [{ rate: 1500 }] },
    });
    for (const id of ids) expect(await sold.actions(id)).not.toContain('ABNORMAL_ALERT');
  });

  test('R27 that failed is not created again when its agreement has ended, or its times have passed', async () => {
    const [running, ending] = [await agreement(), await agreement()];
    const failed = async (offer: object) => {
      await sold.post('sandbox/fault', { partner: 'MKA', kind: 'FAIL_CREATE' });
      const id = await publish(offer);
      expect((await sold.get(`offer/${id}`)).status).toBe('CREATE_FAILED');
      return id;
    };
    const [kept, gone] = [await failed(basedOn(running)), await failed(basedOn(ending))];
    await sold.post(`sandbox/entitlement/${ending.id}/cancel`);
    await app.drainJobs();
    const before = await sold.get(`offer/${gone}`);
    const refused = await sold.call('POST', `offer/${gone}/retry`);
    expect([refused.status, pointers(refused)]).toEqual([400, ['/metaInfo/baseAgreementId']]);
    expect(await sold.get(`offer/${gone}`)).toEqual(before);
    await sold.patch(`offer/${gone}/metaInfo`, { baseAgreementId: running.externalID });
    expect((await sold.post(`offer/${gone}/retry`)).status).toBe('PENDING_CREATE');
    expect((await sold.post(`offer/${kept}/retry`)).status).toBe('PENDING_CREATE');
    await app.drainJobs();
    for (const id of [kept, gone]) expect((await sold.get(`offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');

    const soon = new Date(Date.parse(before.creationTime) + day).toISOString();
    const late = await failed({ partner: 'MKA', name: 'Late', expireTime: soon });
    await app.database.query(`UPDATE offer SET expire_time = creation_time WHERE id = $1`, [late]);
    expect(pointers(await sold.call('POST', `offer/${late}/retry`))).toEqual(['/expireTime']);
  });

  test('R27 renews the entitlement by a new term, and the previous offer is USED', async () => {
    const entitlement = await agreement();
    const id = await publish(
      basedOn(entitlement, {
        info: { ...seats(15, 1000), mkAAgreementDuration: 'P24M' },
        metaInfo: { isRenewalOffer: true },
      }),
    );
    const elsewhere = await sold.call('POST', `sandbox/offer/${id}/accept`, {
      buyerAccountId: '999999999999',
    });
    expect([elsewhere.status, pointers(elsewhere)]).toEqual([400, ['/buyerAccountId']]);
    await accept(id);
    // The new term begins at the end of the previous term (R48).
    expect(await typesOf(entitlement.id)).toEqual(['Signup']);
    const ahead = Date.parse(entitlement.endTime) - Date.parse(entitlement.startTime);
    await sold.advance(ahead);

    const renewed = await sold.entitlement(entitlement.id);
    expect(renewed).toMatchObject({
      status: 'ACTIVE',
      offerID: id,
      externalID: entitlement.externalID,
      buyerID: entitlement.buyerID,
      startTime: entitlement.startTime,
      info: {
        commits: [{ quantity: 15, rate: 1000 }],
        commitAmount: 30_000,
        mkAAgreement: { status: 'ACTIVE' },
      },
    });
    expect(Date.parse(renewed.endTime) - Date.parse(entitlement.endTime)).toBeGreaterThan(700 * day);
    const [signup, renewal] = await sold.terms(entitlement.id);
    expect([signup.info.type, signup.offerID, signup.entitlementInfo.commitAmount]).toEqual([
      'Signup',
      entitlement.offerID,
      12_000,
    ]);
    expect(renewal).toMatchObject({
      info: { type: 'ManualRenew' },
      offerID: id,
      commitAmount: 30_000,
      endTime: renewed.endTime,
      id: renewed.entitlementTermID,
      startTime: signup.endTime,
    });
    expect([signup.endTime, signup.commitAmount]).toEqual([entitlement.endTime, 12_000]);
    expect((await sold.get(`offer/${entitlement.offerID}`)).status).toBe('USED');
    expect((await sold.get(`offer/${id}`)).status).toBe('ACCEPTED');
    expect(await sold.get(`entitlement?externalId=${entitlement.externalID}`)).toHaveLength(1);
    const events = await sold.events(entitlement.id);
    expect(events.filter((fact) => fact.endsWith('RENEW'))).toEqual(['UPDATE RENEW']);

    // A second read has no effect; the USED offer cannot be cancelled.
    await sold.post(`entitlement/${entitlement.id}/sync`);
    await app.drainJobs();
    expect(await typesOf(entitlement.id)).toEqual(['Signup', 'ManualRenew']);
    await sold.post(`offer/${entitlement.offerID}/cancel`);
    await app.drainJobs();
    expect((await sold.get(`offer/${entitlement.offerID}`)).status).toBe('USED');
    await sold.advance(-ahead);
  });

  test('R27 changes the plan or the seats until the agreed end', async () => {
    const entitlement = await agreement();
    const { endTime } = entitlement;
    await sold.patch(`entitlement/${entitlement.id}/billing`, { netTermsInDays: 45 });
    await sold.post(`entitlement/${entitlement.id}/addCredit`, { creditAmountIncrement: 50 });
    await accept(await publish({ ...basedOn(entitlement, { info: seats(12) }), endTime }));
    expect(await sold.entitlement(entitlement.id)).toMatchObject({ endTime, info: { commitAmount: 14_400 } });
    const usage = { currency: 'USD', netTermsInDays: 30, dimensions: [{ key: 'api', rate: 0.01 }] };
    await accept(await publish(basedOn(entitlement, { info: usage })));
    const changed = await sold.entitlement(entitlement.id);
    expect(changed).toMatchObject({
      endTime,
      // The seller’s settings for this entitlement are unchanged (R41).
      info: { dimensions: [{ key: 'api' }], annualizedAmount: null, netTermsInDays: 45 },
    });
    expect(changed.info).not.toHaveProperty('commits');
    expect(await typesOf(entitlement.id)).toEqual(['Signup', 'QuantityChange', 'PlanChange']);
    expect((await sold.terms(entitlement.id))[2].creditAmount).toBe(50);
    expect(await sold.events(entitlement.id)).not.toContain('UPDATE RENEW');
  });

  test('R42 can have its own duration: later renewals have the same duration and the current seats', async () => {
    const entitlement = await agreement();
    await sold.advance(60 * day);
    const offer = basedOn(entitlement, { info: { ...seats(5, 20.02), mkAAgreementDuration: 'P12M' } });
    const id = await publish(offer);
    await sold.post(`sandbox/offer/${id}/accept`);
    // Before the acceptance was read.
    await sold.post(`sandbox/entitlement/${entitlement.id}/changeQuantity`, { quantity: 7 });
    await app.drainJobs();
    const { endTime, info } = await sold.entitlement(entitlement.id);
    expect([info.commitAmount, info.commits[0].quantity]).toEqual([140.14, 7]);
    await sold.advance(30 * day);
    await sold.post(`sandbox/entitlement/${entitlement.id}/renew`);
    await app.drainJobs();
    const renewed = await sold.entitlement(entitlement.id);
    const later = new Date(endTime);
    later.setUTCFullYear(later.getUTCFullYear() + 1);
    expect(renewed).toMatchObject({ endTime: later.toISOString(), info: { commitAmount: 140.14 } });
    expect(await typesOf(entitlement.id)).toEqual(['Signup', 'PlanChange', 'ManualRenew']);
    await sold.advance(-90 * day);
  });

  test('R22 R27 with a later start leaves the terms unchanged until then', async () => {
    const entitlement = await agreement();
    const beyond = { currency: 'USD', startTime: new Date(Date.now() + 400 * day).toISOString() };
    const refused = await sold.call('POST', 'offer', basedOn(entitlement, { info: beyond }));
    expect([refused.status, pointers(refused)]).toEqual([400, ['/info/startTime']]);
    const startTime = new Date(Date.now() + 300 * day).toISOString();
    const id = await publish(
      basedOn(entitlement, {
        info: { ...seats(20), mkAAgreementDuration: 'P12M', startTime },
        metaInfo: { isRenewalOffer: true },
      }),
    );
    await accept(id);
    expect((await sold.get(`offer/${id}`)).status).toBe('ACCEPTED');
    const { lastUpdateTime: _, ...waiting } = await sold.entitlement(entitlement.id);
    expect(waiting).toMatchObject({
      offerID: entitlement.offerID,
      entitlementTermID: entitlement.entitlementTermID,
    });
    expect(waiting.info).toEqual(entitlement.info);
    const early = await sold.call('POST', `sandbox/entitlement/${entitlement.id}/renew`, {});
    expect([early.status, early.body.code]).toEqual([400, 'entitlement_state']);
    await sold.advance(301 * day);
    expect(await sold.entitlement(entitlement.id)).toMatchObject({
      offerID: id,
      info: { commitAmount: 24_000 },
      endTime: new Date(
        new Date(startTime).setUTCFullYear(new Date(startTime).getUTCFullYear() + 1),
      ).toISOString(),
    });
    expect(await typesOf(entitlement.id)).toEqual(['Signup', 'ManualRenew']);
    await sold.advance(-301 * day);
  });

  test('R27 cannot be accepted or created once its agreement has ended', async () => {
    const entitlement = await agreement();
    const id = await publish(basedOn(entitlement));
    const { id: late } = await sold.post('offer', basedOn(entitlement));
    await sold.post(`sandbox/entitlement/${entitlement.id}/cancel`);
    const refused = await sold.call('POST', `sandbox/offer/${id}/accept`);
    expect([refused.status, refused.body.code]).toEqual([409, 'offer_not_acceptable']);
    await app.drainJobs();
    expect((await sold.get(`offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
    expect((await sold.get(`offer/${late}`)).metaInfo.errorMessages).toEqual(['INCOMPATIBLE_AGREEMENT']);
    expect(await typesOf(entitlement.id)).toEqual(['Signup']);
  });
});

describe('an upgrade on marketplace B', () => {
  const plan = (rate: number) => ({
    currency: 'USD',
    commits: [{ key: 'plan', rate, length: 1, timeUnit: 'YEAR' }],
  });
  const upgradeOf = (mkBOriginalOfferIDForUpgrade: string) => ({
    partner: 'MKB',
    name: `Upgrade ${++made}`,
    info: plan(5000),
    metaInfo: { isMkBUpgradeOffer: true, mkBOriginalOfferIDForUpgrade },
  });

  test('R25 replaces price and plan of the agreement of the earlier offer', async () => {
    const open = await publish({ partner: 'MKB', name: 'Open', info: plan(1) });
    const refused = await sold.call('POST', 'offer', upgradeOf(open));
    expect([refused.status, pointers(refused)]).toEqual([400, ['/metaInfo/mkBOriginalOfferIDForUpgrade']]);

    const entitlement = await sold.accepted({ partner: 'MKB', info: plan(3000) });
    const id = await publish(upgradeOf(entitlement.offerID));
    const original = await sold.get(`offer/${entitlement.offerID}`);
    const upgrade = await sold.get(`offer/${id}`);
    expect(upgrade.info.mkBPrivateOffer.upgradedFrom).toEqual({ id: `private-offer/${original.externalID}` });
    await accept(id);
    expect(await sold.entitlement(entitlement.id)).toMatchObject({
      status: 'ACTIVE',
      offerID: id,
      externalID: entitlement.externalID,
      info: { commitAmount: 5000, mkBSubscriptions: [{ saasSubscriptionStatus: 'Subscribed' }] },
    });
    expect(await typesOf(entitlement.id)).toEqual(['Signup', 'PlanChange']);
    expect((await sold.get(`offer/${original.id}`)).status).toBe('USED');
    const again = await sold.call('POST', 'offer', upgradeOf(entitlement.offerID));
    expect([again.status, pointers(again)]).toEqual([400, ['/metaInfo/mkBOriginalOfferIDForUpgrade']]);
  });
});
