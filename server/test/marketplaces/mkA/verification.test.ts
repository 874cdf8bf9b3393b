import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MkAWorld, type Seller, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('verification');
});
afterAll(() => world.stop());

describe('verification', () => {
  const verify = (settings: Record<string, unknown> = {}, by = seller) =>
    by.adapter.verifyCredentials?.(
      { info: { mkAIntegration: { iamRoleArn: by.roleArn, ...settings } }, credentials: {} },
      AbortSignal.timeout(20_000),
    );

  test('tries each thing by itself, and names the account', async () => {
    const { queueArn, bucket } = seller;
    const verdict = await verify({ queueArn, bucketName: bucket });
    expect(verdict).toMatchObject({ verified: true, account: seller.accountId });
    expect(verdict?.checks?.map(({ name }) => name)).toEqual([
      'assumeRole',
      'externalId',
      'catalog',
      'agreements',
      'purchases',
      'entitlements',
      'queue',
      'bucket',
    ]);
  });

  test('changes nothing', async () => {
    const before = world.service.log.calls.length;
    await verify({ queueArn: seller.queueArn, bucketName: seller.bucket });
    const operations = world.service.log.calls.slice(before).map(({ operation }) => operation);
    expect(operations.filter((name) => /Start|Put|Batch|Send|Delete|Receive/.test(name))).toEqual([]);
  });

  test.each([
    ['catalog', 'aws-marketplace:ListEntities'],
    ['agreements', 'aws-marketplace:SearchAgreements'],
    ['purchases', 'aws-marketplace:ResolveCustomer'],
    ['entitlements', 'aws-marketplace:GetEntitlements'],
    ['queue', 'sqs:GetQueueAttributes'],
  ])('says which right is missing: %s', async (name, right) => {
    const poor = world.newSeller(`without ${name}`);
    world.service.forbid(poor.roleArn, right);
    const verdict = await verify({ queueArn: poor.queueArn }, poor);
    expect(verdict?.verified).toBe(false);
    const failed = verdict?.checks?.filter(({ passed }) => !passed);
    expect(failed).toEqual([{ name, passed: false, message: expect.any(String) }]);
    expect(JSON.stringify(verdict)).not.toMatch(/aws|amazon/i);
  });

  test.each<[name: string, value: unknown]>([
    ['region', 7],
    ['queueArn', ['arn:aws:sqs:us-east-1:111122223333:events']],
    ['bucketName', { name: 'bucket' }],
    ['bucketRegion', false],
    ['usageByProductCode', 'true'],
  ])('does not take a setting for absent that is of another type: %s', async (name, value) => {
    expect(await verify({ [name]: value })).toMatchObject({
      verified: false,
      checks: [{ name, passed: false, message: expect.stringContaining(name) }],
    });
    expect((await verify({ [name]: null }))?.verified).toBe(true);
  });

  test.each(['queueARN', 'queue_arn', 'QueueArn'])(
    'does not take a setting for absent that is written %s',
    async (name) => {
      expect(await verify({ [name]: seller.queueArn })).toMatchObject({
        verified: false,
        checks: [{ name, passed: false, message: expect.stringContaining('queueArn') }],
      });
      expect((await verify({ note: 'of our own' }))?.verified).toBe(true);
    },
  );

  test('fails where a role lets in whoever names it', async () => {
    const open = world.newSeller('open');
    world.service.trust(open.roleArn, { externalId: undefined });
    const verdict = await verify({}, open);
    expect(verdict?.verified).toBe(false);
    expect(verdict?.checks?.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['externalId']);
  });

  test('fails where the role is not there, or another external id is asked for', async () => {
    const [gone, other] = [world.newSeller('gone'), world.newSeller('mistaken')];
    world.service.revokeRole(gone.roleArn);
    world.service.trust(other.roleArn, { externalId: 'something-else' });
    for (const by of [gone, other])
      expect(await verify({}, by)).toMatchObject({
        verified: false,
        checks: [{ name: 'assumeRole', passed: false }],
      });
  });

  test('says nothing of the settings where the marketplace is not reached', async () => {
    const away = world.newSeller('away');
    world.service.failNext('ListEntities', { code: 'ServiceUnavailable', status: 503, message: 'later' });
    await expect(verify({}, away)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
