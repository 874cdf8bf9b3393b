import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiUpcoming } from '../../src/api.ts';
import { selectDue } from '../../src/platform/jobs/upcoming.ts';
import { sandboxUpcoming } from '../../src/sandbox/upcoming.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const world = async (): Promise<{ org: TestOrganization; by: Entitlements }> => {
  const org = await app.organization();
  return { org, by: entitlementsOf(app, org) };
};
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const commits = [{ key: 'a', rate: 100 }];

type UpcomingEvent = { at: string; kind: string; entity: string; entityId: string; name: string | null };
const upcoming = (by: Entitlements, query = ''): Promise<UpcomingEvent[]> =>
  by.get(`sandbox/upcoming${query}`);
const kindsOf = async (by: Entitlements, entityId: string) =>
  (await upcoming(by)).filter((one) => one.entityId === entityId).map(({ kind, at }) => [kind, at]);

describe('upcoming events in the sandbox', () => {
  test('are listed soonest first, and happen when the clock reaches them', async () => {
    const { by } = await world();
    const expireTime = inDays(20);
    const offer = await by.post('offer', { name: 'Open', expireTime });
    const ending = await by.direct({ name: 'Ends', endTime: inDays(10), info: { commits } });
    const renewing = await by.direct({ endTime: inDays(15), info: { commits, autoRenew: true } });
    const sold = await by.post('offer', { name: 'Starts', endTime: inDays(40), info: { commits } });
    const buyerId = await by.buyer('Late');
    const starting = await by.post('entitlement', { offerId: sold.id, buyerId, startDate: inDays(5) });
    const all = await upcoming(by);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort());
    expect(all).toContainEqual({
      at: expireTime,
      kind: 'OFFER_EXPIRES',
      entity: 'OFFER',
      entityId: offer.id,
      name: 'Open',
    });
    const of = (id: string) => all.filter(({ entityId }) => entityId === id).map(({ kind }) => kind);
    expect(of(ending.id)).toContain('ENTITLEMENT_ENDS');
    expect(of(renewing.id)).toContain('ENTITLEMENT_RENEWS');
    expect(of(starting.id)).toEqual(expect.arrayContaining(['ENTITLEMENT_STARTS', 'ENTITLEMENT_ENDS']));
    await by.advance(21 * day);
    expect((await by.get(`offer/${offer.id}`)).status).toBe('EXPIRED');
    expect((await by.entitlement(ending.id)).status).toBe('CANCELLED');
    expect((await by.entitlement(renewing.id)).status).toBe('ACTIVE');
    expect((await by.entitlement(starting.id)).status).toBe('ACTIVE');
    const later = await upcoming(by);
    expect(later.filter(({ entityId }) => [offer.id, ending.id].includes(entityId))).toEqual([]);
    expect(later.some(({ at }) => Date.parse(at) < Date.now() + 21 * day)).toBe(false);
  });

  test('follow a time that was moved, and a cancellation that was withdrawn', async () => {
    const { by } = await world();
    const { id } = await by.post('offer', { name: 'Moved', expireTime: inDays(10) });
    const later = inDays(30).slice(0, 10);
    await by.post(`offer/${id}/extendExpiryDate?newExpiryDate=${later}`);
    expect(await kindsOf(by, id)).toEqual([['OFFER_EXPIRES', `${later}T00:00:00.000Z`]]);
    await by.post(`offer/${id}/cancel`);
    expect(await kindsOf(by, id)).toEqual([]);

    const sold = await by.direct();
    const cancelDate = inDays(12);
    await by.post(`entitlement/${sold.id}/scheduleCancellation`, { type: 'SpecificDate', cancelDate });
    expect(await kindsOf(by, sold.id)).toEqual([['ENTITLEMENT_CANCELLATION', cancelDate]]);
    await by.post(`entitlement/${sold.id}/unscheduleCancellation`);
    expect(await kindsOf(by, sold.id)).toEqual([]);
  });

  test('include new prices, invoices, and events of marketplaces', async () => {
    const { by } = await world();
    const direct = await by.direct({ endTime: inDays(90), info: { commits, gracePeriodInDays: 5 } });
    const applyTime = inDays(9);
    await by.patch(`entitlement/${direct.id}/priceModel`, { applyTime, commits: [{ key: 'a', rate: 90 }] });
    expect(await kindsOf(by, direct.id)).toContainEqual(['ENTITLEMENT_PRICE_CHANGES', applyTime]);
    await app.drainJobs();
    const invoices = (await upcoming(by)).filter(({ entity }) => entity === 'INVOICE');
    expect(invoices.map(({ kind }) => kind)).toContain('INVOICE_ISSUED');
    expect(invoices[0]?.name).toBe((await by.entitlement(direct.id)).name ?? null);

    const onA = await by.ordered('MKA');
    await by.post(`entitlement/${onA.id}/cancel`);
    await app.drainJobs();
    expect((await kindsOf(by, onA.id)).map(([kind]) => kind)).toContain('ENTITLEMENT_CANCELLATION');
    expect(await upcoming(by)).toContainEqual(
      expect.objectContaining({ kind: 'PAYOUT', entity: 'PARTNER', entityId: 'MKA' }),
    );
  });

  test('include the beginning of the term of an early renewal', async () => {
    const { by } = await world();
    const sold = await by.ordered('MKA', { endTime: inDays(30) });
    await by.post(`sandbox/entitlement/${sold.id}/renew`);
    await app.drainJobs();
    const kinds = (await kindsOf(by, sold.id)).map(([kind]) => kind);
    expect(kinds.indexOf('TERM_BEGINS')).toBeGreaterThanOrEqual(0);
    expect(kinds.indexOf('TERM_BEGINS')).toBeLessThan(kinds.indexOf('ENTITLEMENT_ENDS'));
  });
});

