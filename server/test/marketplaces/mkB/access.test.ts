import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ask } from '../../../src/marketplaces/mkB/calls.ts';
import { createSubscriptions } from '../../../src/marketplaces/mkB/fulfilment/subscriptions.ts';
import { createMarketplaceB } from '../../../src/marketplaces/mkB/index.ts';
import type { Product } from '../../fakes/mkB/fulfilment/products.ts';
import { createCertificate } from './certificate.fixture.ts';
import {
  callsOf,
  kindOf,
  type MkBWorld,
  minuteMs,
  plans,
  purchaseOf,
  type Seller,
  settingsOf,
  startWorld,
} from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
let product: Product;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  product = seller.addProduct({ plans: plans ?? [] });
});
afterAll(() => world.stop());

const unknownId = '99999999-2222-4333-8444-555555555555';
const list = (by: Pick<Seller, 'adapter'> = seller) => by.adapter.listAgreements?.() as Promise<unknown>;

describe('access', () => {
  test('concurrent calls share one sign-in, which is repeated shortly before the token expires', async () => {
    const by = world.newSeller();
    const before = callsOf(world.service, 'token');
    await Promise.all([1, 2, 3].map(() => list(by)));
    await list(by);
    expect(callsOf(world.service, 'token')).toBe(before + 1);
    await world.service.pass(54 * minuteMs);
    await list(by);
    expect(callsOf(world.service, 'token')).toBe(before + 1);
    await world.service.pass(2 * minuteMs);
    await list(by);
    expect(callsOf(world.service, 'token')).toBe(before + 2);
  });

  test.each([401, 403] as const)(
    'a token that is rejected with %s is replaced within the same call',
    async (status) => {
      world.service.refusesTokensWith(status);
      await list();
      world.service.revokeTokens();
      expect(await kindOf(list())).toBe('done');
      world.service.refusesTokensWith(403);
    },
  );

  test('a removed application is reported as unauthorized, with the setting to correct', async () => {
    const by = world.newSeller();
    world.service.addSeller({ tenantId: by.tenantId });
    await list(by);
    world.service.removeApp(by.app);
    world.service.revokeTokens();
    await expect(list(by)).rejects.toMatchObject({
      kind: 'unauthorized',
      readable: expect.stringContaining('clientID'),
    });
  });

  test('a denied interface is unauthorized; a denied record is refused, and other calls continue', async () => {
    const stranger = world.newSeller();
    const { id } = purchaseOf(world.service, product);
    await expect(stranger.adapter.readAgreement(id)).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringContaining('technical configuration'),
    });
    world.service.forbid(stranger.app, 'marketplace');
    expect(await kindOf(stranger.adapter.readAgreement(id))).toBe('unauthorized');
    expect(await kindOf(list(stranger))).toBe('unauthorized');
  });

  test('a certificate signs in instead of a secret', async () => {
    const by = world.newSeller();
    const { certificate, privateKey, registered } = createCertificate();
    const { info } = settingsOf(by);
    const adapter = world.connect({ info, credentials: { certificate, privateKey } });
    expect(await kindOf(list({ adapter }))).toBe('unauthorized');
    world.service.addCertificate(by.app, registered);
    expect(await kindOf(list({ adapter }))).toBe('done');
  });

  test('settings that cannot be used cause no call', async () => {
    const calls = world.service.log.calls.length;
    const adapter = world.connect({ info: {}, credentials: { clientSecret: 'a secret' } });
    expect(await kindOf(list({ adapter }))).toBe('unauthorized');
    expect(world.service.log.calls.length).toBe(calls);
  });

  test('every call waits for the rate limit of its interface', async () => {
    const taken: unknown[][] = [];
    const adapter = world.connect(seller.settings, {
      takeRate: async (...rate) => void taken.push(rate),
    });
    await adapter.readAgreement(unknownId);
    expect(taken).toEqual([['fulfilment', 10]]);
  });
});

describe('an address in a response', () => {
  test('is never called: only the token of the next page is taken from it', async () => {
    const asked: Ask[] = [];
    const link = 'http://169.254.169.254/api/saas/subscriptions?continuationToken=a%2Bb&api-version=1';
    const subscriptions = createSubscriptions({
      call: async (ask) => {
        asked.push(ask);
        return { status: 200, headers: new Headers(), body: { subscriptions: [], '@nextLink': link } };
      },
    });
    const { next } = await subscriptions.page(undefined);
    await subscriptions.page(next);
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ['/saas/subscriptions/', {}],
      ['/saas/subscriptions/', { continuationToken: 'a+b' }],
    ]);
  });
});

describe('failures', () => {
  test('a throttled call is repeated after the time that the marketplace requests', async () => {
    world.service.throttleNext('listSubscriptions', { retryAfterS: 7 });
    await expect(list()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 7000 });
  });

  test('a lost response of a read had no effect; the outcome of a lost write is unknown', async () => {
    const { id } = purchaseOf(world.service, product, { isActive: false });
    world.service.dropNextAnswer('getSubscription', { afterCommit: true });
    expect(await kindOf(seller.adapter.readAgreement(id))).toBe('unreachable');
    world.service.dropNextAnswer('activateSubscription', { afterCommit: true });
    expect(await kindOf(seller.adapter.approveAgreement(id))).toBe('unknown');
    await world.service.settle();
    expect(await seller.adapter.approveAgreement(id)).toMatchObject({ state: 'DONE' });
    world.service.failNext('listSubscriptions', { status: 500, code: 'InternalServerError', message: 'no' });
    expect(await kindOf(list())).toBe('unreachable');
  });

  test('a failed sign-in is classified like a failed call', async () => {
    const by = world.newSeller();
    world.service.failNext('token', { status: 503, code: 'temporarily_unavailable', message: 'later' });
    expect(await kindOf(list(by))).toBe('unreachable');
    world.service.throttleNext('token', { retryAfterS: 3 });
    await expect(list(by)).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3000 });
    world.service.dropNextAnswer('token', { afterCommit: true });
    expect(await kindOf(list(by))).toBe('unreachable');
    expect(await kindOf(list(by))).toBe('done');
  });

  test('a call that was never sent had no effect, even if it writes', async () => {
    const connector = createMarketplaceB({ now: () => new Date(), endpoint: 'http://127.0.0.1:1' });
    const adapter = connector.connect({
      organizationId: 'org_one',
      externalId: 'tp_external',
      settings: seller.settings,
      takeRate: async () => {},
    });
    expect(await kindOf(adapter.approveAgreement(unknownId))).toBe('unreachable');
  });

  test('errors contain neither the secret nor a token', async () => {
    const by = world.newSeller();
    await list(by);
    const wrong = world.connect(settingsOf({ ...by, clientSecret: 'canary8Q~secret' }));
    const errors = await Promise.all([
      list({ adapter: wrong }).catch((error) => error),
      by.adapter.resolvePurchase?.('canary-token+/=').catch((error) => error),
      by.adapter.resolvePurchase?.('canary token\r\nx: y').catch((error) => error),
    ]);
    const said = errors
      .map((error) => `${error.message} ${error.readable} ${error.stack} ${error.cause}`)
      .join();
    expect(errors.map(({ kind }) => kind)).toEqual(['unauthorized', 'refused', 'refused']);
    for (const secret of [...world.service.secrets(), 'canary']) expect(said).not.toContain(secret);
  });
});
