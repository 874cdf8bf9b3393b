import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

/** Tests of the specification's notes on entitlement fields. */

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const done = async (method: string, path: string, body?: object) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
const sell = async (body: object) => {
  const { id } = await done('POST', 'offer', { name: `Offer ${Math.random()}`, ...body });
  await app.drainJobs();
  await done('POST', `sandbox/offer/${id}/accept`);
  await app.drainJobs();
  const [entitlement] = await done('GET', `entitlement?offerId=${id}`);
  return { entitlement, offer: await done('GET', `offer/${id}`) };
};
const order = async (body: object) => {
  const { externalID } = await done('POST', 'sandbox/order', body);
  await app.drainJobs();
  return (await done('GET', `entitlement?externalId=${externalID}`))[0];
};

test('an accepted offer has no step within its state', async () => {
  const { offer } = await sell({ partner: 'MKB', info: { commits: [{ key: 'a', rate: 5 }] } });
  expect(offer.status).toBe('ACCEPTED');
  expect(offer).not.toHaveProperty('subStatus');
});

test.each([
  [
    'MKE',
    (info: { mkEAcceptedOffer: { pricing: object } }) => info.mkEAcceptedOffer.pricing,
    { totalAmount: 240 },
  ],
  ['MKF', (info: { mkFOffer: object }) => info.mkFOffer, { contract_value: '240.00' }],
] as const)(
  'R42 R43 the marketplace’s own record on %s has the amount of the commit',
  async (partner, at, amount) => {
    const commits = [{ key: 'a', rate: 120, quantity: 2, length: 1, timeUnit: 'YEAR' }];
    const { info } = (await sell({ partner, info: { commits } })).entitlement;
    expect(info.commitAmount).toBe(240);
    expect((at as (of: object) => object)(info)).toMatchObject(amount);
  },
);

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'R42 the amount of an order on %s is the buyer’s commitment for all units',
  async (partner) => {
    const { info } = await order({ partner, quantity: 7, amount: 1200.5, currency: 'USD' });
    expect(info.commitAmount).toBe(1200.5);
  },
);

test('R43 the subscription on MKB shows the seats of the offer', async () => {
  const commits = [{ key: 'a', type: 'PER_USER', rate: 10, minimumUsers: 5, length: 1, timeUnit: 'YEAR' }];
  const { info } = (await sell({ partner: 'MKB', info: { commits } })).entitlement;
  expect(info).toMatchObject({ commitAmount: 50, mkBSubscriptions: [{ quantity: 5 }] });
});

test('R30 R43 the entitlements on MKA have the chosen quantity of each commit, and the seats of commits by seat', async () => {
  const commits = [
    { key: 'packs', rate: 10, buyerQuantityConfigurable: true, length: 1, timeUnit: 'YEAR' },
    { key: 'seats', type: 'PER_USER', rate: 1, quantity: 7, length: 1, timeUnit: 'YEAR' },
  ];
  const { id } = await done('POST', 'offer', { name: 'Both', partner: 'MKA', info: { commits } });
  await app.drainJobs();
  await done('POST', `sandbox/offer/${id}/accept`, { buyerCommitQuantities: { packs: 3 } });
  await app.drainJobs();
  const [{ info }] = await done('GET', `entitlement?offerId=${id}`);
  expect(info).toMatchObject({
    commitAmount: 37,
    mkAEntitlements: [
      { dimension: 'packs', value: { integerValue: 3 } },
      { dimension: 'seats', value: { integerValue: 7 } },
    ],
  });
});

test('R27 the id of the offer set is on the entitlement and in the agreement of its marketplace', async () => {
  const set = await done('POST', 'offerSet', { name: 'Set' });
  const info = { commits: [{ key: 'a', rate: 5, length: 1, timeUnit: 'YEAR' }] };
  const draft = await done('POST', 'draftOffer', { name: 'One', partner: 'MKA', info });
  await done('POST', `offerSet/${set.id}/offer/${draft.id}`);
  await done('POST', `offerSet/${set.id}/publish`);
  await app.drainJobs();
  await done('POST', `sandbox/offerSet/${set.id}/accept`);
  await app.drainJobs();
  const [entitlement] = await done('GET', `entitlement?offerId=${draft.id}`);
  expect(entitlement.info).toMatchObject({ mkAOfferSetId: set.id, mkAAgreement: { offerSetId: set.id } });
});
