import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setupOf } from '../../../src/marketplaces/mkC/setup.ts';
import { type MkCWorld, notificationUrl, type Seller, startWorld } from './world.fixture.ts';

let world: MkCWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  world.service.clearFaults();
  seller = await world.newSeller();
});
afterAll(() => world.stop());

const verify = (info: Record<string, unknown> = {}, credentials: Record<string, unknown> = {}) => {
  const { settings, adapter } = seller;
  const changed = {
    info: { mkCIntegration: { ...settings.info.mkCIntegration, ...info } },
    credentials: { ...settings.credentials, ...credentials },
  };
  return adapter.verifyCredentials?.(changed, AbortSignal.timeout(20_000));
};
const failed = async (name: string, words: RegExp, verdict = verify()) => {
  const { verified, checks = [], message = '' } = (await verdict) ?? { verified: true };
  expect(checks.filter(({ passed }) => !passed)).toEqual([
    { name, passed: false, message: expect.stringMatching(words) },
  ]);
  expect(verified).toBe(false);
  expect(message).toMatch(words);
};

describe('verification', () => {
  test('verification tests each requirement separately, names the provider and changes nothing', async () => {
    world.service.buyerPurchases(seller.addProduct());
    const before = world.service.log.calls.length;
    expect(await verify()).toEqual({
      verified: true,
      account: seller.providerId,
      checks: [
        { name: 'serviceAccountKey', passed: true },
        { name: 'provider', passed: true },
        { name: 'subscription', passed: true },
        { name: 'privateOffers', passed: true },
      ],
    });
    const calls = world.service.log.calls.slice(before).map(({ operation }) => operation);
    expect(calls.sort()).toEqual([
      'getSubscription',
      'listAccounts',
      'listEntitlements',
      'listPrivateOffers',
      'token',
    ]);
  });

  test('a wrong, deleted or expired key, and a disabled or deleted account, have their own words', async () => {
    const { keyFile: foreign } = await world.service.addSeller();
    const wrong = { ...seller.keyFile, private_key: foreign.private_key };
    // The local service has two pairs of keys: another seller's key is of the other pair.
    if (foreign.private_key !== seller.keyFile.private_key)
      await failed('serviceAccountKey', /key does not belong/, verify({}, { serviceAccountKey: wrong }));
    world.service.disableKey(seller.key);
    await failed('serviceAccountKey', /key .* was deleted, disabled or has expired/);
    const { keyFile } = await world.service.addKey(seller.account);
    world.service.disableAccount(seller.account);
    await failed('serviceAccountKey', /account is disabled/, verify({}, { serviceAccountKey: keyFile }));
    world.service.removeAccount(seller.account);
    await failed('serviceAccountKey', /does not exist or was deleted/);
  });

  test('a service account that is not linked to the provider, or lacks its role, is reported', async () => {
    world.service.unlink(seller.account, seller.providerId);
    await failed('provider', /not linked to the provider .*Billing integration/);
    world.service.link(seller.account, seller.providerId);
    world.service.forbid(seller.account, 'procurement');
    await failed('provider', /not linked to the provider/);
    world.service.allow(seller.account, 'procurement');
    const elsewhere = verify({ partnerId: 'another-provider' });
    await failed('provider', /another-provider/, Promise.resolve(withoutTopic(await elsewhere)));
  });

  test('a missing right for private offers is reported, and does not affect the verdict', async () => {
    world.service.forbid(seller.account, 'offers');
    const verdict = await verify();
    expect(verdict?.verified).toBe(true);
    expect(verdict?.checks?.filter(({ passed }) => !passed)).toEqual([
      { name: 'privateOffers', passed: false, message: expect.stringMatching(/Commerce Producer Admin/) },
    ]);
  });

  test.each<[what: string, words: RegExp, change: () => Record<string, unknown>]>([
    [
      'no right',
      /may not read the subscription.*Viewer/,
      () => {
        world.service.forbid(seller.account, 'pubsub');
        return {};
      },
    ],
    ['an unknown name', /does not exist/, () => ({ pubsubSubscription: 'nothing' })],
    [
      'another project',
      /may not read the subscription/,
      () => ({
        pubsubSubscription: 'projects/other-project/subscriptions/events',
      }),
    ],
    ['a push instead of a pull', /pushes its messages.*pushesNotifications/, () => pushTo({})],
    ['a pull instead of a push', /pushes to another address/, () => ({ pushesNotifications: true })],
    ['another address', /pushes to another address/, () => pushed({ endpoint: 'https://other.example/' })],
    ['no authentication', /without authentication/, () => pushed({ email: undefined })],
    ['another sender', /signs with other@/, () => pushed({ email: 'other@p.iam.gserviceaccount.com' })],
    ['another audience', /another audience/, () => pushed({ audience: 'https://other.example' })],
  ])('a subscription with %s has its own words', async (_, words, change) => {
    await failed('subscription', words, verify(change()));
  });

  test('a subscription to another topic is reported', async () => {
    const other = await world.service.addSeller();
    const foreign = { projectId: seller.projectId, providerId: other.providerId };
    const { name } = world.service.addSubscription(foreign);
    await failed('subscription', /another topic.*provider/, verify({ pubsubSubscription: name }));
  });

  test('a correct push is verified, and a missing subscription is a remark', async () => {
    expect(await verify(pushed({}))).toMatchObject({ verified: true });
    const without = await verify({ pubsubSubscription: undefined });
    expect(without).toMatchObject({ verified: true });
    expect(without?.checks?.find(({ name }) => name === 'subscription')).toEqual({
      name: 'subscription',
      passed: true,
      message: expect.stringContaining('once an hour'),
    });
  });

  test('a service to which usage cannot be reported is named, and the integration stays verified', async () => {
    const { serviceName } = seller.addProduct();
    const names = [serviceName, 'nothing.example.com'];
    const verdict = await verify({ serviceNames: names });
    expect(verdict?.verified).toBe(true);
    expect(verdict?.checks?.slice(-2)).toEqual([
      { name: `usage ${serviceName}`, passed: true },
      {
        name: 'usage nothing.example.com',
        passed: false,
        message: expect.stringMatching(/may not report usage of nothing\.example\.com/),
      },
    ]);
  });

  test('a marketplace that does not answer does not count as a failed check', async () => {
    for (const operation of ['token', 'listAccounts', 'getSubscription']) {
      world.service.isUnavailableNext(operation);
      await expect(verify()).rejects.toMatchObject({ kind: 'unreachable' });
    }
  });
});

