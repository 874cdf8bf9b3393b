import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { acquireCallLock } from '../../src/metering/run-request.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { usageLinesOf } from '../usage-lines.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
});

const hourMs = 3_600_000;
const info = { dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }], currency: 'USD' };
const now = async () => new Date((await sale.get('sandbox/clock')).time).getTime();
const advanceTo = async (time: number) => {
  await sale.post('sandbox/clock', { to: new Date(time).toISOString() });
  await app.drainJobs();
};
const remove = async () => {
  const path = `/org/${org.id}?confirm=Acme`;
  const { status, body } = await app.request('DELETE', path, { token: org.token });
  return status === 200 ? 200 : [status, body.code];
};
const refused = [409, 'organization_in_use'];
const lines = async () => (await usage.lines()).map(({ state, quantity }) => `${Number(quantity)} ${state}`);

/** Creates an entitlement that was active for an hour and then cancelled. */
const cancelled = async (partner: string) => {
  const { id, externalID } = await sale.accepted({ partner, info });
  await advanceTo((await now()) + hourMs);
  await sale.post(`sandbox/entitlement/${id}/cancel`);
  await app.drainJobs();
  return { id, externalID, at: (await now()) - hourMs / 2 };
};
const report = (id: string, at: number) =>
  sale.post(`entitlement/${id}/usageRecordGroup`, {
    records: { gpu: 3 },
    timestamp: new Date(at).toISOString(),
  });

test('an organization cannot be deleted while its usage waits for settlement or sending', async () => {
  const { id, at } = await cancelled('MKB');
  await sale.post('sandbox/fault', { partner: 'MKB', kind: 'RATE_LIMIT' });
  await report(id, at);
  expect(await remove()).toEqual(refused);
  await app.drainJobs();
  expect(await lines()).toEqual(['3 WAITING']);
  expect(await remove()).toEqual(refused);
  await advanceTo((await now()) + hourMs);
  expect(await lines()).toEqual(['3 ACCEPTED']);
  expect(await remove()).toBe(200);
});

test('an organization cannot be deleted while a line is held, until a person has resolved it', async () => {
  const by = usageLinesOf(app, org);
  const { id } = await by.order('MKD');
  await sale.post(`sandbox/entitlement/${id}/cancel`);
  await app.drainJobs();
  const { reportId } = await by.line(id, { partner: 'MKD' });
  await by.fault({ partner: 'MKD', kind: 'LOSE_ANSWER' });
  await by.send('MKD');
  expect(await lines()).toEqual(['3 UNKNOWN']);
  expect(await remove()).toEqual(refused);
  app.expectAbnormalAlert(reportId);
  await sale.post(`usageRecordReport/${reportId}/resolve`, { accepted: true });
  expect(await remove()).toBe(200);
});

test('a deletion waits for a call in progress; usage that arrives just after it is settled and sent', async () => {
  const { id, externalID, at } = await cancelled('MKB');
  const group = { entitlementId: id, at: new Date(at), records: { gpu: 3 } };
  let deleted: unknown;
  const removing = usage.act(async (scope) => {
    await scope.query(acquireCallLock(scope));
    const waiting = remove().then((answer) => {
      deleted = answer;
    });
    const waits = async () =>
      (
        await app.database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        )
      ).rows.length;
    await expect.poll(waits).toBe(1);
    expect(deleted).toBeUndefined();
    return [waiting];
  });
  await Promise.all(await removing);
  expect(deleted).toBe(200);
  await usage.report([group]);
  await usage.run();
  expect(await lines()).toEqual(['3 ACCEPTED']);
  expect(await usage.act(verifyUsage)).toEqual([]);
  const billed = await usage.rowsOf('sandbox_usage', 'id');
  expect(billed.map((row) => [row.agreement_id, Number(row.quantity)])).toEqual([[externalID, 3]]);
});
