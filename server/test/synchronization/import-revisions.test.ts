import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AgreementSnapshot,
  type OfferSnapshot,
  observeJob,
  type Subject,
} from '../../src/marketplaces/index.ts';
import { enqueue } from '../../src/platform/jobs/queue.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { anAgreement, anOffer, aProduct, type Shop, withShops } from '../marketplace-double.ts';
import { openWorld, type World } from './world.ts';

const shops = new Map<string, Shop>();
let app: TestApp;
let org: TestOrganization;
let world: World;

beforeAll(async () => {
  app = await startTestApp({ registry: withShops(shops) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization({ environment: 'PROD' });
  world = openWorld(app, org, shops);
  world.shop.products.set('p1', aProduct('p1'));
});

const sold = { productId: 'p1', buyer: 'b1' };
/** Sets the marketplace's record and observes it. */
const observe = async (kind: Subject['kind'], externalId: string) => {
  await app.app.inOrganization(org.id, 'test', async (scope) => {
    await scope.query(enqueue(scope, observeJob, { partner: 'MKA', kind, externalId }));
  });
  await app.drainJobs();
};
const showOffer = (id: string, revision: number, status: OfferSnapshot['status']) =>
  world.shop.offers.set(id, { ...anOffer(id, sold), revision, status });
const showAgreement = (id: string, revision: number, status: AgreementSnapshot['status']) =>
  world.shop.agreements.set(id, anAgreement(id, { ...sold, revision, status }));
const statusOf = async (noun: 'offer' | 'entitlement', externalId: string) => {
  const { body } = await world.call('GET', noun);
  return body.find((one: { externalID: string }) => one.externalID === externalId)?.status;
};

describe('an observation older than the one that created the record', () => {
  test('is ignored for an imported offer; a later one is applied', async () => {
    showOffer('o1', 5, 'PENDING_ACCEPTANCE');
    await world.connect();
    await app.drainJobs();
    for (const [revision, expected] of [
      [4, 'PENDING_ACCEPTANCE'],
      [6, 'EXPIRED'],
    ] as const) {
      showOffer('o1', revision, 'EXPIRED');
      await observe('OFFER', 'o1');
      expect(await statusOf('offer', 'o1'), `revision ${revision}`).toBe(expected);
    }
  });

  test('is ignored for an imported agreement; a later one is applied', async () => {
    showAgreement('a1', 5, 'ACTIVE');
    await world.connect();
    await app.drainJobs();
    for (const [revision, expected] of [
      [4, 'ACTIVE'],
      [6, 'SUSPENDED'],
    ] as const) {
      showAgreement('a1', revision, 'SUSPENDED');
      await observe('AGREEMENT', 'a1');
      expect(await statusOf('entitlement', 'a1'), `revision ${revision}`).toBe(expected);
    }
  });

  test('is ignored for an offer that was adopted on its own', async () => {
    showOffer('o2', 5, 'PENDING_ACCEPTANCE');
    await observe('OFFER', 'o2');
    expect(await statusOf('offer', 'o2')).toBe('PENDING_ACCEPTANCE');
    showOffer('o2', 4, 'EXPIRED');
    await observe('OFFER', 'o2');
    expect(await statusOf('offer', 'o2')).toBe('PENDING_ACCEPTANCE');
  });
});
