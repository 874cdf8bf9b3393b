import { afterAll, beforeAll, expect, test } from 'vitest';
import { formsOf, tablesWith, textsOf } from '../../canaries.ts';
import { type Reply, startTestApp, type TestApp } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

const minuteMs = 60_000;
let world: MkAWorld;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({
    environment: { LOG_LEVEL: 'trace' },
    onLog: (line) => lines.push(JSON.stringify(line)),
    connectors: new Map([['MKA', unlimited(world)]]),
  });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

type ResponseText = Pick<Reply, 'text' | 'headers'>;

/** Every read operation of a client of an organization. */
const readable = [
  'integration',
  'integration/MKA/MARKETPLACE',
  'integration/MKA/MARKETPLACE/verification',
  'offer',
  'entitlement',
  'partner/MKA/product',
  'buyer',
  'operation',
  'auditingEvent/query?page_size=100',
  'notificationEvent',
  'usageRecordReport',
];

/** Injects every fault of the local service, with the details that the clients report. */
const failuresOf = ({ roleArn }: { roleArn: string }, { service }: MkAWorld): (() => void)[] => [
  () => service.clockSkew(40 * minuteMs),
  () => service.clockSkew(0),
  () => service.endSessions(),
  () => service.dropNextAnswer('StartChangeSet', { afterCommit: true }),
  () =>
    service.failNext('StartChangeSet', {
      code: 'InternalServiceException',
      status: 500,
      message: 'broken',
    }),
  () => service.failNext('AssumeRole', { code: 'InternalFailure', status: 500, message: 'broken' }),
  () => service.throttleNext('DescribeEntity', { retryAfterS: 1 }),
  () => service.dropNextAnswer('BatchMeterUsage', { afterCommit: true }),
  () => service.changeSetFails('INVALID_BUYER_ACCOUNTS'),
  () => service.forbid(roleArn, 'aws-marketplace:StartChangeSet'),
  () => service.allow(roleArn, 'aws-marketplace:StartChangeSet'),
  () => service.revokeRole(roleArn),
  () => service.restoreRole(roleArn),
];

test('no log, response, event, notification, job or other row contains a secret of operator, seller, session or buyer', async () => {
  const { service } = world;
  const seller = service.addSeller();
  seller.addProduct({ fulfillmentUrl: 'https://seller.example/signup' });
  const org = await app.organization({ environment: 'PROD' });
  const { integration, ask, call, connect, externalId, offer, pass } = sellerOf(app, org, world, seller);
  const shown: ResponseText[] = [];
  const productID = await connect();
  const first = await offer('First', productID);
  await pass(10 * minuteMs);
  const agreement = service.buyerAccepts((await call('GET', `offer/${first.id}`)).externalID);
  await pass(minuteMs);
  const token = service.registrationToken(agreement.id);
  const parameter = world.connector.describe().purchaseTokenParameter as string;
  const land = async (value: string): Promise<ResponseText> => {
    const query = new URLSearchParams({ [parameter]: value });
    const reply = await fetch(`${app.url}/public/signup/MKA/orgId/${org.id}?${query}`, {
      redirect: 'manual',
    });
    return { text: await reply.text(), headers: reply.headers };
  };
  const wrongToken = 'canary-token-of-nobody+/=';
  const [entitlement] = await call('GET', 'entitlement');
  await call('POST', `entitlement/${entitlement.id}/usageRecordGroup`, { records: { usedHours: 3 } });

  for (const [index, fail] of failuresOf(seller, world).entries()) {
    fail();
    shown.push(await ask('POST', 'integration/MKA/MARKETPLACE/verify'));
    shown.push(await land(index % 2 === 0 ? token : wrongToken));
    await offer(`Offer ${index}`, productID);
    // Some steps last an hour, so that faults also affect hourly jobs.
    await pass((index % 4 === 0 ? 70 : 5) * minuteMs);
  }
  for (const path of readable) shown.push(await ask('GET', path));
  // Access keys: a valid one, one with a wrong secret, and an unknown one.
  const keys = 'canary/secret+key/canary/secret+key/canar';
  for (const credentials of [
    { accessKeyId: seller.accessKeyId, secretAccessKey: seller.secretAccessKey },
    { accessKeyId: seller.accessKeyId, secretAccessKey: keys },
    { accessKeyId: 'AKIACANARYCANARYCANA', secretAccessKey: keys },
  ]) {
    shown.push(
      await integration.change({ credentials, info: { mkAIntegration: { queueArn: seller.queueArn } } }),
    );
    shown.push(await integration.verify());
    await pass(minuteMs);
    shown.push(await integration.read(), await integration.verification());
  }
  for (const path of readable) shown.push(await ask('GET', path));

  const hidden = [...service.secrets(), keys, token, wrongToken];
  expect(hidden.length).toBeGreaterThan(8);
  const forms = hidden.flatMap(formsOf);
  const leaks = (text: string, of: readonly string[]) => of.filter((form) => text.includes(form));
  const answers = textsOf(shown);
  expect(leaks(answers, forms)).toEqual([]);
  expect(lines.length).toBeGreaterThan(100);
  expect(leaks(lines.join('\n').replaceAll('\\\\', '\\'), forms)).toEqual([]);
  expect(await tablesWith(app.database, forms)).toEqual([]);
  // The setup contains the external id, which is stored only for use by the connection.
  const entry = formsOf(await externalId());
  expect(leaks(answers, entry)).toEqual([]);
  expect(leaks(lines.join('\n'), entry)).toEqual([]);
  expect(await tablesWith(app.database, entry)).toEqual(['integration_external_id']);
}, 300_000);
