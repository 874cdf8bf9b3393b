import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('an offer in creation while another account is connected does not fail: a person resolves its outcome', async () => {
  const org = await app.organization({ environment: 'PROD' });
  const account = world.service.addSeller();
  account.addProduct();
  const { connect, offer, integration, call, pass, externalId } = sellerOf(app, org, world, account);
  const { id } = await offer('Under way', await connect());
  await app.drainJobs();
  app.expectAbnormalAlert(id);

  const other = world.service.addSeller();
  world.service.trust(other.roleArn, { externalId: await externalId() });
  const enter = async ({ roleArn: iamRoleArn, queueArn }: typeof account) => {
    await integration.change({ info: { mkAIntegration: { iamRoleArn, queueArn } } });
    expect((await integration.verify()).body).toBe(true);
  };
  await enter(other);
  await pass(600_000, other);
  const lost = await call('GET', `offer/${id}`);
  expect(lost).toMatchObject({
    status: 'PENDING_CREATE',
    metaInfo: { errorMessages: ['CHANGE_NOT_FOUND'] },
  });

  await enter(account);
  const [made] = world.service.offersOf(account.accountId).filter(({ name }) => name === 'Under way');
  await call('POST', `offer/${id}/resolveCreation`, { externalID: made?.id });
  await pass(60_000);
  expect(await call('GET', `offer/${id}`)).toMatchObject({
    status: 'PENDING_ACCEPTANCE',
    externalID: made?.id,
  });
});
