import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MarketplaceAdapter } from '../../../src/marketplaces/index.ts';
import { createMarketplaceA } from '../../../src/marketplaces/mkA/index.ts';
import { setupOf } from '../../../src/marketplaces/mkA/setup.ts';
import { contract, followed, type MkAWorld, newKey, startWorld } from './world.fixture.ts';

let world: MkAWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'let in',
    (error: { kind?: string }) => error.kind ?? 'broken',
  );
const verdictOf = (adapter: MarketplaceAdapter, settings: Record<string, unknown>, credentials = {}) =>
  adapter.verifyCredentials?.(
    { info: { mkAIntegration: settings }, credentials },
    AbortSignal.timeout(20_000),
  );

describe('access', () => {
  test('a role can be assumed only with the external id of its organization', async () => {
    const seller = world.newSeller('own');
    const { id } = seller.addProduct();
    expect(await seller.adapter.readProduct(id)).toMatchObject({ externalId: id });
    const thief = world.connect(seller, 'another-organization', {}, { organizationId: 'org_two' });
    expect(await kindOf(thief.readProduct(id))).toBe('unauthorized');
    expect(await kindOf(thief.listOffers?.() as Promise<unknown>)).toBe('unauthorized');
  });

  test('a session is reused and renewed shortly before it expires', async () => {
    const seller = world.newSeller('sessions');
    const { id } = seller.addProduct();
    const count = () => world.service.log.calls.filter(({ operation }) => operation === 'AssumeRole').length;
    const before = count();
    await Promise.all([1, 2, 3].map(() => seller.adapter.readProduct(id)));
    await seller.adapter.listProducts();
    expect(count()).toBe(before + 1);
  });

  test('an ended session is replaced within the same call', async () => {
    const seller = world.newSeller('ended');
    const { id } = seller.addProduct();
    await seller.adapter.readProduct(id);
    world.service.endSessions();
    expect(await seller.adapter.readProduct(id)).toMatchObject({ externalId: id });
  });

  test('a removed role is reported as unauthorized until it is restored', async () => {
    const seller = world.newSeller('revoked');
    const { id } = seller.addProduct();
    await seller.adapter.readProduct(id);
    world.service.revokeRole(seller.roleArn);
    expect(await kindOf(seller.adapter.readProduct(id))).toBe('unauthorized');
    expect(await kindOf(seller.adapter.createOffer(contract('ofr_1', id), newKey()))).toBe('unauthorized');
    world.service.restoreRole(seller.roleArn);
    expect(await kindOf(seller.adapter.readProduct(id))).toBe('let in');
  });

  test('a missing right is refused by its name; without any rights, the result is the same as without the role', async () => {
    const seller = world.newSeller('forbidden');
    const { id } = seller.addProduct();
    world.service.forbid(seller.roleArn, 'aws-marketplace:StartChangeSet');
    const error = await seller.adapter.createOffer(contract('ofr_1', id), newKey()).catch((thrown) => thrown);
    expect(error).toMatchObject({ kind: 'refused' });
    expect(error.readable).toContain('StartChangeSet');
    expect(error.readable).not.toMatch(/aws|amazon/i);
    world.service.forbid(seller.roleArn, 'aws-marketplace:ListEntities');
    expect(await kindOf(seller.adapter.createOffer(contract('ofr_1', id), newKey()))).toBe('unauthorized');
  });

  test('an installation without operator keys assumes no role, and works with a seller’s access key', async () => {
    const seller = world.newSeller('key');
    const { id } = seller.addProduct();
    const connector = createMarketplaceA({
      obtain: () => Promise.reject(new Error('none')),
      now: () => new Date(),
      endpoint: world.service.url,
    });
    const { accessKeyId, secretAccessKey } = seller;
    const connect = (info: Record<string, unknown>, credentials: Record<string, unknown>) =>
      connector.connect({
        organizationId: 'org_one',
        externalId: seller.externalId,
        settings: { info, credentials },
        takeRate: async () => {},
      });
    const byRole = connect({ mkAIntegration: { iamRoleArn: seller.roleArn } }, {});
    expect(await kindOf(byRole.readProduct(id))).toBe('unauthorized');
    const byKey = connect({}, { accessKeyId, secretAccessKey });
    expect(await byKey.readProduct(id)).toMatchObject({ externalId: id });
  });

  test.each([
    ['nothing', {}],
    ['an invalid role', { iamRoleArn: 'https://example.com/role' }],
    ['a role in the format of another partition', { iamRoleArn: 'arn:aws:iam::1:role/x' }],
  ])('settings with %s cause no call', async (_, settings) => {
    const seller = world.newSeller('settings');
    const calls = world.service.log.calls.length;
    const adapter = world.connect(seller, seller.externalId, { iamRoleArn: undefined, ...settings });
    expect(await kindOf(adapter.listProducts())).toBe('unauthorized');
    expect(world.service.log.calls.length).toBe(calls);
  });
});

