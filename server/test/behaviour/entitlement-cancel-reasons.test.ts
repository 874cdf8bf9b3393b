import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await startTestApp();
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

test.each([
  ['MKB', { reasonCode: 'OTHER' }, '/reasonCode'],
  ['MKB', { description: 'It is over.' }, '/description'],
  [undefined, { reasonCode: 'OTHER' }, '/reasonCode'],
  ['MKA', { reasonCode: 'BECAUSE' }, '/reasonCode'],
])('a reason that %s does not support is a 400 and changes nothing: %j', async (partner, reason, pointer) => {
  const sold = partner ? await by.ordered(partner) : await by.direct();
  const refused = await by.call('POST', `entitlement/${sold.id}/cancel`, reason);
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toMatchObject([{ pointer }]);
  expect((await by.entitlement(sold.id)).status).toBe(sold.status);
});
