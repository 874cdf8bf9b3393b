import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { setClock, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let other: TestApp;
let org: TestOrganization;
let by: Entitlements;
/** Called before the second process reads an agreement. */
let beforeRead: () => Promise<void> = async () => {};
beforeAll(async () => {
  app = await startTestApp();
  const registry = (own: AdapterRegistry): AdapterRegistry => ({
    ...own,
    find: (organization, partner) => {
      const adapter = own.find(organization, partner);
      if (!adapter) return undefined;
      const readAgreement = async (id: string) => {
        await beforeRead();
        return adapter.readAgreement(id);
      };
      return { ...adapter, readAgreement };
    },
  });
  other = await startTestApp({ database: app.database, registry });
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const clock = () => by.get('sandbox/clock');
const advance = async (body: object) => {
  const begun = await by.post('sandbox/clock', body);
  await app.drainJobs();
  return begun;
};
const timesOf = async (entityId: string): Promise<[string, number][]> => {
  const { rows } = await app.database.query(
    'SELECT action, creation_time FROM event WHERE entity_id = $1 ORDER BY sequence',
    [entityId],
  );
  return rows.map((row) => [row.action, row.creation_time.getTime()]);
};
type Term = { info: { type: string }; commitAmount: number; creationTime: string; startTime: string };
const dayOf = (time = '') => Math.floor(Date.parse(time) / day);
const typesOf = (terms: Term[]) => terms.map(({ info }) => info.type);
/** Creates a sale for a number of months. */
const sale = (length: number, more: object) => ({
  info: { commits: [{ key: 'fee', rate: 10, length, timeUnit: 'MONTH' }], ...more },
});
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('the test clock', () => {
  test('equals the service’s until it is advanced, and requires the right to read', async () => {
    const before = Date.now();
    const { time, systemTime, ...rest } = await clock();
    for (const shown of [time, systemTime]) {
      expect(Date.parse(shown)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(shown)).toBeLessThanOrEqual(Date.now() + 1);
    }
    expect(rest).toEqual({});
  });

  test.each([
    ['/advance', {}],
    ['/advance', { advance: 'P1D', to: '2099-01-01' }],
    ['/advance', { advance: '1 day' }],
    ['/advance', { advance: '-P1D' }],
    ['/advance', { advance: 'P11Y' }],
    ['/to', { to: '2020-01-01' }],
    ['/to', { to: '2999-01-01' }],
  ])('refuses %s of %j', async (pointer, body) => {
    const reply = await by.call('POST', 'sandbox/clock', body);
    expect([reply.status, reply.body.errors?.[0].pointer], reply.text).toEqual([400, pointer]);
    expect((await clock()).operationId).toBeUndefined();
  });

  test('exists in TEST organizations only', async () => {
    const prod = await app.organization({ environment: 'PROD' });
    for (const [method, body] of [['GET'], ['POST', { advance: 'P1D' }]] as const) {
      const options = { token: prod.token, ...(body ? { body } : {}) };
      const reply = await app.request(method, `/org/${prod.id}/sandbox/clock`, options);
      expect([reply.status, reply.body.code]).toEqual([409, 'not_a_test_organization']);
    }
  });

  test('R22 R42 triggers every event at its time, in order', async () => {
    // The terms below have the lengths of these months.
    await setClock(app.database, org.id, '2031-05-12T10:20:00Z');
    const start = Date.parse((await clock()).time);
    const at = (days: number) => new Date(start + days * day).toISOString();
    const offer = await by.post('offer', { name: 'Expires', expireTime: at(10) });
    const monthly = await by.direct(sale(1, { autoRenew: true }));
    const atMarketplace = await by.accepted({ partner: 'MKE', ...sale(12, { autoRenew: true }) });
    const waits = await by.accepted({ partner: 'MKA', ...sale(12, { startTime: at(20) }) });
    const commits = [{ key: 'fee', rate: 25, length: 1, timeUnit: 'MONTH' }];
    await by.patch(`entitlement/${monthly.id}/priceModel`, { commits, applyTime: at(15) });
    const begun = await advance({ to: at(70) });
    expect(begun).toMatchObject({ advancingTo: at(70), operationId: expect.stringMatching(/^job_/) });
    const operation = await by.get(`v2/operation/${begun.operationId}`);
    expect(operation).toMatchObject({ name: 'Advance the test clock', status: 'COMPLETED' });
    const { time, ...rest } = await clock();
    expect(Object.keys(rest)).toEqual(['systemTime']);
    expect(Date.parse(time) - Date.parse(at(70))).toBeGreaterThanOrEqual(0);
    expect(Date.parse(time) - Date.parse(at(70))).toBeLessThan(60_000);

    const expected: [string, string, number][] = [
      [offer.id, 'EXPIRE', Date.parse(at(10))],
      [waits.id, 'UPDATE', Date.parse(at(20))],
    ];
    for (const [id, action, due] of expected) {
      const [, happened] = (await timesOf(id)).find(([name]) => name === action) ?? ['', 0];
      expect(happened - due, `${action} is at its time`).toBeGreaterThanOrEqual(0);
      expect(happened - due, `${action} is at its time`).toBeLessThan(60_000);
    }
    const terms: Term[] = await by.terms(monthly.id);
    const [first, second] = terms as [Term, Term];
    const days = (dayOf(terms[2]?.startTime) - dayOf(first.startTime)) as number;
    const passed = (amount: number) =>
      Math.round((amount * 100 * (dayOf(second.startTime) - dayOf(first.startTime))) / days) / 100;
    expect(terms.map(({ info, commitAmount }) => [info.type, commitAmount])).toEqual([
      ['Signup', passed(10)],
      ['PlanChange', Math.round((25 - passed(25)) * 100) / 100],
      ['AutoRenew', 25],
      ['AutoRenew', 25],
    ]);
    for (const { creationTime, startTime } of terms.slice(2))
      expect(Date.parse(creationTime) - Date.parse(startTime)).toBeLessThan(60_000);
    const renewed = await by.terms(atMarketplace.id);
    expect(renewed).toHaveLength(1);
    expect((await by.entitlement(waits.id)).status).toBe('ACTIVE');
    await advance({ advance: 'P1Y' });
    expect(typesOf(await by.terms(atMarketplace.id))).toEqual(['Signup', 'AutoRenew']);
  });

  test('advances time by time, and can be stopped', async () => {
    const sold = await by.direct(sale(1, { autoRenew: true }));
    const { operationId } = await by.post('sandbox/clock', { advance: 'P3M' });
    const second = await by.call('POST', 'sandbox/clock', { advance: 'P1D' });
    expect([second.status, second.body.code]).toEqual([409, 'clock_advancing']);
    expect(second.body.detail).toContain(operationId);
    await by.post(`v2/operation/${operationId}/cancel`);
    await app.drainJobs();
    expect((await by.get(`v2/operation/${operationId}`)).status).toBe('CANCELED');
    expect(await by.terms(sold.id)).toHaveLength(1);
    const both = await Promise.all([1, 2].map(() => by.call('POST', 'sandbox/clock', { advance: 'PT1M' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await app.drainJobs();
  });

  test('excludes other programs while it advances, and is resumed when its own program is lost', async () => {
    const alone = await app.organization({ at: '2031-05-12T10:20:00Z' });
    const its = entitlementsOf(app, alone);
    const sold = await its.accepted({ partner: 'MKB', ...sale(12, { autoRenew: true }) });
    const direct = await its.direct(sale(1, { autoRenew: true }));
    await app.drainJobs();
    const [reached, released] = [gate(), gate()];
    beforeRead = async () => {
      reached.open();
      await released.opened;
    };
    const { advancingTo } = await its.post('sandbox/clock', { advance: 'P14M' });
    const lost = other.app.worker.step();
    await reached.opened;
    await its.post('offer', { name: 'Meanwhile', partner: 'MKA' });
    expect(await app.drainJobs(), 'nothing of the organization runs elsewhere').toBe(0);
    const stood = Date.parse((await its.get('sandbox/clock')).time);
    expect(stood).toBeLessThan(Date.parse(advancingTo));
    await app.database.query(
      `UPDATE job SET lease_until = now() - interval '1 second' WHERE organization_id = $1 AND finished_at IS NULL
         AND lease_token IS NOT NULL`,
      [alone.id],
    );
    await app.drainJobs();
    const positions = async () => ({
      time: Date.parse((await its.get('sandbox/clock')).time),
      terms: [await its.terms(sold.id), await its.terms(direct.id)],
      actions: [await its.actions(sold.id), await its.actions(direct.id)],
    });
    const after = await positions();
    expect(after.time).toBeGreaterThanOrEqual(Date.parse(advancingTo));
    expect(after.terms.map((terms) => terms.length)).toEqual([2, 15]);
    // The entitlement renews automatically each month and reports its invoices.
    expect(after.actions[1]).toHaveLength(2 * 15);
    released.open();
    await lost;
    await app.drainJobs();
    const late = await positions();
    expect({ ...late, time: 0 }).toEqual({ ...after, time: 0 });
    expect(late.time - after.time).toBeLessThan(60_000);
    const { rows } = await app.database.query(
      `SELECT kind, outcome FROM job WHERE organization_id = $1 AND (ended_as = 'FAILED' OR finished_at IS NULL)
         AND due_at <= $2`,
      [alone.id, advancingTo],
    );
    expect(rows).toEqual([]);
  });
});