describe('addresses that a seller enters', () => {
  test.each([
    'http://127.0.0.1:1/123456789012/queue',
    'https://sqs.us-east-1.amazonaws.com/123456789012/queue',
    'arn:aws:sqs:us-east-1.evil.example:123456789012:queue',
    'arn:aws:sqs:us-east-1:123456789012:queue/../../x',
    'arn:aws:sqs:us-east-1:123456789012:queue?x=@evil.example',
    'arn:aws:sqs::123456789012:queue',
  ])('a text that is not the resource name of a queue is refused: %s', async (queueArn) => {
    const seller = world.newSeller('queue');
    const calls = world.service.log.calls.length;
    const adapter = world.connect(seller, seller.externalId, { queueArn });
    expect(await kindOf(adapter.pullNotifications?.(AbortSignal.timeout(5000)) as Promise<unknown>)).toBe(
      'unauthorized',
    );
    const verdict = await verdictOf(adapter, { iamRoleArn: seller.roleArn, queueArn });
    expect(verdict).toMatchObject({ verified: false, checks: [{ name: 'queueArn', passed: false }] });
    expect(world.service.log.calls.length).toBe(calls);
  });

  test('a queue of another account is not called', async () => {
    const [seller, other] = [world.newSeller('one'), world.newSeller('other')];
    const queueArn = `arn:aws:sqs:us-east-1:${other.accountId}:events`;
    const adapter = world.connect(seller, seller.externalId, { queueArn });
    expect(await kindOf(adapter.pullNotifications?.(AbortSignal.timeout(5000)) as Promise<unknown>)).toBe(
      'unauthorized',
    );
  });

  test.each(['evil.example/x', 'UPPER', 'a.b.c', '../x', 'x'])(
    'an invalid bucket name is refused: %s',
    async (bucketName) => {
      const seller = world.newSeller('bucket');
      const verdict = await verdictOf(seller.adapter, { iamRoleArn: seller.roleArn, bucketName });
      expect(verdict?.checks).toContainEqual(expect.objectContaining({ name: 'bucketName', passed: false }));
    },
  );
});

describe('license agreements of the seller', () => {
  const url = 'https://seller.example/eula.pdf';
  test("license agreements are stored in the seller's bucket, where the marketplace reads them", async () => {
    const name = 'documents';
    const first = world.newSeller(name);
    const adapter = world.connect(first, first.externalId, { bucketName: first.bucket });
    const { id } = first.addProduct();
    world.documents.set(url, { content: Buffer.from('%PDF-1.7 agreement'), contentType: 'application/pdf' });
    const own = contract('ofr_1', id, {
      info: { ...contract('', id).info, eulaType: 'CUSTOM', eulaUrl: url },
    });
    expect(await followed(world.service, adapter, await adapter.createOffer(own, newKey()))).toMatchObject({
      state: 'DONE',
    });
    const [key] = world.service.documents.keysIn(first.bucket);
    expect(key).toMatch(/^tradepost\/license-agreements\/[0-9a-f]{64}\.pdf$/);
    expect(world.service.documents.read(first.bucket, key as string)?.toString()).toBe('%PDF-1.7 agreement');
  });

  test('license agreements need a bucket that belongs to the seller', async () => {
    const [seller, other] = [world.newSeller('none'), world.newSeller('theirs')];
    const { id } = seller.addProduct();
    const info = { ...contract('', id).info, eulaType: 'CUSTOM', eulaUrl: url };
    const own = contract('ofr_1', id, { info });
    world.documents.set(url, { content: Buffer.from('x'), contentType: 'text/plain' });
    expect(await kindOf(seller.adapter.createOffer(own, newKey()))).toBe('refused');
    for (const bucketName of [other.bucket, 'nobodys-bucket']) {
      const adapter = world.connect(seller, seller.externalId, { bucketName });
      expect(await kindOf(adapter.createOffer(own, newKey()))).toBe('refused');
    }
  });
});

