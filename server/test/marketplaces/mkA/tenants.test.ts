import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

type Account = ReturnType<MkAWorld['service']['addSeller']>;
let world: MkAWorld;
let app: TestApp;
let account: Account;
let org: TestOrganization;
let owner: ReturnType<typeof sellerOf>;
let ownersId: string;
let agreementId: string;
let thief: TestOrganization;
let thiefs: ReturnType<typeof sellerOf>;
let own: Account;
let unread: string[];
const minuteMs = 60_000;

/** Creates a seller with a sale and one unread event. */
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  account = world.service.addSeller();
  account.addProduct();
  org = await app.organization({ environment: 'PROD' });
  owner = sellerOf(app, org, world, account);
  const { id } = await owner.offer('Private', await owner.connect());
  await owner.pass(10 * minuteMs);
  agreementId = world.service.buyerAccepts((await owner.call('GET', `offer/${id}`)).externalID).id;
  ownersId = await owner.externalId();
  unread = world.service.messagesOf(account.accountId);
  expect(unread.length).toBeGreaterThan(0);
  // The event stays unread until the end, even by its owner.
  await app.database.query(`UPDATE marketplace_queue SET due_at = now() + interval '1 day'`);
});
beforeEach(async () => {
  thief = await app.organization({ environment: 'PROD' });
  own = world.service.addSeller();
  thiefs = sellerOf(app, thief, world, own);
  world.service.trust(own.roleArn, { externalId: await thiefs.externalId() });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/**
 * Calls every operation, and requires that the tenant received no data of the other seller and changed or
 * deleted no data there.
 */
async function expectNothing(): Promise<void> {
  const { service } = world;
  const changes = service.changeSets().length;
  await thiefs.ask('POST', 'product/sync', { partner: 'MKA' });
  await thiefs.offer('Foreign');
  await thiefs.ask('POST', 'integration/MKA/MARKETPLACE/import');
  for (let turn = 0; turn < 2; turn++) {
    await app.app.puller.step();
    await thiefs.integration.runWaiting();
  }
  expect(await thiefs.call('GET', 'partner/MKA/product')).toEqual([]);
  expect(await thiefs.call('GET', 'entitlement')).toEqual([]);
  expect((await thiefs.call('GET', 'offer')).map(({ name }: { name: string }) => name)).toEqual(['Foreign']);
  expect(service.changeSets().length).toBe(changes);
  const { rows } = await app.database.query(
    'SELECT count(*)::int AS kept FROM inbound_notification WHERE organization_id = $1',
    [thief.id],
  );
  expect(rows).toEqual([{ kept: 0 }]);
  expect((await thiefs.integration.read()).body.status).not.toBe('VERIFIED');
}

describe('a tenant that enters resources of another seller', () => {
  test.each<[what: string, settings: () => object, credentials: () => object]>([
    ['role', () => ({ iamRoleArn: account.roleArn }), () => ({})],
    ['role and queue', () => ({ iamRoleArn: account.roleArn, queueArn: account.queueArn }), () => ({})],
    [
      'role and external id',
      () => ({ iamRoleArn: account.roleArn, externalId: ownersId, external_id: ownersId }),
      () => ({}),
    ],
    [
      'queue, with a role of its own',
      () => ({ iamRoleArn: own.roleArn, queueArn: account.queueArn }),
      () => ({}),
    ],
    [
      'queue, with a key of its own',
      () => ({ queueArn: account.queueArn }),
      () => ({ accessKeyId: own.accessKeyId, secretAccessKey: own.secretAccessKey }),
    ],
    [
      'role, beside a key of its own',
      () => ({ iamRoleArn: account.roleArn }),
      () => ({ accessKeyId: own.accessKeyId, secretAccessKey: own.secretAccessKey }),
    ],
  ])("a tenant gains no access through the other seller's %s", async (_, settings, credentials) => {
    const made = await thiefs.integration.create(credentials(), { mkAIntegration: settings() });
    expect(made.status, made.text).toBe(200);
    expect((await thiefs.integration.verify()).body).toBe(false);
    await expectNothing();
    const shown = await Promise.all([thiefs.integration.read(), thiefs.integration.verification()]);
    const isSaidByItself = JSON.stringify(settings()).includes(ownersId);
    for (const { text } of shown) expect(text.includes(ownersId) && !isSaidByItself).toBe(false);
  });

  test('a tenant cannot set its external id in the credentials', async () => {
    for (const name of ['externalId', 'external_id', 'ExternalId']) {
      const refused = await thiefs.integration.create(
        { [name]: ownersId },
        { mkAIntegration: { iamRoleArn: account.roleArn } },
      );
      expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, `/credentials/${name}`]);
    }
  });

  test("a tenant cannot use the other seller's registration token or inbound door", async () => {
    await thiefs.integration.create({}, { mkAIntegration: { iamRoleArn: own.roleArn } });
    expect((await thiefs.integration.verify()).body).toBe(true);
    const parameter = world.connector.describe().purchaseTokenParameter as string;
    const token = world.service.registrationToken(agreementId);
    const landing = await app.request(
      'GET',
      `/public/signup/MKA/orgId/${thief.id}?${new URLSearchParams({ [parameter]: token })}`,
    );
    expect(landing.status).toBe(400);
    expect(await thiefs.call('GET', 'entitlement')).toEqual([]);
    expect(await thiefs.call('GET', 'buyer')).toEqual([]);
    for (const id of [thief.id, org.id]) {
      const reply = await app.request('POST', `/marketplaces/MKA/notifications/${id}`, {
        raw: unread[0] as string,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBe(401);
    }
  });
});

test('the owner keeps access, and receives all of its events', async () => {
  expect((await owner.integration.read()).body.status).toBe('VERIFIED');
  expect(new Set(world.service.messagesOf(account.accountId))).toEqual(new Set(unread));
  await owner.pass(minuteMs);
  const [entitlement] = await owner.call('GET', 'entitlement');
  expect(entitlement).toMatchObject({ externalID: agreementId, status: 'ACTIVE' });
});
