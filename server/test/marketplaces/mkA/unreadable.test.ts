import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrganization } from '../../harness.ts';
import { sellerOf, unlimited } from './seller.fixture.ts';
import { type MkAWorld, startWorld } from './world.fixture.ts';

let world: MkAWorld;
let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

test('an unreadable message after an import raises an alert, is acknowledged, and delays no other message', async () => {
  const account = world.service.addSeller();
  account.addProduct();
  const { connect, integration } = sellerOf(app, org, world, account);
  await connect();
  app.expectAbnormalAlert((await integration.read()).body.id);
  const changes = (await integration.events()).map(({ change }) => change);
  expect(changes).toContain('IMPORT');

  for (const id of ['agmt-\0', 'agmt-1'])
    world.service.injectMessage(
      account.accountId,
      JSON.stringify({
        id: `event of ${id}`,
        source: 'aws.agreement-marketplace',
        detail: { agreement: { id } },
      }),
    );
  await app.database.query('UPDATE marketplace_queue SET due_at = now()');
  await app.app.puller.step();

  expect(world.service.messagesOf(account.accountId)).toEqual([]);
  const { rows } = await app.database.query('SELECT failures, last_error FROM marketplace_queue');
  expect(rows).toEqual([{ failures: 0, last_error: null }]);
  const [alert] = (await integration.events()).slice(-1);
  expect(alert).toMatchObject({ action: 'ABNORMAL_ALERT', payload: { partner: 'MKA' } });
});
