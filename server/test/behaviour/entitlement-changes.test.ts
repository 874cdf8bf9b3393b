import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf, withoutLink } from '../entitlements.fixture.ts';
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
afterAll(() => app.stop());

const seats = { key: 'seats', type: 'PER_USER', rate: 100, quantity: 10, length: 1, timeUnit: 'YEAR' };
const refused = async (method: string, path: string, body: object | undefined, pointer: string) => {
  const reply = await by.call(method, path, body);
  expect([reply.status, reply.body.errors?.[0].pointer], reply.text).toEqual([400, pointer]);
};

describe('the name', () => {
  test('can be changed, and may be empty but not absent', async () => {
    const { id } = await by.direct();
    const path = `entitlement/${id}/entitlementName`;
    expect(await by.patch(path, { id: 7, organizationID: 7, name: 'new' })).toMatchObject({
      id,
      name: 'new',
    });
    expect((await by.patch(path, { name: '' })).name).toBe('');
    await refused('PATCH', path, {}, '/name');
  });
});

describe('R8 R33 the metaInfo', () => {
  test('merges maps, replaces arrays, keeps absent fields, and the response is the metaInfo', async () => {
    const given = {
      customMetaInfo: { a: 1, b: { c: 2 } },
      contacts: [{ name: 'one' }],
      billBAppliedCreditLedgerEntries: { e1: 1.5 },
    };
    const { id } = await by.direct({ metaInfo: given });
    const path = `entitlement/${id}/metaInfo`;
    const first = await by.patch(path, {
      customMetaInfo: { a: null, b: { d: 3 } },
      contacts: [{ name: 'two' }],
      crmCOpportunityId: '{AB-12}',
      billBAppliedCreditLedgerEntries: { e1: null, e2: 2 },
    });
    expect(first).toMatchObject({
      customMetaInfo: { b: { c: 2, d: 3 } },
      contacts: [{ name: 'two' }],
      crmCOpportunityId: 'ab-12',
      billBAppliedCreditLedgerEntries: { e1: 1.5, e2: 2 },
      lastModifiedBy: { entityType: 'API_CLIENT', entityId: org.client.id },
    });
    expect(first.customMetaInfo).not.toHaveProperty('a');
    expect((await by.entitlement(id)).metaInfo).toEqual(first);
    expect(await by.patch(path, {})).toEqual(first);
  });

  test('R9 ignores fields of the service and fields of offers, whatever their type', async () => {
    const { id, metaInfo } = await by.direct();
    const fields = ['createdByEmail', 'createdBySource', 'discount', 'lastModifiedBy', 'mkBBillingAccountID'];
    const others = [
      'entitlementCancellationSchedule',
      'errorMessages',
      'buyerCommitQuantities',
      'approvalInfo',
    ];
    for (const value of ['x', 7, { x: 1 }, null])
      await by.patch(
        `entitlement/${id}/metaInfo`,
        Object.fromEntries([...fields, ...others].map((name) => [name, value])),
      );
    const { lastModifiedBy: _, ...after } = (await by.entitlement(id)).metaInfo;
    expect(after).toEqual(metaInfo);
  });

  test('R32 R34 rejects a long note, and test usage without an end', async () => {
    const { id } = await by.direct();
    const path = `entitlement/${id}/metaInfo`;
    await refused('PATCH', path, { internalNote: 'x'.repeat(1001) }, '/internalNote');
    await refused('PATCH', path, { enableTestUsageMetering: true }, '/testUsageMeteringEndTime');
    const kept = await by.patch(path, {
      enableTestUsageMetering: true,
      testUsageMeteringEndTime: '2090-01-31',
    });
    expect(kept.testUsageMeteringEndTime).toBe('2090-01-31T00:00:00.000Z');
    await by.patch(path, { enableTestUsageMetering: true, internalNote: 'x'.repeat(1000) });
  });

  test('of another organization is a 404', async () => {
    const { id } = await by.direct();
    const stranger = entitlementsOf(app, await app.organization());
    for (const [method, path] of [
      ['PATCH', 'metaInfo'],
      ['PATCH', 'billing'],
      ['PATCH', 'priceModel'],
      ['POST', 'cancel'],
      ['POST', 'sync'],
      ['POST', 'approve'],
    ] as const) {
      const reply = await stranger.call(method, `entitlement/${id}/${path}`, {});
      expect([path, reply.status, reply.body.code]).toEqual([path, 404, 'entitlement_not_found']);
    }
  });
});

