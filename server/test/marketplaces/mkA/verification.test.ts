import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rights } from '../../../src/marketplaces/mkA/rights.ts';
import { permissionPolicy } from '../../../src/marketplaces/mkA/setup.ts';
import { type MkAWorld, type Seller, startWorld } from './world.fixture.ts';

const nameOf = (action: string) => `${action.slice(0, 1).toLowerCase()}${action.slice(1)}`;

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

  test('verification tests each resource separately, and names the account', async () => {
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
      'dataFeed',
      ...rights.map(({ action }) => nameOf(action)),
    ]);
    expect(verdict?.checks?.every(({ passed }) => passed)).toBe(true);
  });

  test.each(rights.map(({ action, features }) => [action, features]))(
    'a missing right %s is named with the features that need it and the fix; the integration stays verified',
    async (action, features) => {
      const poor = world.newSeller(`without ${action}`);
      world.service.forbid(poor.roleArn, `aws-marketplace:${action}`);
      const verdict = await verify({}, poor);
      expect(verdict).toMatchObject({ verified: true });
      expect(verdict).not.toHaveProperty('message');
      const failed = verdict?.checks?.filter(({ passed }) => !passed) ?? [];
      expect(failed).toEqual([
        {
          name: nameOf(action),
          passed: false,
          message: expect.stringContaining(`The role lacks the right ${action}`),
        },
      ]);
      expect(failed[0]?.message).toContain(features);
      expect(failed[0]?.message).toContain('permissionPolicy');
      expect(JSON.stringify(verdict)).not.toMatch(/aws|amazon/i);
    },
  );

  test('verification tests every right of the setup, except those that cannot be tested without an effect', () => {
    const Action = permissionPolicy.Statement[0]?.Action ?? [];
    const ofServices = ['ListEntities', 'SearchAgreements', 'ResolveCustomer', 'GetEntitlements'];
    const untried = ['StartChangeSet', 'BatchMeterUsage'];
    expect(Action.map((action) => action.split(':')[1]).sort()).toEqual(
      [...rights.map(({ action }) => action), ...ofServices, ...untried].sort(),
    );
  });

  test('verification skips a right whose call the marketplace throttles', async () => {
    const busy = world.newSeller('busy');
    world.service.throttleNext('GetBillingAdjustmentRequest', { retryAfterS: 3 });
    const verdict = await verify({}, busy);
    expect(verdict?.verified).toBe(true);
    expect(verdict?.checks?.map(({ name }) => name)).not.toContain('getBillingAdjustmentRequest');
  });

  test('verification without a data feed passes, with a note that fees and payouts are not read', async () => {
    const verdict = await verify();
    expect(verdict).toMatchObject({ verified: true });
    expect(verdict?.checks?.find(({ name }) => name === 'dataFeed')).toEqual({
      name: 'dataFeed',
      passed: true,
      message: expect.stringMatching(/Fees and payouts are not read.*dataFeedBucketName/),
    });
  });

  test('verification lists the data feed and reads the beginning of a file', async () => {
    const { bucket, ...by } = world.newSeller('feed');
    const feed = { dataFeedBucketName: bucket, dataFeedPrefix: 'billing_event_v1/' };
    const dataFeed = async () => {
      const verdict = await verify(feed, { ...by, bucket });
      return verdict?.checks?.find(({ name }) => name === 'dataFeed');
    };
    world.service.dataFeed.setUp(by.accountId, bucket);
    expect(await dataFeed()).toMatchObject({ passed: true, message: expect.stringContaining('No file') });
    world.service.dataFeed.add(by.accountId, []);
    expect(await dataFeed()).toEqual({ name: 'dataFeed', passed: true });
    for (const right of ['s3:GetObject', 's3:ListBucket']) {
      world.service.forbid(by.roleArn, right);
      expect(await dataFeed()).toMatchObject({ passed: false, message: expect.stringContaining(right) });
      world.service.allow(by.roleArn, right);
    }
    // Verification does not depend on the feed, because sales do not need the feed.
    expect(await verify({ ...feed, dataFeedBucketName: 'no-such-bucket' })).toMatchObject({
      verified: true,
      checks: expect.arrayContaining([
        { name: 'dataFeed', passed: false, message: expect.stringContaining('bucket does not exist') },
      ]),
    });
  });

  test.each([
    ['dataFeedBucketName', { dataFeedBucketName: 'Not A Bucket' }],
    ['dataFeedBucketName', { dataFeedPrefix: 'billing/' }],
    ['dataFeedBucketRegion', { dataFeedBucketName: 'bucket', dataFeedBucketRegion: 'nowhere' }],
    ['dataFeedPrefix', { dataFeedBucketName: 'bucket', dataFeedPrefix: '/billing' }],
    ['dataFeedPrefix', { dataFeedBucketName: 'bucket', dataFeedPrefix: 'a<b' }],
  ])('verification names the invalid setting of the data feed: %s', async (name, settings) => {
    expect(await verify(settings)).toMatchObject({ verified: false, checks: [{ name, passed: false }] });
  });

  test('verification changes nothing', async () => {
    const kept = () => [
      world.service.changeSets().length,
      world.service.cancellations().length,
      world.service.adjustments().length,
      world.service.messagesOf(seller.accountId).length,
    ];
    const counted = kept();
    const before = world.service.log.calls.length;
    await verify({ queueArn: seller.queueArn, bucketName: seller.bucket });
    expect(kept()).toEqual(counted);
    // Calls that could have an effect use a nonexistent agreement id.
    const changing = world.service.log.calls
      .slice(before)
      .filter(({ operation }) =>
        /^(?:Start|Put|Send|Cancel|BatchCreate|BatchMeter|Delete|Receive)/.test(operation),
      );
    for (const { operation, input } of changing) {
      expect(operation).toMatch(
        /^(?:Send|Cancel)AgreementCancellationRequest$|^BatchCreateBillingAdjustmentRequest$/,
      );
      expect(JSON.stringify(input)).toContain('"agreementId":"verification"');
    }
  });

  test.each([
    ['catalog', 'aws-marketplace:ListEntities'],
    ['agreements', 'aws-marketplace:SearchAgreements'],
    ['purchases', 'aws-marketplace:ResolveCustomer'],
    ['entitlements', 'aws-marketplace:GetEntitlements'],
    ['queue', 'sqs:GetQueueAttributes'],
  ])('verification names the missing right: %s', async (name, right) => {
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
    ['dataFeedPrefix', 1],
    ['usageByProductCode', 'true'],
  ])('a setting of the wrong type does not count as absent: %s', async (name, value) => {
    expect(await verify({ [name]: value })).toMatchObject({
      verified: false,
      checks: [{ name, passed: false, message: expect.stringContaining(name) }],
    });
    expect((await verify({ [name]: null }))?.verified).toBe(true);
  });

  test.each(['queueARN', 'queue_arn', 'QueueArn'])(
    'a misspelled setting does not count as absent: %s',
    async (name) => {
      expect(await verify({ [name]: seller.queueArn })).toMatchObject({
        verified: false,
        checks: [{ name, passed: false, message: expect.stringContaining('queueArn') }],
      });
      expect((await verify({ note: 'of our own' }))?.verified).toBe(true);
    },
  );

  test('verification fails when the role can be assumed with any external id', async () => {
    const open = world.newSeller('open');
    world.service.trust(open.roleArn, { externalId: undefined });
    const verdict = await verify({}, open);
    expect(verdict?.verified).toBe(false);
    expect(verdict?.checks?.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['externalId']);
  });

  test('verification fails when the role is missing, or requires another external id', async () => {
    const [gone, other] = [world.newSeller('gone'), world.newSeller('mistaken')];
    world.service.revokeRole(gone.roleArn);
    world.service.trust(other.roleArn, { externalId: 'something-else' });
    for (const by of [gone, other])
      expect(await verify({}, by)).toMatchObject({
        verified: false,
        checks: [{ name: 'assumeRole', passed: false }],
      });
  });

  test('verification reports no setting as wrong when the marketplace is unreachable', async () => {
    const away = world.newSeller('away');
    world.service.failNext('ListEntities', { code: 'ServiceUnavailable', status: 503, message: 'later' });
    await expect(verify({}, away)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