type PushSettings = { endpoint?: string; email?: string | undefined; audience?: string };
/** Adds a pushed subscription, and returns its name as settings. */
function pushTo(given: PushSettings): Record<string, unknown> {
  const push = { endpoint: notificationUrl, email: seller.account.email, ...given };
  const { email, ...others } = push;
  const { name } = world.service.addSubscription(seller, {
    push: email === undefined ? others : { ...others, email },
  });
  return { pubsubSubscription: name };
}
const pushed = (given: PushSettings) => ({ ...pushTo(given), pushesNotifications: true });

/** Returns the verdict without the check of the topic, which also differs for another provider. */
function withoutTopic(verdict: Awaited<ReturnType<typeof verify>>) {
  const checks = verdict?.checks?.filter(({ name }) => name !== 'subscription') ?? [];
  return { verified: verdict?.verified ?? true, message: verdict?.message ?? '', checks };
}

test('the setup has the addresses to enter, and names every check that proves a step', () => {
  const { values, steps } = setupOf({
    externalId: 'x',
    landingUrl: 'https://tradepost.example/public/signup/MKC/orgId/org_one',
    notificationUrl,
  });
  expect(values.map(({ name, value }) => [name, value])).toEqual([
    ['landingUrl', 'https://tradepost.example/public/signup/MKC/orgId/org_one'],
    ['signupDomain', 'tradepost.example'],
    ['notificationUrl', notificationUrl],
  ]);
  for (const name of [
    'serviceAccountKey',
    'provider',
    'subscription',
    'privateOffers',
    'reportBucket',
    'usage …',
  ])
    expect(steps).toContain(`\`${name}`);
  expect(steps.match(/^Proof: /gm)).toHaveLength(6);
});