test('no error contains a secret, whatever fails', async () => {
  const seller = world.newSeller('canary', {});
  const { id } = seller.addProduct();
  const canary = 'canary0secret0canary0secret0canary0secre';
  const errors: unknown[] = [];
  const collect = (call: Promise<unknown> | undefined) => call?.catch((error: unknown) => errors.push(error));
  const byKey = world.connector.connect({
    organizationId: 'org_one',
    externalId: 'canary-external-id',
    settings: { info: {}, credentials: { accessKeyId: 'AKIACANARYCANARYCANA', secretAccessKey: canary } },
    takeRate: async () => {},
  });
  await collect(byKey.listProducts());
  await collect(byKey.createOffer(contract('ofr_1', id), newKey()));
  await collect(seller.adapter.readProduct(id));
  for (const code of ['SignatureDoesNotMatch', 'InvalidSignatureException', 'AccessDeniedException'])
    for (const message of [`Authorization: ${canary}`, `x-amz-security-token:${canary}`]) {
      world.service.failNext('DescribeEntity', {
        code,
        status: 403,
        message: `${message} is not authorized to perform`,
      });
      await collect(seller.adapter.readProduct(id));
    }
  expect(errors.length).toBeGreaterThan(6);
  const seen = (error: unknown): string =>
    error instanceof Error
      ? [error.message, error.stack, JSON.stringify(error), seen(error.cause)].join('\n')
      : String(error);
  for (const error of errors) expect(seen(error)).not.toContain(canary);
});

test('the setup shows what the seller enters: our principal, and an external id that cannot be chosen', async () => {
  const facts = { externalId: 'made-by-us', landingUrl: 'https://we.example/signup', notificationUrl: '' };
  const { values, steps } = world.connector.setup(facts);
  const shownAs = (name: string) => values.find((one) => one.name === name)?.value ?? '';
  expect(shownAs('externalId')).toBe('made-by-us');
  expect(shownAs('landingUrl')).toBe('https://we.example/signup');
  expect(JSON.parse(shownAs('trustPolicy'))).toMatchObject({
    Statement: [
      {
        Principal: { AWS: shownAs('principal') },
        Condition: { StringEquals: { 'sts:ExternalId': 'made-by-us' } },
      },
    ],
  });
  expect(values.filter(({ problem }) => problem)).toEqual([]);
  // Each action that the adapter calls must be in the permission policy.
  const used = new Set(world.service.log.calls.map(({ operation }) => operation));
  const policy = shownAs('permissionPolicy');
  for (const operation of used)
    if (!/AssumeRole|GetCallerIdentity|HeadBucket/.test(operation))
      expect(policy, operation).toContain(operation.replace('DeleteMessageBatch', 'DeleteMessage'));
  for (const name of [
    'externalId',
    'principal',
    'trustPolicy',
    'permissionPolicy',
    'eventPattern',
    'landingUrl',
  ])
    expect(steps).toContain(`\`${name}\``);
});

test('the setup of an installation without operator keys names the values that are missing', () => {
  const facts = { externalId: 'made-by-us', landingUrl: 'https://we.example/signup', notificationUrl: '' };
  const { values } = setupOf(facts, undefined);
  const unusable = values.filter(({ problem }) => problem !== undefined);
  expect(unusable.map(({ name }) => name)).toEqual(['trustPolicy', 'principal']);
  expect(unusable[1]?.value).toBeUndefined();
  expect(unusable[0]?.value).toContain('ARN-OF-THE-PRINCIPAL');
});
