import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkA/seller.fixture.ts';
import { type MkAWorld, startWorld } from '../marketplaces/mkA/world.fixture.ts';

const minuteMs = 60_000;
let world: MkAWorld;
let app: TestApp;
let org: TestOrganization;
let seller: ReturnType<MkAWorld['service']['addSeller']>;
beforeAll(async () => {
  world = await startWorld();
  seller = world.service.addSeller();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** Read-only jobs, which also wait. */
const looks = [
  'synchronization.changes',
  'synchronization.comparison',
  'offers.reread',
  'marketplaces.observe',
];

/** Returns the kinds of failed jobs, and of jobs that wait for the integration. */
const jobs = async () => {
  const { rows } = await app.database.query(
    `SELECT kind, ended_as, waits_for, finished_at FROM job WHERE kind <> ALL ($1) ORDER BY kind`,
    [looks],
  );
  return {
    failed: rows.filter(({ ended_as: end }) => end === 'FAILED').map(({ kind }) => kind),
    waiting: rows
      .filter(({ waits_for: cause, finished_at: end }) => cause !== null && end === null)
      .map(({ kind }) => kind),
  };
};

test('while a role is revoked for a day, all jobs wait without failing, and all complete once it is restored', async () => {
  const { service } = world;
  const { integration, call, pass, connect, offer } = sellerOf(app, org, world, seller);
  const statusOf = async (id: string) => (await call('GET', `offer/${id}`)).status as string;
  seller.addProduct();
  const productID = await connect();
  const names = ['Extended', 'Taken back', 'Accepted', 'Sold'] as const;
  const ids: string[] = [];
  for (const name of names) ids.push((await offer(name, productID)).id);
  await pass(10 * minuteMs);
  const [extended, takenBack, accepted, sold] = ids as [string, string, string, string];
  for (const id of ids) expect(await statusOf(id)).toBe('PENDING_ACCEPTANCE');
  const externalIdOf = async (id: string): Promise<string> => (await call('GET', `offer/${id}`)).externalID;
  const agreement = service.buyerAccepts(await externalIdOf(sold));
  await pass(minuteMs);
  const [entitlement] = await call('GET', `entitlement?offerId=${sold}`);

  service.revokeRole(seller.roleArn);
  const late = await offer('Made meanwhile', productID);
  await call('POST', `offer/${extended}/extendExpiryDate?newExpiryDate=2091-01-01`);
  await call('POST', `offer/${takenBack}/cancel`);
  await call('POST', `entitlement/${entitlement.id}/cancel`);
  const second = service.buyerAccepts(await externalIdOf(accepted));
  for (let hour = 0; hour < 24; hour += 2) await pass(120 * minuteMs);
  await call('POST', `entitlement/${entitlement.id}/usageRecordGroup`, {
    records: { usedHours: 7 },
    timestamp: new Date(service.now() - minuteMs).toISOString(),
  });
  await pass(60 * minuteMs);

  expect((await integration.verification()).body.status).toBe('NOT_VERIFIED');
  expect(await jobs()).toEqual({
    failed: [],
    waiting: ['entitlements.ask', 'offers.cancel', 'offers.create', 'offers.update'],
  });
  expect([await statusOf(late.id), await statusOf(extended), await statusOf(takenBack)]).toEqual([
    'PENDING_CREATE',
    'PENDING_UPDATE',
    'PENDING_CANCEL',
  ]);
  expect(await statusOf(accepted)).toBe('PENDING_ACCEPTANCE');
  expect((await call('GET', `entitlement/${entitlement.id}`)).status).toBe('PENDING_CANCEL');
  expect(service.cancellations()).toEqual([]);
  expect(service.metered()).toEqual([]);

  service.restoreRole(seller.roleArn);
  expect((await integration.verify()).body).toBe(true);
  for (let turn = 0; turn < 4; turn++) await pass(10 * minuteMs);
  expect((await integration.verification()).body).toMatchObject({ status: 'VERIFIED', waitingJobs: 0 });
  expect(await jobs()).toEqual({ failed: [], waiting: [] });
  const states = await Promise.all([late.id, extended, takenBack, accepted, sold].map(statusOf));
  expect(states).toEqual(['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE', 'CANCELLED', 'ACCEPTED', 'ACCEPTED']);
  expect(service.offersOf(seller.accountId).map(({ name }) => name)).toEqual([...names, 'Made meanwhile']);
  expect(service.offer(await externalIdOf(extended))?.availabilityEndDate).toBe('2090-12-31');
  const [other] = await call('GET', `entitlement?offerId=${accepted}`);
  expect(other).toMatchObject({ status: 'ACTIVE', externalID: second.id });
  expect(service.cancellations()).toMatchObject([
    { status: 'PENDING_APPROVAL', agreement: { id: agreement.id } },
  ]);
  expect(service.metered(agreement.id)).toMatchObject([{ dimension: 'usedHours', quantity: 7 }]);
  expect(service.messagesOf(seller.accountId)).toEqual([]);
}, 300_000);
