import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyUsage } from '../src/metering/index.ts';
import { exportDatabase, importDatabase } from '../src/platform/transfer/index.ts';
import { entitlementsOf } from './entitlements.fixture.ts';
import { createTestDatabase, startTestApp, type TestApp, type TestOrganization } from './harness.ts';
import { usageOf } from './usage.fixture.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const hourMs = 3_600_000;
const info = { dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }], currency: 'USD' };

/** Creates the actions on one side of the transfer. */
function sideOf(app: TestApp, org: TestOrganization) {
  const sale = entitlementsOf(app, org);
  const usage = usageOf(app, org);
  const report = (entitlementId: string, id: string, gpu: number) =>
    sale.call('POST', `entitlement/${entitlementId}/usageRecordGroup`, { id, records: { gpu } });
  /** Advances to the next hour, but before the retry of a failed job in that hour. */
  const advance = async () => {
    const { time } = await sale.get('sandbox/clock');
    const next = Math.ceil((Date.parse(time) + 1) / hourMs) * hourMs + 1000;
    await sale.post('sandbox/clock', { to: new Date(next).toISOString() });
    await app.drainJobs();
  };
  const lines = async () =>
    (await usage.lines()).map(({ state, quantity }) => `${Number(quantity)} ${state}`).sort();
  const billed = async (agreementId: string): Promise<number[]> =>
    (await sale.get(`sandbox/usage?agreementId=${agreementId}`)).map(
      ({ quantity }: { quantity: number }) => quantity,
    );
  return { sale, usage, report, advance, lines, billed };
}

test('pending, in-flight and sent usage continues in the transferred database, exactly once and to the last unit', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-transfer-usage-'));
  const file = path.join(folder, 'all.tradepost');
  const target = await createTestDatabase();
  const source = await startTestApp();
  try {
    const org = await source.organization();
    const before = sideOf(source, org);
    const sold = await before.sale.accepted({ partner: 'MKB', info });
    const { id, externalID: agreementId } = sold;
    await before.report(id, 'one', 1);
    await before.advance();
    await before.sale.post('sandbox/fault', { partner: 'MKB', kind: 'LOSE_ANSWER' });
    await before.report(id, 'two', 2);
    await before.advance();
    expect(await before.lines()).toEqual(['1 ACCEPTED', '2 UNKNOWN']);
    // Creates the state after a process died while sending.
    await source.database.query(
      `UPDATE usage_line SET state = 'SENDING', due_time = NULL WHERE organization_id = $1 AND state = 'UNKNOWN'`,
      [org.id],
    );
    const first = await before.report(id, 'three', 4);
    await exportDatabase({ connectionString: source.database.connectionString, file, migrationsFolder });
    await importDatabase({ connectionString: target.connectionString, file, migrationsFolder });
    const app = await startTestApp({ database: target });
    try {
      const after = sideOf(app, { ...org, token: await app.token(org.client) });
      expect(await after.lines()).toEqual(['1 ACCEPTED', '2 SENDING']);
      // A call that the source acknowledged is recognized by its id at the target.
      const again = await after.report(id, 'three', 4);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect((await after.report(id, 'three', 5)).status).toBe(409);
      await after.advance();
      expect(await after.lines()).toEqual(['1 ACCEPTED', '2 ACCEPTED', '4 ACCEPTED']);
      expect(await after.billed(agreementId)).toEqual([1, 2, 4]);
      const { reportedAmount } = (await after.sale.terms(id))[0];
      expect(reportedAmount).toBe(14);
      expect(await after.usage.act(verifyUsage)).toEqual([]);
    } finally {
      await app.stop();
    }
  } finally {
    await source.stop();
    await target.drop().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
});
