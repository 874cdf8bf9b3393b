import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { buyer, type MkAWorld, startWorld } from '../marketplaces/mkA/world.fixture.ts';
import { usageOf } from '../usage.fixture.ts';

let world: MkAWorld;
let app: TestApp;
let org: TestOrganization;
let seller: ReturnType<MkAWorld['service']['addSeller']>;
beforeAll(async () => {
  // The marketplace’s clock is behind the service's clock, so that a new agreement is valid immediately.
  world = await startWorld({ behindMs: 3_600_000 });
  seller = world.service.addSeller();
  app = await startTestApp({ connectors: new Map([['MKA', world.connector]]) });
  org = await app.organization({ environment: 'PROD' });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const call = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${method} ${path} ${reply.text}`).toBe(200);
  return reply.body;
};
/** Full reads of all the seller’s records, which other tests cover. */
const periodic = ['integrations.verify', 'synchronization.changes', 'synchronization.comparison'];
/** Runs the pending work of the marketplace, delivers its notifications, and runs the jobs due then. */
const go = async () => {
  for (let turn = 0; turn < 3; turn++) {
    world.service.settle();
    while (world.service.messagesOf(seller.accountId).length > 0) {
      await app.app.puller.step();
      await app.database.query('UPDATE marketplace_queue SET due_at = now()');
    }
    await integrationOf(app, org).runWaiting(periodic);
  }
};

const offered = {
  partner: 'MKA',
  name: 'Yearly',
  expireTime: '2090-01-01T00:00:00Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    autoRenew: true,
    mkAAgreementDuration: 'P12M',
    buyerMkAAccountIds: [buyer],
    commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
    dimensions: [{ key: 'usedHours', rate: 0.5 }],
  },
};
/** State that each step passes to the next step. */
const left = { offerId: '', externalOfferId: '', entitlementId: '', agreementId: '' };
let terms: Record<string, unknown>;

describe('a PROD organization on marketplace A', () => {
  test('grants access by a role, and its listing is read', async () => {
    const product = seller.addProduct({
      title: 'Insight',
      fulfillmentUrl: 'https://seller.example/signup',
      dimensions: ['seats', 'usedHours'],
    });
    const integration = integrationOf(app, org);
    const { roleArn: iamRoleArn, queueArn } = seller;
    const made = await integration.create({}, { mkAIntegration: { iamRoleArn, queueArn } });
    expect(made.status, made.text).toBe(200);
    expect((await integration.verify()).body).toBe(false);
    const { values } = (await integration.setup()).body;
    const externalId = values.find(({ name }: { name: string }) => name === 'externalId')?.value;
    world.service.trust(seller.roleArn, { externalId });
    expect((await integration.verify()).body).toBe(true);
    expect((await integration.verification()).body).toMatchObject({ account: seller.accountId });
    await go();

    await call('POST', 'product/sync', { partner: 'MKA' });
    await go();
    const [listed] = await call('GET', 'partner/MKA/product');
    expect(listed).toMatchObject({ externalID: product.id, name: 'Insight', productType: 'CONTRACT' });
    terms = { ...offered, productID: listed.id };
  });

  test('publishes a draft, extends it, and withdraws another offer', async () => {
    const draft = await call('POST', 'draftOffer', terms);
    const { id } = await call('POST', 'offer', { ...terms, id: draft.id });
    expect((await call('GET', `offer/${id}`)).status).toBe('PENDING_CREATE');
    await go();
    const open = await call('GET', `offer/${id}`);
    expect(open).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      externalID: expect.stringMatching(/^offer-/),
    });
    expect(open.info.privateOfferUrl).toContain(open.externalID);

    await call('POST', `offer/${id}/extendExpiryDate?newExpiryDate=2091-01-01`);
    expect((await call('GET', `offer/${id}`)).status).toBe('PENDING_UPDATE');
    await go();
    expect(await call('GET', `offer/${id}`)).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
    expect(world.service.offer(open.externalID)?.availabilityEndDate).toBe('2090-12-31');

    const other = await call('POST', 'offer', { ...terms, name: 'Mistake' });
    await go();
    await call('POST', `offer/${other.id}/cancel`);
    await go();
    expect((await call('GET', `offer/${other.id}`)).status).toBe('CANCELLED');
    Object.assign(left, { offerId: id, externalOfferId: open.externalID });
  });

  test('has an entitlement once the buyer accepts, and reports its usage', async () => {
    const agreement = world.service.buyerAccepts(left.externalOfferId);
    await go();
    const [entitlement] = await call('GET', `entitlement?offerId=${left.offerId}`);
    expect(entitlement).toMatchObject({
      status: 'ACTIVE',
      externalID: agreement.id,
      info: { mkALicenseArn: agreement.licenseArn, commitAmount: 1200 },
    });
    expect((await call('GET', `offer/${left.offerId}`)).status).toBe('ACCEPTED');

    await call('POST', `entitlement/${entitlement.id}/usageRecordGroup`, {
      records: { usedHours: 7 },
      timestamp: new Date(Date.parse(entitlement.startTime) + 1000).toISOString(),
    });
    await usageOf(app, org).run();
    await go();
    expect(world.service.metered(agreement.id)).toMatchObject([{ dimension: 'usedHours', quantity: 7 }]);
    Object.assign(left, { entitlementId: entitlement.id, agreementId: agreement.id });
  });

  test('R27 sells two products together in an offer set that the marketplace also has', async () => {
    seller.addProduct({ title: 'Support', dimensions: ['seats', 'usedHours'] });
    await call('POST', 'product/sync', { partner: 'MKA' });
    await go();
    const listed: { id: string; name: string }[] = await call('GET', 'partner/MKA/product');
    expect(listed.map(({ name }) => name).sort()).toEqual(['Insight', 'Support']);
    const { id } = await call('POST', 'offerSet', {
      name: 'Both',
      info: { buyerNotes: 'Accept both, please.' },
    });
    for (const product of listed) {
      const draft = await call('POST', 'draftOffer', { ...terms, name: product.name, productID: product.id });
      await call('POST', `offerSet/${id}/offer/${draft.id}`);
    }
    await call('POST', `offerSet/${id}/publish`);
    for (const _ of ['the set', 'its offers', 'its release']) await go();
    const set = await call('GET', `offerSet/${id}`);
    expect(set).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      externalID: expect.stringMatching(/^offerset-/),
    });
    for (const offerId of set.offerIDs) {
      const { externalID } = await call('GET', `offer/${offerId}`);
      const agreement = world.service.buyerAccepts(externalID);
      await go();
      const [entitlement] = await call('GET', `entitlement?offerId=${offerId}`);
      expect(entitlement).toMatchObject({
        externalID: agreement.id,
        info: { mkAOfferSetId: id, mkAAgreement: { offerSetId: set.externalID } },
      });
    }
    expect((await call('GET', `offerSet/${id}`)).status).toBe('ACCEPTED');
  });

  test('keeps the entitlement when the agreement renews automatically', async () => {
    const renewed = world.service.agreementRenews(left.agreementId);
    await go();
    const after = await call('GET', `entitlement/${left.entitlementId}`);
    expect(after).toMatchObject({ status: 'ACTIVE', externalID: renewed.id });
    const list = await call('GET', `entitlement/${left.entitlementId}/entitlementTerm`);
    expect(list.map(({ info }: { info: { type: string } }) => info.type)).toEqual(['Signup', 'AutoRenew']);
  });

  test('requests a cancellation, to which the buyer consents', async () => {
    await call('POST', `entitlement/${left.entitlementId}/cancel`);
    await go();
    expect((await call('GET', `entitlement/${left.entitlementId}`)).status).toBe('PENDING_CANCEL');
    const [request] = world.service.cancellations();
    world.service.buyerApproves(request?.id as string);
    await go();
    expect((await call('GET', `entitlement/${left.entitlementId}`)).status).toBe('CANCELLED');
  });
});
