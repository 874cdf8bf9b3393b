import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilitiesOf } from '../../src/marketplaces/sandbox/capabilities.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const partners = ['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const;
const bodies = {
  suspend: undefined,
  renew: {},
  changeQuantity: { quantity: 8 },
  changePlan: { planId: 'gold', amount: 900 },
} as const;
type Change = keyof typeof bodies;

const endTime = () => new Date(Date.now() + 200 * day).toISOString();
const sell = (partner: string, more: object = {}) =>
  by.ordered(partner, { quantity: 4, amount: 400, endTime: endTime(), ...more });
const play = async (id: string, verb: string, body?: object) => {
  const reply = await by.call('POST', `sandbox/entitlement/${id}/${verb}`, body);
  await app.drainJobs();
  return reply;
};
const read = async (id: string) => {
  const [entitlement, terms, actions] = [await by.entitlement(id), await by.terms(id), await by.actions(id)];
  const types: string[] = terms.map(({ info }: { info: { type: string } }) => info.type);
  return { entitlement, terms, types, last: terms.at(-1), actions };
};

describe.each(partners)('sandbox events of an entitlement on %s', (partner) => {
  const can = capabilitiesOf(partner).agreementChanges;

  test('R43 are listed, and an unsupported event is a 400 that changes nothing', async () => {
    const { id } = await sell(partner);
    for (const verb of Object.keys(bodies) as Change[]) {
      if (can.includes(verb)) continue;
      const reply = await play(id, verb, bodies[verb]);
      expect([reply.status, reply.body.code], verb).toEqual([400, 'entitlement_partner']);
      expect(reply.body.detail).toContain(partner);
    }
    expect((await read(id)).actions).toEqual(['CREATE']);
  });

  test.runIf(can.includes('suspend'))('R40 suspend and reinstate it', async () => {
    const { id } = await sell(partner);
    expect((await play(id, 'reinstate')).body.code).toBe('entitlement_state');
    expect((await play(id, 'suspend')).body).toMatchObject({ id, status: 'ACTIVE' });
    expect((await read(id)).entitlement.status).toBe('SUSPENDED');
    expect((await play(id, 'suspend')).body.code).toBe('entitlement_state');
    expect((await by.call('POST', `entitlement/${id}/addon`, {})).status).toBe(400);
    expect((await play(id, 'reinstate')).status).toBe(200);
    const { entitlement, actions, types } = await read(id);
    expect([entitlement.status, actions, types]).toEqual([
      'ACTIVE',
      ['CREATE', 'SUSPEND', 'REINSTATE'],
      ['Signup'],
    ]);
  });

  test.runIf(can.includes('renew'))(
    'R40 R48 renew it before its end: the next term has its own commit',
    async () => {
      const { id, endTime: end, entitlementTermID } = await sell(partner);
      expect((await play(id, 'renew', { endTime: end })).body.errors[0].pointer).toBe('/endTime');
      await by.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: 50.5 });
      expect((await play(id, 'renew')).status).toBe(200);
      const { entitlement, terms, types, last } = await read(id);
      expect(types).toEqual(['Signup', 'ManualRenew']);
      expect(terms[0]).toMatchObject({ commitAmount: 400, creditAmount: 50.5, endTime: end });
      expect(last).toMatchObject({ commitAmount: 400, startTime: end, endTime: entitlement.endTime });
      expect(last).not.toHaveProperty('creditAmount');
      expect(Date.parse(entitlement.endTime) - Date.parse(end)).toBeGreaterThan(195 * day);
      // The term begins at its own time.
      expect(entitlement).toMatchObject({ status: 'ACTIVE', entitlementTermID });
      await by.advance(201 * day);
      expect((await read(id)).entitlement).toMatchObject({ status: 'ACTIVE', entitlementTermID: last.id });
      // The renewal is reported once, when it is agreed and not when its term begins.
      const events = await by.events(id);
      expect(events.filter((fact) => fact.endsWith('RENEW'))).toEqual(['UPDATE RENEW']);
      expect(events.at(-1)).toBe('UPDATE');
      await by.advance(-201 * day);
    },
  );

  test.runIf(can.includes('changeQuantity'))('R42 change its quantity', async () => {
    const { id } = await sell(partner);
    expect((await play(id, 'changeQuantity', {})).body.errors[0].pointer).toBe('/quantity');
    expect((await play(id, 'changeQuantity', { quantity: 8 })).status).toBe(200);
    const { types, last, entitlement } = await read(id);
    expect([types, last.commitAmount]).toEqual([['Signup', 'QuantityChange'], 800]);
    expect(entitlement.info.commitAmount).toBe(800);
    await play(id, 'changeQuantity', { quantity: 8 });
    expect((await read(id)).types).toHaveLength(2);
    // The second change is the gross amount that the quantity adds.
    expect(await by.events(id)).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
  });

  test.runIf(can.includes('changePlan'))('R42 change its plan, with its prices', async () => {
    const { id } = await sell(partner);
    expect((await play(id, 'changePlan', {})).body.errors[0].pointer).toBe('/planId');
    expect((await play(id, 'changePlan', bodies.changePlan)).status).toBe(200);
    expect((await read(id)).last).toMatchObject({ info: { type: 'PlanChange' }, commitAmount: 900 });
    const commits = [{ key: 'base', rate: 50, length: 1, timeUnit: 'MONTH' }];
    await play(id, 'changePlan', { planId: 'silver', commits });
    const { types, entitlement } = await read(id);
    expect(types).toEqual(['Signup', 'PlanChange', 'PlanChange']);
    expect(entitlement.info.commits).toMatchObject(commits);
  });
});

