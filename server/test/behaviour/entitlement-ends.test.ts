import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
// Advancing the clock affects every sale of an organization, so each test has its own organization.
beforeEach(async () => {
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

const month = { key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' };
const types = async (id: string) =>
  (await by.terms(id)).map(({ info }: { info: { type: string } }) => info.type);

describe('R42 a direct sale', () => {
  test('ends at its time by the organization’s clock, and a repeated job changes nothing', async () => {
    const { id, endTime } = await by.direct({ info: { commits: [month] } });
    await by.advance(27 * day);
    expect((await by.entitlement(id)).status).toBe('ACTIVE');
    await by.advance(4 * day);
    expect(await by.entitlement(id)).toMatchObject({ status: 'CANCELLED', endTime });
    expect(await by.actions(id)).toEqual(['CREATE', 'TERMINATE']);
    await app.database.query(
      `UPDATE job SET finished_at = NULL, lease_until = NULL, ready_at = now() WHERE payload ->> 'entitlementId' = $1`,
      [id],
    );
    await app.drainJobs();
    expect(await by.actions(id)).toEqual(['CREATE', 'TERMINATE']);
    expect(await types(id)).toEqual(['Signup']);
  });

  test('with autoRenew begins a term of the same duration and prices at each end', async () => {
    const payment = { amount: 90, credit: 5, chargeOn: '2030-01-15' };
    const info = { autoRenew: true, commits: [month], paymentInstallments: [payment] };
    const sold = await by.direct({ info });
    await by.advance(63 * day);
    const terms = await by.terms(sold.id);
    expect(await types(sold.id)).toEqual(['Signup', 'AutoRenew', 'AutoRenew']);
    for (const [index, term] of terms.entries()) {
      expect(term).toMatchObject({ commitAmount: 90, creditAmount: 5, usedCommitAmount: 0 });
      if (index > 0) expect(term.startTime).toBe(terms[index - 1].endTime);
    }
    expect(terms[1].entitlementInfo.paymentInstallments).toEqual([
      { ...payment, chargeOn: '2030-02-15T00:00:00.000Z' },
    ]);
    const now = await by.entitlement(sold.id);
    expect(now).toMatchObject({
      status: 'ACTIVE',
      startTime: sold.startTime,
      endTime: terms[2].endTime,
      entitlementTermID: terms[2].id,
    });
    expect(await by.events(sold.id)).toEqual(['CREATE', 'UPDATE RENEW', 'UPDATE RENEW']);
    expect(await by.actions(terms[1].id)).toEqual(['CREATE']);
  });

  test('of less than a day is not renewed: the renewals would never end', async () => {
    const offer = await by.post('offer', { name: 'Moment', info: { autoRenew: true } });
    const { creationTime } = offer;
    const soon = (ms: number) => new Date(Date.parse(creationTime) + ms).toISOString();
    const { id } = await by.post('entitlement', {
      offerId: offer.id,
      buyerId: await by.buyer('Hasty AG'),
      startDate: soon(3_600_000),
      endDate: soon(3_600_001),
    });
    await by.advance(day);
    expect(await types(id)).toEqual(['Signup']);
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
  });

  test('that is to be cancelled at its end is not renewed', async () => {
    const { id } = await by.direct({ info: { autoRenew: true, commits: [month] } });
    await by.post(`entitlement/${id}/scheduleCancellation`, { type: 'EndOfTerm' });
    await by.advance(32 * day);
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
    expect(await types(id)).toEqual(['Signup']);
    expect((await by.actions(id)).at(-1)).toBe('CANCEL');
  });

  test('that was cancelled before its end stays cancelled, and a sale without an end continues', async () => {
    const cut = await by.direct({ info: { autoRenew: true, commits: [month] } });
    const open = await by.direct({ info: { autoRenew: true, commits: [{ key: 'fee', rate: 1 }] } });
    await by.post(`entitlement/${cut.id}/cancel`);
    await by.advance(400 * day);
    expect(await by.actions(cut.id)).toEqual(['CREATE', 'CANCEL']);
    expect((await by.entitlement(open.id)).status).toBe('ACTIVE');
    expect(await types(open.id)).toEqual(['Signup']);
  });

  test('ends without having started, or starts before it ends, after a pause of the program', async () => {
    const offer = await by.post('offer', { name: 'Later', info: { commits: [month] } });
    const buyerId = await by.buyer('Late AG');
    const clock = Date.parse((await by.post('offer', { name: 'Clock' })).creationTime);
    const startDate = new Date(clock + 5 * day).toISOString();
    const { id } = await by.post('entitlement', { offerId: offer.id, buyerId, startDate });
    await by.advance(60 * day);
    expect((await by.actions(id)).at(-1)).toBe('TERMINATE');
  });
});

describe.each(['MKA', 'MKB', 'MKC', 'MKE', 'MKF'])('R40 on %s', (partner) => {
  const offer = (autoRenew: boolean) => ({
    partner,
    info: { mkCDuration: 12, commits: [{ ...month, length: 12 }], autoRenew },
  });

  test('R42 a sale ends at its end, another renews automatically, and each is reported once', async () => {
    const [ending, renewing] = [await by.accepted(offer(false)), await by.accepted(offer(true))];
    await by.advance(367 * day);
    expect(await by.entitlement(ending.id)).toMatchObject({ status: 'CANCELLED', endTime: ending.endTime });
    expect(await types(ending.id)).toEqual(['Signup']);
    expect((await by.actions(ending.id)).filter((action) => action !== 'UPDATE')).toEqual([
      'CREATE',
      'TERMINATE',
    ]);
    expect(await types(renewing.id)).toEqual(['Signup', 'AutoRenew']);
    const [first, second] = await by.terms(renewing.id);
    expect(second).toMatchObject({ startTime: renewing.endTime, commitAmount: first.commitAmount });
    expect(await by.entitlement(renewing.id)).toMatchObject({ status: 'ACTIVE', endTime: second.endTime });
    const count = (await by.actions(renewing.id)).length;
    await by.post(`entitlement/${renewing.id}/sync`);
    await app.drainJobs();
    expect((await by.actions(renewing.id)).length).toBe(count);
  });
});

test('R33 a renewal whose notification was lost is found by a synchronization', async () => {
  const info = { autoRenew: true, commits: [month] };
  const sold = await by.accepted({ partner: 'MKA', info });
  await app.database.query(
    `UPDATE job SET ready_at = 'infinity', due_at = 'infinity' WHERE kind IN ('entitlements.end', 'entitlements.reconcile')
       AND finished_at IS NULL`,
  );
  await app.database.query(
    `UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1`,
    [org.id, 63 * day],
  );
  for (let step = 0; step < 400 && (await app.app.worker.step()) > 0; step++)
    await app.database.query(`DELETE FROM job WHERE kind = 'sandbox.notify' AND finished_at IS NULL`);
  await app.drainJobs();
  expect(await types(sold.id)).toEqual(['Signup']);
  await by.post(`entitlement/${sold.id}/sync`);
  await app.drainJobs();
  expect(await types(sold.id)).toEqual(['Signup', 'AutoRenew', 'AutoRenew']);
});