describe('R41 billing settings', () => {
  const offered = { gracePeriodInDays: 3, netTermsInDays: 30, proratedBilling: true, taxIds: ['A'] };
  const shown = async (id: string) => {
    const { gracePeriodInDays, netTermsInDays, proratedBilling, taxIds, trialConfig } = (
      await by.entitlement(id)
    ).info;
    return { gracePeriodInDays, netTermsInDays, proratedBilling, taxIds, trialConfig };
  };

  test('default to those of the offer; the entitlement’s own value wins, and a null restores the default', async () => {
    const { id } = await by.direct({ info: offered });
    const path = `entitlement/${id}/billing`;
    expect(await shown(id)).toEqual(offered);
    const trialConfig = { trialPeriod: 2, trialPeriodUnit: 'MONTH' };
    await by.patch(path, { netTermsInDays: 0, proratedBilling: false, taxIds: [], trialConfig });
    const own = { ...offered, netTermsInDays: 0, proratedBilling: false, taxIds: [], trialConfig };
    expect(await shown(id)).toEqual(own);
    await by.patch(path, { gracePeriodInDays: 9 });
    expect(await shown(id)).toEqual({ ...own, gracePeriodInDays: 9 });
    // A null within a record also unsets the field; all other fields are unchanged (R8).
    await by.patch(path, { trialConfig: { trialPeriodUnit: null } });
    expect((await shown(id)).trialConfig).toEqual({ trialPeriod: 2 });
    await by.patch(path, { netTermsInDays: null, taxIds: null, trialConfig: null, gracePeriodInDays: null });
    expect(await shown(id)).toEqual({ ...offered, proratedBilling: false });
    await by.patch(path, { proratedBilling: null });
    expect(await shown(id)).toEqual(offered);
  });

  test('do not change in the snapshot of the term', async () => {
    const { id } = await by.direct({ info: offered });
    await by.patch(`entitlement/${id}/billing`, { netTermsInDays: 1 });
    expect((await by.terms(id))[0].entitlementInfo.netTermsInDays).toBe(30);
  });

  test('allow notice of the end 1 to 365 days before it, or never', async () => {
    const { id } = await by.direct();
    const path = `entitlement/${id}/billing`;
    for (const alertDaysBeforeEnd of [1, 30, 365])
      expect((await by.patch(path, { alertDaysBeforeEnd })).info).toMatchObject({ alertDaysBeforeEnd });
    for (const alertDaysBeforeEnd of [0, -15, 366, 1.5])
      await refused('PATCH', path, { alertDaysBeforeEnd }, '/alertDaysBeforeEnd');
    expect((await by.patch(path, { alertDaysBeforeEnd: null })).info).not.toHaveProperty(
      'alertDaysBeforeEnd',
    );
  });

  test('must not be negative', async () => {
    const { id } = await by.direct();
    await refused('PATCH', `entitlement/${id}/billing`, { netTermsInDays: -1 }, '/netTermsInDays');
    await refused(
      ...(['PATCH', `entitlement/${id}/billing`] as const),
      ...([{ trialConfig: { trialPeriod: -1 } }, '/trialConfig/trialPeriod'] as const),
    );
  });
});

