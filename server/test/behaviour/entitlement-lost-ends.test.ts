import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization({ at: '2031-05-12T10:20:00Z' }));
});
afterAll(() => app.stop());

const advance = async (length: string) => {
  await by.post('sandbox/clock', { advance: length });
  await app.drainJobs();
};
/** Ends the agreement as its buyer; the marketplace’s notification of the end is lost. */
const endUnseen = async (id: string, partner: string) => {
  await by.post('sandbox/fault', { partner, kind: 'LOSE_NOTIFICATION', count: 3 });
  await by.post(`sandbox/entitlement/${id}/cancel`);
  await app.drainJobs();
  expect((await by.entitlement(id)).status).toBe('ACTIVE');
};

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'an agreement at %s that ended while its notification was lost is found to have ended within a day',
  async (partner) => {
    const { id } = await by.ordered(partner);
    // The clock is advanced first, because the interval between reads of an agreement grows over time.
    await advance('P20D');
    await endUnseen(id, partner);
    await advance('PT25H');
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
  },
);

test('agreements are read a few times only when the clock is advanced by a year in one step', async () => {
  const { organizationID } = await by.ordered('MKE');
  await advance('P1Y');
  const { rows } = await app.database.query(
    `SELECT count(*)::int AS read FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe'`,
    [organizationID],
  );
  expect(rows[0].read).toBeLessThan(25);
});

test('usage that is refused because the agreement is over triggers a new reading of the agreement', async () => {
  const { id } = await by.accepted({ partner: 'MKB', info: { dimensions: [{ key: 'gpu', rate: 1 }] } });
  await endUnseen(id, 'MKB');
  await advance('PT3H');
  expect((await by.entitlement(id)).status).toBe('ACTIVE');
  const group = await by.post(`entitlement/${id}/usageRecordGroup`, { records: { gpu: 1 } });
  await advance('PT2H');
  expect((await by.entitlement(id)).status).toBe('CANCELLED');
  const { status, reason, usageRecordReportID } = await by.get(`usageRecordGroup/${group.id}`);
  app.expectAbnormalAlert(usageRecordReportID);
  expect([status, reason]).toEqual(['REPORT_FAILED', expect.stringContaining('agreement')]);
});
