import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kindOf, type MkCWorld, operationsSince, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = await world.newSeller();
});
beforeEach(() => world.service.clearFaults());
afterAll(() => world.stop());

const list = (of: Pick<Seller, 'adapter'> = seller) => of.adapter.listAgreements?.();
const calls = () => world.service.log.calls.length;
const tokensSince = (count: number) =>
  operationsSince(world, count).filter((name) => name === 'token').length;

describe('sign-in', () => {
  test('concurrent calls share one token, which is replaced shortly before it expires', async () => {
    const own = await world.newSeller();
    const before = calls();
    await Promise.all([1, 2, 3].map(() => list(own)));
    await list(own);
    expect(tokensSince(before)).toBe(1);
    await world.service.pass(50 * 60_000);
    await list(own);
    expect(tokensSince(before)).toBe(1);
    await world.service.pass(6 * 60_000);
    await list(own);
    expect(tokensSince(before)).toBe(2);
  });

  test('a token that the marketplace has revoked is replaced within the same call, once', async () => {
    await list();
    world.service.revokeTokens();
    const before = calls();
    expect(await kindOf(list())).toBe('let in');
    expect(operationsSince(world, before)).toEqual(['listEntitlements', 'token', 'listEntitlements']);
    const error = { code: 'UNAUTHENTICATED', status: 401, message: 'no' };
    world.service.failNext('listEntitlements', error, 2);
    expect(await kindOf(list())).toBe('unauthorized');
    expect(await kindOf(list())).toBe('let in');
  });

  test.each<[what: string, change: (own: Seller) => void, words: RegExp]>([
    ['a disabled key', ({ key }) => world.service.disableKey(key), /key .* disabled or has expired/],
    ['a disabled account', ({ account }) => world.service.disableAccount(account), /account is disabled/],
    ['a deleted account', ({ account }) => world.service.removeAccount(account), /account .* does not exist/],
  ])('%s is reported in its own words, and calls are unauthorized', async (_, change, words) => {
    const own = await world.newSeller();
    change(own);
    await expect(list(own)).rejects.toMatchObject({
      kind: 'unauthorized',
      readable: expect.stringMatching(words),
    });
  });

  test('a busy or silent sign-in service does not count as rejected credentials', async () => {
    for (const [fail, kind] of [
      [() => world.service.throttleNext('token', { retryAfterS: 9 }), 'throttled'],
      [() => world.service.isUnavailableNext('token'), 'unreachable'],
      [() => world.service.dropNextAnswer('token', { afterCommit: true }), 'unreachable'],
    ] as const) {
      const own = await world.newSeller();
      fail();
      const order = world.service.buyerPurchases(own.addProduct());
      // The write itself was not sent, so its outcome is known.
      expect(await kindOf(own.adapter.rejectAgreement?.(order.id))).toBe(kind);
      expect(await kindOf(list(own))).toBe('let in');
    }
  });

  test('a provider to which the service account is not linked is unauthorized', async () => {
    const other = await world.service.addSeller();
    const foreign = await world.newSeller({ info: { partnerId: other.providerId } });
    expect(await kindOf(list(foreign))).toBe('unauthorized');
  });
});