describe('changes of the price model', () => {
  test('of quantities are a QuantityChange, of prices a PlanChange; R48 each term has its actual days', async () => {
    const installments = [{ amount: 400, chargeOn: '2090-01-01' }];
    const daily = { ...seats, length: 100, timeUnit: 'DAY' };
    const { id } = await by.direct({ info: { commits: [daily], paymentInstallments: installments } });
    const path = `entitlement/${id}/priceModel`;
    expect((await by.entitlement(id)).info.commitAmount).toBe(400);
    await by.advance(25 * day);
    const more = await by.patch(path, { commits: [{ ...daily, quantity: 12 }] });
    expect(more.info).toMatchObject({ commitAmount: 1200, annualizedAmount: 4380 });
    expect(more.info).not.toHaveProperty('paymentInstallments');
    const calls = [{ name: 'calls', billableMetricId: 'm1' }];
    await by.advance(25 * day);
    const plan = await by.patch(path, { commits: [{ ...daily, rate: 50.5 }], billableDimensions: calls });
    expect(plan.info).toMatchObject({ commitAmount: 505, billableDimensions: calls });
    await by.advance(25 * day);
    const free = await by.patch(path, { commits: [] });
    expect(free.info).not.toHaveProperty('commitAmount');
    expect(free.info.annualizedAmount).toBeNull();
    const terms = await by.terms(id);
    const kinds = terms.map((term: { info: { type: string } }) => term.info.type);
    expect(kinds).toEqual(['Signup', 'QuantityChange', 'PlanChange', 'PlanChange']);
    expect(terms.map((term: { commitAmount?: number }) => term.commitAmount)).toEqual([
      100,
      300,
      126.25,
      undefined,
    ]);
    for (const [index, term] of terms.slice(1).entries()) expect(terms[index].endTime).toBe(term.startTime);
    expect(terms[3]).toMatchObject({
      id: free.entitlementTermID,
      entitlementInfo: withoutLink(free).info,
      endTime: free.endTime,
    });
    expect(await by.actions(id)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'UPDATE']);
    await by.advance(-75 * day);
  });

  test('move the remaining credit to the new term', async () => {
    const { id, entitlementTermID } = await by.direct({ info: { commits: [seats] } });
    await by.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: 100 });
    await app.database.query('UPDATE entitlement_term SET used_credit_amount = 30.5 WHERE id = $1', [
      entitlementTermID,
    ]);
    await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...seats, quantity: 11 }] });
    expect(await by.terms(id)).toMatchObject([
      { creditAmount: 30.5, usedCreditAmount: 30.5 },
      { creditAmount: 69.5, usedCreditAmount: 0 },
    ]);
  });

  test('with a future applyTime take effect at that time, if the entitlement is still ACTIVE', async () => {
    const applyTime = new Date(Date.now() + 10 * day).toISOString();
    const [kept, ended] = [await by.direct({ info: { commits: [seats] } }), await by.direct()];
    for (const { id } of [kept, ended]) {
      const reply = await by.patch(`entitlement/${id}/priceModel`, {
        commits: [{ ...seats, rate: 7 }],
        applyTime,
      });
      expect(reply.info.commits?.[0].rate).not.toBe(7);
      // A later change does not delay an earlier one.
      await by.patch(`entitlement/${id}/priceModel`, {
        commits: [{ ...seats, rate: 6 }],
        applyTime: new Date(Date.now() + 5 * day).toISOString(),
      });
    }
    await by.post(`entitlement/${ended.id}/cancel`);
    await by.advance(6 * day);
    expect((await by.entitlement(kept.id)).info.commits[0].rate).toBe(6);
    await by.advance(6 * day);
    expect((await by.entitlement(kept.id)).info.commits[0].rate).toBe(7);
    expect(await by.terms(kept.id)).toHaveLength(3);
    expect(await by.terms(ended.id)).toHaveLength(1);
  });

  test('with a future time can be followed, and cancelled as an operation', async () => {
    const { id, creationTime } = await by.direct({ info: { commits: [seats] } });
    const applyTime = new Date(Date.parse(creationTime) + 5 * day).toISOString();
    await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...seats, rate: 7 }], applyTime });
    const [operation] = await by.get(`operation?entitlementId=${id}`);
    expect(operation).toMatchObject({ status: 'RUNNING', name: expect.stringContaining('price model') });
    await by.post(`v2/operation/${operation.id}/cancel`);
    await by.advance(6 * day);
    expect((await by.get(`v2/operation/${operation.id}`)).status).toBe('CANCELED');
    expect(await by.terms(id)).toHaveLength(1);
  });

  test('R4 that are invalid are a 400 that names the field', async () => {
    const { id } = await by.direct({ endTime: '2090-01-01', info: { commits: [seats] } });
    const path = `entitlement/${id}/priceModel`;
    const commits = [seats];
    await refused('PATCH', path, {}, '/commits');
    await refused('PATCH', path, { commits, applyTime: '2020-01-01' }, '/applyTime');
    await refused('PATCH', path, { commits, applyTime: '2090-01-01' }, '/applyTime');
    await refused('PATCH', path, { commits: [{ rate: -1 }] }, '/commits/0/rate');
    await refused('PATCH', path, { commits: [{ ...seats, maximumUsers: 5 }] }, '/commits/0/quantity');
    expect(await by.terms(id)).toHaveLength(1);
  });
});