test('while it is suspended take effect as a term once it is active again', async () => {
  const { id, externalID } = await sell('MKB');
  await play(id, 'suspend');
  await app.database.query(
    `UPDATE sandbox_agreement SET terms = jsonb_set(terms, '{quantity}', '6') WHERE id = $1`,
    [externalID],
  );
  await by.post(`entitlement/${id}/sync`);
  await app.drainJobs();
  expect((await read(id)).types).toEqual(['Signup']);
  await play(id, 'reinstate');
  const { types, last } = await read(id);
  expect([types, last.commitAmount]).toEqual([['Signup', 'QuantityChange'], 600]);
});

describe('invalid sandbox events', () => {
  test('such as the revival of an ended agreement are stored, and raise one ABNORMAL_ALERT', async () => {
    const { id, externalID } = await sell('MKE');
    await play(id, 'cancel');
    app.expectAbnormalAlert(id);
    await app.database.query(
      `UPDATE sandbox_agreement SET state = 'ACTIVE', version = version + 1,
         terms = terms || '{"endTime":"2099-01-01T00:00:00.000Z","renewals":[{"type":"AutoRenew","startTime":"2098-01-01T00:00:00.000Z","endTime":"2099-01-01T00:00:00.000Z"}]}'
       WHERE id = $1`,
      [externalID],
    );
    for (const _ of [1, 2]) {
      await by.post(`entitlement/${id}/sync`);
      await app.drainJobs();
    }
    const { entitlement, actions, types } = await read(id);
    expect(entitlement).toMatchObject({ status: 'CANCELLED', externalStatus: 'ACTIVE' });
    expect(actions).toEqual(['CREATE', 'CANCEL', 'ABNORMAL_ALERT']);
    expect(types).toEqual(['Signup']);
  });

  test('are refused for a direct sale, an ended sale, an unknown sale, and in a PROD organization', async () => {
    const direct = await by.direct();
    const ended = await sell('MKB');
    await play(ended.id, 'cancel');
    const { org, token } = await app
      .organization({ environment: 'PROD' })
      .then((prod) => ({ org: prod.id, ...prod }));
    for (const [verb, body] of Object.entries({ ...bodies, cancel: undefined })) {
      const [unsold, over] = [await play(direct.id, verb, body), await play(ended.id, verb, body)];
      expect([unsold.status, unsold.body.code], verb).toEqual([400, 'entitlement_partner']);
      expect([over.status, over.body.code], verb).toEqual([400, 'entitlement_state']);
      expect((await play('ent_none', verb, body)).status).toBe(404);
      const reply = await app.request('POST', `/org/${org}/sandbox/entitlement/${direct.id}/${verb}`, {
        token,
        body: body ?? {},
      });
      expect([reply.status, reply.body.code]).toEqual([409, 'not_a_test_organization']);
    }
  });
});
