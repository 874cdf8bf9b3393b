import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterEach(() => app.database.query('DELETE FROM sandbox_fault'));
afterAll(() => app.stop());

const fault = (body: object) => by.post('sandbox/fault', body);
/** Retries without waiting for the wall clock. */
const persist = async () => {
  for (let round = 0; round < 12; round++) {
    await app.drainJobs();
    await app.database.query(
      `UPDATE job SET ready_at = now() WHERE organization_id = $1 AND finished_at IS NULL AND clock = 'wall'`,
      [org.id],
    );
  }
};
let offers = 0;
const offer = async (partner = 'MKA', more: object = {}) =>
  (await by.post('offer', { name: `Faulty ${++offers}`, partner, ...more })).id as string;
const madeAtMarketplace = async (id: string) => {
  const { rows } = await app.database.query(
    'SELECT count(*)::int AS made FROM sandbox_offer WHERE creation_key = $1',
    [id],
  );
  return rows[0].made;
};
const entitlementsFor = (id: string) => by.get(`entitlement?offerId=${id}`);

describe('a fault', () => {
  test('is created, listed, counted down and removed', async () => {
    const made = await fault({ partner: 'mke', kind: 'FAIL_CREATE', count: 2, cause: 'BUYER' });
    expect(made).toMatchObject({
      partner: 'MKE',
      kind: 'FAIL_CREATE',
      count: 2,
      remaining: 2,
      permanent: true,
    });
    const [elsewhere, first] = [await offer('MKA'), await offer('MKE')];
    await app.drainJobs();
    expect((await by.get(`offer/${elsewhere}`)).status).toBe('PENDING_ACCEPTANCE');
    expect(await by.get(`offer/${first}`)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['BUYER'] },
    });
    expect(await by.get('sandbox/fault')).toEqual([{ ...made, remaining: 1 }]);
    expect((await by.call('DELETE', `sandbox/fault/${made.id}`)).body).toEqual({ ...made, remaining: 1 });
    expect((await by.call('DELETE', `sandbox/fault/${made.id}`)).body.code).toBe('sandbox_fault_not_found');
    const good = await offer('MKE');
    await app.drainJobs();
    expect((await by.get(`offer/${good}`)).status).toBe('PENDING_ACCEPTANCE');
  });

  test.each([
    ['/kind', {}],
    ['/kind', { kind: 'BOOM' }],
    ['/partner', { kind: 'RATE_LIMIT', partner: 'CRMA' }],
    ['/count', { kind: 'RATE_LIMIT', count: 0 }],
    ['/delay', { kind: 'DELAY_NOTIFICATION', delay: 'soon' }],
    ['/delay', { kind: 'DELAY_NOTIFICATION', delay: 'P2Y' }],
  ])('is refused for %s of %j', async (pointer, body) => {
    const reply = await by.call('POST', 'sandbox/fault', body);
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
  });

  test('exists in TEST organizations only', async () => {
    const prod = await app.organization({ environment: 'PROD' });
    const path = `/org/${prod.id}/sandbox/fault`;
    for (const [method, address, body] of [
      ['GET', path, undefined],
      ['POST', path, { kind: 'RATE_LIMIT' }],
      ['DELETE', `${path}/sbf_none`, undefined],
    ] as const) {
      const reply = await app.request(method, address, { token: prod.token, body });
      expect([reply.status, reply.body.code]).toEqual([409, 'not_a_test_organization']);
    }
  });

  test('occurs the requested number of times, also with many simultaneous calls', async () => {
    await fault({ kind: 'FAIL_CREATE', partner: 'MKF', count: 3 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => offer('MKF')));
    await Promise.all(Array.from({ length: 4 }, () => app.drainJobs()));
    const statuses = await Promise.all(ids.map(async (id) => (await by.get(`offer/${id}`)).status));
    expect(statuses.filter((status) => status === 'CREATE_FAILED')).toHaveLength(3);
  });
});

describe.each(['MKA', 'MKB', 'MKC'])(
  'R26 on %s every effect happens once, and no effect is lost',
  (partner) => {
    const info = { mkCDuration: 12 };

    test.each([
      ['failures that pass', { kind: 'FAIL_CREATE', permanent: false, cause: 'BUSY', count: 2 }],
      ['answers that are lost', { kind: 'LOSE_ANSWER', count: 2 }],
      ['calls that are turned away', { kind: 'RATE_LIMIT', count: 4 }],
    ])('by %s', async (_, body) => {
      await fault({ partner, ...body });
      const id = await offer(partner, { info });
      await persist();
      expect((await by.get(`offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
      expect(await madeAtMarketplace(id)).toBe(1);
      expect((await by.actions(id)).filter((action) => action === 'PENDING_ACCEPTANCE')).toHaveLength(1);
      const used: { remaining: number }[] = await by.get('sandbox/fault');
      expect(used[0]?.remaining).toBeLessThan(2);
    });

    test('R40 with notifications that arrive twice, late, or in another order', async () => {
      for (const kind of ['DUPLICATE_NOTIFICATION', 'DELAY_NOTIFICATION', 'REORDER_NOTIFICATION']) {
        const id = await offer(partner, { info });
        await app.drainJobs();
        await fault({ kind, partner, delay: 'P1D' });
        await by.post(`sandbox/offer/${id}/accept`);
        await app.drainJobs();
        const atOnce = kind === 'DUPLICATE_NOTIFICATION' ? 1 : 0;
        expect(await entitlementsFor(id), kind).toHaveLength(atOnce);
        await by.advance(2 * day);
        const [sold, ...more] = await entitlementsFor(id);
        expect([sold.status, more], kind).toEqual(['ACTIVE', []]);
        expect(await by.actions(sold.id)).toEqual(['CREATE']);
        expect(await by.terms(sold.id)).toHaveLength(1);
      }
    });
  },
);

describe('R33 a lost notification', () => {
  test('of an acceptance is recovered by a synchronization of the offer', async () => {
    const id = await offer('MKE');
    await app.drainJobs();
    await fault({ kind: 'LOSE_NOTIFICATION' });
    await by.post(`sandbox/offer/${id}/accept`);
    await app.drainJobs();
    expect([(await by.get(`offer/${id}`)).status, await entitlementsFor(id)]).toEqual([
      'PENDING_ACCEPTANCE',
      [],
    ]);
    await by.post(`offer/${id}/sync`);
    await app.drainJobs();
    expect((await by.get(`offer/${id}`)).status).toBe('ACCEPTED');
    expect(await entitlementsFor(id)).toMatchObject([{ status: 'ACTIVE' }]);
  });

  test('of an entitlement is recovered by its synchronization', async () => {
    const { id } = await by.ordered('MKB', { quantity: 2, amount: 10 });
    await fault({ kind: 'LOSE_NOTIFICATION', count: 2 });
    await by.post(`sandbox/entitlement/${id}/changeQuantity`, { quantity: 4 });
    await by.post(`sandbox/entitlement/${id}/suspend`);
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe('ACTIVE');
    await by.post(`entitlement/${id}/sync`);
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe('SUSPENDED');
    await by.post(`sandbox/entitlement/${id}/reinstate`);
    await app.drainJobs();
    // Without an end, the amount is not prorated; the amount beyond the first amount is added (R48).
    expect((await by.terms(id)).map(({ commitAmount }: { commitAmount: number }) => commitAmount)).toEqual([
      10, 10,
    ]);
  });
});