describe('addresses', () => {
  let trap: Server;
  let trapUrl: string;
  let reached = 0;
  beforeAll(async () => {
    trap = createServer((_, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  });
  afterAll(() => void trap.close());

  test('addresses in a key file are never called', async () => {
    const { keyFile } = seller;
    const own = await world.newSeller({
      info: { partnerId: seller.providerId },
      credentials: {
        serviceAccountKey: {
          ...keyFile,
          token_uri: `${trapUrl}/token`,
          auth_uri: trapUrl,
          universe_domain: trapUrl,
          client_x509_cert_url: trapUrl,
        },
      },
    });
    expect(await kindOf(list(own))).toBe('let in');
    expect(reached).toBe(0);
  });

  test.each<[what: string, file: object | string]>([
    [
      'an external account',
      { type: 'external_account', token_url: 'TRAP', credential_source: { url: 'TRAP' } },
    ],
    ['a user', { type: 'authorized_user', client_id: 'x', client_secret: 'y', refresh_token: 'z' }],
    ['another service', { type: 'service_account', client_email: 'x@127.0.0.1', private_key: 'TRAP' }],
    ['no JSON', '-----BEGIN PRIVATE KEY-----'],
    ['nothing', ''],
  ])('a file for %s is refused without a call', async (_, file) => {
    const serviceAccountKey = JSON.parse(JSON.stringify(file).replaceAll('TRAP', trapUrl));
    const own = await world.newSeller({ credentials: { serviceAccountKey } });
    const before = calls();
    expect(await kindOf(list(own))).toBe('unauthorized');
    expect(await own.adapter.verifyCredentials?.(own.settings, AbortSignal.timeout(5000))).toMatchObject({
      verified: false,
      checks: [{ name: 'serviceAccountKey', passed: false }],
    });
    expect([calls() - before, reached]).toEqual([0, 0]);
  });

  test.each([
    ['partnerId', { partnerId: '../../v1/x' }],
    ['partnerId', { partnerId: undefined }],
    ['partnerId', { partnerId: 7 }],
    ['mkCProjectId', { mkCProjectId: 'a/b' }],
    ['pubsubSubscription', { pubsubSubscription: 'https://evil.example/subscription' }],
    ['pubsubSubscription', { pubsubSubscription: 'projects/../subscriptions/events' }],
    ['pushServiceAccountEmail', { pushServiceAccountEmail: 'nobody' }],
    ['signupDomain', { signupDomain: 'https://seller.example/signup' }],
    ['serviceNames', { serviceNames: ['evil.example/x'] }],
    ['serviceNames', { serviceNames: 'x.example' }],
    ['pushesNotifications', { pushesNotifications: 'yes' }],
  ])('a wrong setting %s is named, and causes no call', async (name, info) => {
    const own = await world.newSeller({ info });
    const before = calls();
    expect(await kindOf(list(own))).toBe('unauthorized');
    const verdict = await own.adapter.verifyCredentials?.(own.settings, AbortSignal.timeout(5000));
    expect(verdict?.verified).toBe(false);
    expect(verdict?.checks?.map((check) => check.name)).toContain(name);
    expect(calls()).toBe(before);
  });

  test.each(['..', '.', '', 'a/b', '%2e%2e', 'x?y=1', 'x#y', 'a b'])(
    'an id that cannot be one of the marketplace is not sent: %j',
    async (id) => {
      const before = calls();
      expect(await seller.adapter.readAgreement(id)).toBeUndefined();
      expect(calls()).toBe(before);
    },
  );
});

test('calls wait for the rate limits of their interfaces', async () => {
  const taken: string[] = [];
  const adapter = world.connect(seller.settings, { takeRate: async (api) => void taken.push(api) });
  const order = world.service.buyerPurchases(seller.addProduct());
  await adapter.listAgreements?.();
  await adapter.rejectAgreement?.(order.id);
  expect(taken).toEqual(['procurementReads', 'procurementReads', 'procurementWrites']);
});

test('new products are refused in words', async () => {
  const { adapter } = seller;
  const product = {} as Parameters<typeof adapter.createProduct>[0];
  for (const call of [adapter.createProduct(product), adapter.publishProduct('id')])
    await expect(call).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringMatching(/portal\.$/),
    });
});

test('products have the title of their service, and without the right to read it are known from orders and settings', async () => {
  const own = await world.newSeller({ info: { serviceNames: ['insight.endpoints.other.cloud.goog'] } });
  const product = own.addProduct({ productType: 'A_LATER_TYPE' });
  world.service.buyerPurchases(product);
  world.service.buyerPurchases(product);
  expect(await own.adapter.readProduct(product.externalName)).toMatchObject({
    name: `Product ${product.externalName}`,
  });
  world.service.forbid(own.account, 'offers');
  const { items } = await own.adapter.listProducts();
  expect(items.map(({ externalId }) => externalId)).toEqual(['insight', product.externalName]);
  for (const { externalId } of items)
    expect(await own.adapter.readProduct(externalId)).toMatchObject({ externalId, status: 'PUBLIC' });
  expect(await own.adapter.readProduct('unknown')).toBeUndefined();
  const change = { name: product.externalName, fulfillmentUrl: 'https://tradepost.example/public/signup' };
  expect(await kindOf(own.adapter.updateProduct(product.externalName, change))).toBe('let in');
  expect(await kindOf(own.adapter.updateProduct(product.externalName, { ...change, name: 'Other' }))).toBe(
    'refused',
  );
});