describe('R42 seats on marketplace B', () => {
  const bySeat = { ...seats, minimumUsers: 5, maximumUsers: 20 };

  test('apply in a new term once the marketplace shows them', async () => {
    const { id } = await by.accepted({ partner: 'MKB', info: { commits: [bySeat] } });
    const path = `entitlement/${id}/seat`;
    expect((await by.patch(`${path}?newSeat=15`, undefined)).info.commits[0].quantity).toBe(10);
    await app.drainJobs();
    const changed = await by.entitlement(id);
    expect(changed.info).toMatchObject({
      commitAmount: 1500,
      annualizedAmount: 1500,
      commits: [{ quantity: 15 }],
      mkBSubscriptions: [{ quantity: 15 }],
    });
    const [first, second] = await by.terms(id);
    expect(second).toMatchObject({
      id: changed.entitlementTermID,
      info: { type: 'QuantityChange' },
      commitAmount: 1500,
      startTime: first.endTime,
    });
    await by.patch(`${path}?newSeat=15`, undefined);
    await app.drainJobs();
    expect(await by.terms(id)).toHaveLength(2);
    for (const [query, pointer] of [
      ['newSeat=4', 'newSeat'],
      ['newSeat=21', 'newSeat'],
      ['newSeat=0', 'newSeat'],
      ['', 'newSeat'],
    ] as const)
      await refused('PATCH', `${path}?${query}`, undefined, pointer);
    const missing = await by.call('PATCH', path);
    expect([missing.status, missing.body.errors]).toEqual([
      400,
      [{ pointer: 'newSeat', message: 'is required' }],
    ]);
  });

  test('may exceed 32 bits', async () => {
    const { status, info } = await by.ordered('MKB', { quantity: 3_000_000_000 });
    expect([status, info.mkBSubscriptions[0].quantity]).toEqual(['ACTIVE', 3_000_000_000]);
  });

  test('of an order for an amount are priced in proportion', async () => {
    const { id } = await by.ordered('MKB', { quantity: 4, amount: 100 });
    await by.patch(`entitlement/${id}/seat?newSeat=6`, undefined);
    await app.drainJobs();
    expect((await by.entitlement(id)).info.commitAmount).toBe(150);
    const flat = await by.ordered('MKB', { amount: 100 });
    const reply = await by.call('PATCH', `entitlement/${flat.id}/seat?newSeat=6`);
    expect(reply.body).toMatchObject({ status: 400, code: 'entitlement_partner' });
  });
});

describe('R33 a synchronisation', () => {
  test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
    'without news of an order on %s changes nothing',
    async (partner) => {
      const { id } = await by.ordered(partner, { quantity: 3, amount: 90 });
      const before = await by.entitlement(id);
      await by.post(`entitlement/${id}/sync`);
      await app.drainJobs();
      expect(await by.entitlement(id)).toEqual(before);
      expect(await by.actions(id)).toEqual(['CREATE']);
    },
  );

  test('applies the marketplace’s record, and keeps the seller’s fields', async () => {
    const entries = { billBAppliedCreditLedgerEntries: { e1: 5 }, customMetaInfo: { own: true } };
    const { id, info } = await by.accepted({ partner: 'MKB', metaInfo: entries });
    await by.patch(`entitlement/${id}/metaInfo`, { internalNote: 'note' });
    const before = await by.entitlement(id);
    const actions = await by.actions(id);
    await by.post(`entitlement/${id}/sync`);
    await app.drainJobs();
    expect(await by.entitlement(id)).toEqual(before);
    expect(await by.actions(id)).toEqual(actions);

    await app.database.query(
      `UPDATE entitlement SET info = info || '{"mkBAssetID":"old"}', meta_info = meta_info - 'mkBBillingAccountID'
       WHERE id = $1`,
      [id],
    );
    await by.post(`entitlement/${id}/sync`);
    await app.drainJobs();
    const after = await by.entitlement(id);
    expect(after).toMatchObject({ info, metaInfo: { ...entries, internalNote: 'note' } });
    expect(after.metaInfo.mkBBillingAccountID).toBe(before.metaInfo.mkBBillingAccountID);
    expect(await by.actions(id)).toEqual([...actions, 'UPDATE']);
  });
});
