import { afterAll, beforeAll, expect, test } from 'vitest';
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

const prices = (rate: number) => ({
  currency: 'USD',
  commits: [{ key: 'plan', rate, length: 1, timeUnit: 'YEAR' }],
});

test('R27 a vendor sells through a reseller, resells another vendor’s product, and renews the sale directly', async () => {
  // Authorizes a reseller, who adds a margin and sells to a buyer.
  const wholesale = {
    partner: 'MKA',
    offerType: 'CPPO_OUT',
    name: 'For resellers',
    info: prices(1000),
    metaInfo: { resellerIds: ['210987654321'] },
  };
  expect(await done('POST', 'offer/validate', wholesale)).toMatchObject({ valid: true });
  const out = await done('POST', 'offer', wholesale);
  await done('POST', `sandbox/offer/${out.id}/resell`, { markupPercentage: 20, name: 'From the reseller' });
  const [resold] = await done('GET', 'offer?offerType=CPPO');
  expect(resold).toMatchObject({ name: 'From the reseller', metaInfo: { cppoOutOfferId: out.id } });
  await done('POST', `sandbox/offer/${resold.id}/accept`, { buyerName: 'Acme', countryCode: 'US' });
  const [entitlement] = await done('GET', `entitlement?offerId=${resold.id}`);
  expect(entitlement).toMatchObject({
    status: 'ACTIVE',
    info: { commitAmount: 1200, mkAChannelPartner: { id: '210987654321', name: 'Sandbox reseller' } },
  });

  // The buyer renews directly, and the entitlement continues from its end.
  const renewal = await done('POST', 'offer', {
    partner: 'MKA',
    name: 'Renewal',
    info: { ...prices(1100), mkAAgreementDuration: 'P1Y' },
    metaInfo: {
      isAgreementBasedOffer: true,
      isRenewalOffer: true,
      baseAgreementId: entitlement.info.mkAAgreement.agreementId,
    },
  });
  await done('POST', `sandbox/offer/${renewal.id}/accept`);
  expect(await done('GET', `entitlement/${entitlement.id}`)).toMatchObject({ offerID: resold.id });
  await done('POST', 'sandbox/clock', { to: entitlement.endTime });
  expect(await done('GET', `entitlement/${entitlement.id}`)).toMatchObject({
    offerID: renewal.id,
    info: { commitAmount: 1100 },
  });
  const terms = await done('GET', `entitlement/${entitlement.id}/entitlementTerm`);
  expect(
    terms.map(({ info, offerID }: { info: { type: string }; offerID: string }) => [info.type, offerID]),
  ).toEqual([
    ['Signup', resold.id],
    ['ManualRenew', renewal.id],
  ]);
  expect((await done('GET', `offer/${resold.id}`)).status).toBe('USED');

  // Resells another vendor’s product with a margin.
  const { externalID } = await done('POST', 'sandbox/resaleAuthorization', {
    name: 'Partner product',
    vendorName: 'Maker',
    ...prices(400),
  });
  const received = await done('GET', `offerExternalId/${externalID}`);
  const ours = await done('POST', 'offer', {
    partner: 'MKA',
    offerType: 'CPPO',
    name: 'Ours',
    info: { mkAMarkupPercentage: 50 },
    metaInfo: { cppoInOfferId: received.id },
  });
  await done('POST', `sandbox/offer/${ours.id}/accept`, { buyerName: 'Acme' });
  const [other] = await done('GET', `entitlement?offerId=${ours.id}`);
  expect(other).toMatchObject({ buyerID: entitlement.buyerID, info: { commitAmount: 600 } });
  const used = await done('GET', 'offer?status=USED');
  expect(used.map(({ id }: { id: string }) => id).sort()).toEqual([out.id, resold.id, received.id].sort());
});
