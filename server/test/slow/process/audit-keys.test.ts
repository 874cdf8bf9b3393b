import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, testMasterKey } from '../../harness.ts';
import { cleanUp, command } from '../../process/program.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.organization();
  await app.dispatchEvents();
});
afterAll(async () => {
  await cleanUp();
  await app?.stop();
});

test('after the replacement of MASTER_KEY by the operations page, verification of the audit trail succeeds', async () => {
  const newKey = 'ab'.repeat(32);
  const DATABASE_URL = app.database.connectionString;
  const both = { DATABASE_URL, MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: testMasterKey };
  expect(await command(both, 'secrets', 'rotate')).toMatchObject({ code: 0 });
  const verified = await command({ DATABASE_URL, MASTER_KEY: newKey }, 'audit', 'verify');
  expect([verified.code, verified.stdout()]).toEqual([0, expect.stringContaining('no problems found')]);
});
