import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkMarketplace, type IntegrationSettings } from '../../../src/marketplaces/index.ts';
import { createCertificate } from './certificate.fixture.ts';
import {
  dayMs,
  kindOf,
  type MkBWorld,
  plans,
  purchaseOf,
  type Seller,
  settingsOf,
  startTime,
  startWorld,
} from './world.fixture.ts';

let world: MkBWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller();
  purchaseOf(world.service, seller.addProduct({ plans: plans ?? [] }));
});
afterAll(() => world.stop());

const verify = (settings: IntegrationSettings, by = seller) =>
  by.adapter.verifyCredentials?.(settings, AbortSignal.timeout(20_000));
const failedOf = async (settings: IntegrationSettings, by = seller) => {
  const verdict = await verify(settings, by);
  return { ...verdict, failed: verdict?.checks?.filter(({ passed }) => !passed) ?? [] };
};
const inDays = (days: number) => new Date(Date.parse(startTime) + days * dayMs).toISOString();
const unknownId = '99999999-2222-4333-8444-555555555555';

describe('verification', () => {
  test('tests sign-in, subscriptions, usage, keys, private offers and revenue separately, and names the account', async () => {
    const verdict = await verify(seller.settings);
    expect(verdict).toEqual({
      verified: true,
      account: seller.tenantId,
      secretEndTime: undefined,
      checks: ['signIn', 'subscriptions', 'usage', 'notificationKeys', 'privateOffers', 'revenue'].map(
        (name) => ({
          name,
          passed: true,
        }),
      ),
    });
  });

  test.each([
    ['private offers', 'graph', 'privateOffers', /manage private offers.*role Manager/],
    ['reports', 'insights', 'revenue', /read reports.*role Manager/],
  ] as const)('passes without the role for %s, which is named', async (_, resource, name, message) => {
    const other = world.newSeller();
    world.service.forbid(other.app, resource);
    expect(await failedOf(other.settings, other)).toMatchObject({
      verified: true,
      failed: [{ name, message: expect.stringMatching(message) }],
    });
  });

  test.each<[what: string, changed: object, check: string, words: RegExp]>([
    ['directory', { tenantId: unknownId }, 'tenantID', /directory \(tenant\) does not exist/],
    ['application', { clientId: unknownId }, 'clientID', /no application with this ID/],
    ['secret', { clientSecret: 'wrong8Q~secret' }, 'clientSecret', /secret is wrong/],
    ['directory, which is no id', { tenantId: 'seller.example' }, 'tenantID', /not a domain name/],
    ['secret, which is its id', { clientSecret: unknownId }, 'clientSecret', /not its ID/],
  ])('a wrong %s has its own words', async (_, changed, check, words) => {
    const { verified, failed, message } = await failedOf(settingsOf({ ...seller, ...changed }));
    expect(verified).toBe(false);
    expect(failed).toEqual([{ name: check, passed: false, message: expect.stringMatching(words) }]);
    expect(message).toMatch(words);
  });

  test('an expired secret has its own words', async () => {
    const by = world.newSeller();
    const clientSecret = world.service.addSecret(by.app, Date.parse(startTime) - dayMs);
    const { failed } = await failedOf(settingsOf({ ...by, clientSecret }));
    expect(failed).toMatchObject([{ name: 'clientSecret', message: expect.stringContaining('has expired') }]);
  });

  test('a certificate that is not registered has its own words', async () => {
    const { certificate, privateKey } = createCertificate();
    const { failed } = await failedOf({
      info: seller.settings.info,
      credentials: { certificate, privateKey },
    });
    expect(failed).toMatchObject([
      { name: 'certificate', message: expect.stringContaining('not registered') },
    ]);
  });

  test.each([
    [29, true],
    [31, false],
  ])('a secret that ends in %s days is reported with its end', async (days, isSaid) => {
    const verdict = await verify(settingsOf(seller, { expiryTime: inDays(days) }));
    expect(verdict).toMatchObject({ verified: true, secretEndTime: inDays(days) });
    const { message } = verdict?.checks?.find(({ name }) => name === 'secretEnd') ?? {};
    expect(message !== undefined).toBe(isSaid);
    if (isSaid) expect(message).toContain(inDays(days).slice(0, 10));
  });

  test('the end of a certificate is read from it', async () => {
    const by = world.newSeller();
    const { certificate, privateKey, registered, endTime } = createCertificate('310520000000Z');
    world.service.addCertificate(by.app, registered);
    const verdict = await verify({ info: by.settings.info, credentials: { certificate, privateKey } }, by);
    expect(verdict).toMatchObject({ verified: true, secretEndTime: endTime });
    expect(verdict?.checks).toContainEqual({
      name: 'secretEnd',
      passed: true,
      message: expect.stringContaining('The certificate ends on 2031-05-20'),
    });
  });

  test('an application that no offer names finds no subscriptions, which is said', async () => {
    const by = world.newSeller();
    const verdict = await verify(by.settings, by);
    expect(verdict).toMatchObject({ verified: true });
    expect(verdict?.checks?.[1]).toMatchObject({
      name: 'subscriptions',
      passed: true,
      message: expect.stringContaining('technical configuration'),
    });
  });

  test('a denied interface fails its checks', async () => {
    const by = world.newSeller();
    world.service.forbid(by.app, 'marketplace');
    const { verified, failed } = await failedOf(by.settings, by);
    expect(verified).toBe(false);
    expect(failed.map(({ name }) => name)).toEqual(['subscriptions', 'usage']);
  });

  test('does not fail while the marketplace does not respond', async () => {
    world.service.failNext('getUsageEvents', { status: 500, code: 'InternalServerError', message: 'no' });
    expect(await kindOf(verify(seller.settings))).toBe('unreachable');
    const own = await startWorld();
    own.service.keysAreDown(true);
    const by = own.newSeller();
    expect(await kindOf(verify(by.settings, by))).toBe('unreachable');
    await own.stop();
  });

  test('only reads, and names no vendor', async () => {
    const before = world.service.log.calls.length;
    const verdicts = [
      await verify(seller.settings),
      await verify(settingsOf({ ...seller, clientId: unknownId })),
    ];
    const operations = world.service.log.calls.slice(before).map(({ operation }) => operation);
    expect(new Set(operations)).toEqual(
      new Set(['token', 'listProducts', 'listQueries', 'listSubscriptions', 'getUsageEvents', 'keys']),
    );
    expect(JSON.stringify(verdicts)).not.toMatch(/microsoft|azure|entra/i);
  });
});

describe('the check of an installation', () => {
  test('reads lists and single records, and finds no difference from the local service', async () => {
    const before = world.service.log.calls.length;
    const checks = [];
    for await (const check of checkMarketplace(seller.adapter, seller.settings)) checks.push(check);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('findDifferences');
    const operations = new Set(world.service.log.calls.slice(before).map(({ operation }) => operation));
    for (const name of operations) expect(name).toMatch(/^(token|keys|list|get|query)/);
  });
});
