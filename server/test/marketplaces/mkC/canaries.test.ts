import { afterAll, beforeAll, expect, test } from 'vitest';
import { formsOf, tablesWith, textsOf } from '../../canaries.ts';
import { type Reply, startTestApp, type TestApp } from '../../harness.ts';
import { minuteMs, sellerOf, unlimited } from './seller.fixture.ts';
import { type MkCWorld, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ installation: () => app.url });
  app = await startTestApp({
    environment: { LOG_LEVEL: 'trace' },
    onLog: (line) => lines.push(JSON.stringify(line)),
    connectors: new Map([['MKC', unlimited(world)]]),
  });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

/** Every read operation of a client of an organization that could show a secret. */
const readable = [
  'integration',
  'integration/MKC/MARKETPLACE',
  'integration/MKC/MARKETPLACE/verification',
  'entitlement',
  'partner/MKC/product',
  'buyer',
  'operation',
  'auditingEvent/query?page_size=100',
  'notificationEvent',
  'usageRecordReport',
];

const internal = { status: 500, code: 'INTERNAL', message: 'broken' };
/** Injects faults of the local service, with the details that the client reports. */
const failuresOf = ({ service }: MkCWorld): (() => void)[] => [
  () => service.revokeTokens(),
  () => service.failNext('token', { ...internal, status: 503 }),
  () => service.failNext('listEntitlements', internal),
  () => service.failNext('getAccount', { status: 401, code: 'UNAUTHENTICATED', message: 'wrong token' }),
  () => service.throttleNext('getEntitlement', { retryAfterS: 1 }),
  () => service.dropNextAnswer('approveEntitlement', { afterCommit: true }),
];

/** Returns the lines of a private key, because a part of a key must not be shown either. */
const partsOf = (key: string): string[] => key.split('\n').filter((line) => line.length > 40);

test('no log, response, event, notification, job, address or other row contains a key, a token or a secret', async () => {
  const { service } = world;
  const seller = await world.newSeller();
  const org = await app.organization({ environment: 'PROD' });
  const at = sellerOf(app, org, world, seller);
  await at.connect();
  const product = seller.addProduct();
  const sold = service.buyerPurchases(product, { plan: 'gold' });
  await at.pass(minuteMs);
  const shown: Pick<Reply, 'text' | 'headers'>[] = [];
  const tokens: string[] = [];
  const land = async (token: string) => {
    tokens.push(token);
    const reply = await at.land(token);
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    shown.push({ text: await reply.text(), headers: reply.headers });
  };
  const [entitlement] = await at.call('GET', 'entitlement');
  for (const [index, fail] of failuresOf(world).entries()) {
    fail();
    await land(index % 2 ? 'canary.token-of.nobody' : await service.landingToken(product, sold.account));
    if (index === 5) shown.push(await at.ask('POST', `entitlement/${entitlement.id}/approve`));
    shown.push(await at.integration.verify());
    await at.pass(minuteMs);
  }
  service.buyerChangesPlan(sold, { plan: 'silver' });
  await at.pass(minuteMs);
  const pushed = service.pushes.map(({ authorization }) => authorization?.replace('Bearer ', '') ?? '');
  // Keys that do not work: of a deleted account, of another account, and a file that is not a key.
  const { account, keyFile: other } = await service.addSeller();
  service.removeAccount(account);
  const wrongKeys = [other, { ...other, client_email: seller.account.email }, { ...other, type: 'canary' }];
  for (const serviceAccountKey of wrongKeys) {
    const credentials = { serviceAccountKey: JSON.stringify(serviceAccountKey) };
    shown.push(await at.integration.change({ credentials }));
    shown.push(await at.integration.verify());
    await at.pass(minuteMs);
  }
  for (const path of readable) shown.push(await at.ask('GET', path));

  const keys = [seller.keyFile, other].flatMap((file) => partsOf(file.private_key));
  const hidden = [...service.secrets(), ...keys, ...tokens, ...pushed];
  expect(hidden.length).toBeGreaterThan(50);
  const forms = [...new Set(hidden.flatMap(formsOf))];
  const leaks = (text: string) => forms.filter((form) => text.includes(form));
  expect(leaks(textsOf(shown))).toEqual([]);
  expect(lines.filter((line) => line.includes('could not be resolved')).length).toBeGreaterThan(2);
  expect(leaks(lines.join('\n').replaceAll('\\\\', '\\'))).toEqual([]);
  expect(await tablesWith(app.database, forms)).toEqual([]);
}, 120_000);