describe('the list of upcoming events', () => {
  test('contains the soonest events up to its limit, past events whose time was moved', async () => {
    const { by, org } = await world();
    for (let number = 1; number <= 5; number++)
      await by.post('offer', { name: `Offer ${number}`, expireTime: inDays(10 + number) });
    const { id } = await by.post('offer', { name: 'Often moved', expireTime: inDays(60) });
    await app.database.query(
      `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
       SELECT $1, 'job_' || n, 'offers.expire', 'old:' || n, jsonb_build_object('offerId', $2::text, 'expireTime', ''),
         'organization', now() + interval '1 day' + n * interval '1 second', now() + interval '1 day', now()
       FROM generate_series(1, 450) n`,
      [org.id, id],
    );
    const names = (await upcoming(by, '?most=3')).map(({ name }) => name);
    expect(names).toEqual(['Offer 1', 'Offer 2', 'Offer 3']);
    const wrong = await by.call('GET', 'sandbox/upcoming?most=201');
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, 'most']);
  });

  test('is available in TEST organizations of the caller only', async () => {
    const { by } = await world();
    await by.post('offer', { name: 'Mine', expireTime: inDays(10) });
    expect(await upcoming((await world()).by)).toEqual([]);
    const prod = await app.organization({ environment: 'PROD' });
    const reply = await app.request('GET', `/org/${prod.id}/sandbox/upcoming`, { token: prod.token });
    expect(reply.body.code).toBe('not_a_test_organization');
  });

  test('is read by the index of pending jobs', async () => {
    const { org } = await world();
    const plan = await app.app.inOrganization(org.id, 'test', async (scope) => {
      for (const setting of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan'])
        scope.send({
          name: `no_${setting}`,
          text: `SELECT set_config('${setting}', 'off', true)`,
          values: [],
        });
      const { text, values } = selectDue(scope, ['offers.expire'], undefined);
      return scope.query<{ 'QUERY PLAN': string }>({ name: 'explain_due', text: `EXPLAIN ${text}`, values });
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('job_upcoming');
    expect(text).not.toContain('Sort');
  });
});

test('each kind of job is described once', () => {
  const kinds = [...apiUpcoming, ...sandboxUpcoming].flatMap((source) => source.kinds);
  expect(new Set(kinds).size).toBe(kinds.length);
});
