import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Partners, partnersOf } from '../partners.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Partners;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = partnersOf(app, org);
});
afterAll(() => app?.stop());

const pathOf = (id: string, verb = '') => `dealRegistration/${id}${verb && `/${verb}`}`;
const statusOf = async (id: string): Promise<string> => (await by.get(pathOf(id))).status;

describe('a deal registration', () => {
  test('has the given fields, normalized, and loses fields that are unset', async () => {
    const { id: channelPartnerId } = await by.partner();
    const productIds = [await by.product(), await by.product()];
    const given = {
      channelPartnerId,
      name: 'Fjord',
      customer: {
        name: 'Fjord Foods',
        domain: 'shop.Fjord-Foods.co.uk',
        country: 'no',
        account: { partner: 'mka', accountId: ' 12 ' },
        crmAAccountId: 'crm-1',
      },
      productIds: [...productIds, productIds[0]],
      amount: 1234.5,
      currency: 'USD',
      expectedCloseDate: '2027-06-30',
      notes: 'Soon.',
    };
    const created = await by.post('dealRegistration', given);
    const whole = {
      ...given,
      status: 'DRAFT',
      customer: {
        name: 'Fjord Foods',
        domain: 'fjord-foods.co.uk',
        country: 'NO',
        account: { partner: 'MKA', accountId: '12' },
        crmAAccountId: 'crm-1',
      },
      productIds,
      hasConflict: false,
      protectedProductIds: [],
    };
    expect(created).toMatchObject(whole);
    expect(await by.get(pathOf(created.id))).toEqual(created);
    const less = await by.patch(pathOf(created.id), {
      customer: { domain: null, account: null },
      amount: null,
    });
    expect(less.customer).toEqual({ name: 'Fjord Foods', country: 'NO', crmAAccountId: 'crm-1' });
    const least = await by.patch(pathOf(created.id), {
      customer: null,
      currency: null,
      expectedCloseDate: null,
      notes: '',
      name: null,
      productIds: null,
    });
    expect(Object.keys(least).sort()).toEqual(
      'channelPartnerId createdBy creationTime customer hasConflict id lastUpdateTime organizationID productIds protectedProductIds status'.split(
        ' ',
      ),
    );
    expect(least.customer).toEqual({});
    expect((await by.call('DELETE', pathOf(created.id))).body).toBe(created.id);
    expect((await by.call('GET', pathOf(created.id))).status).toBe(404);
    expect(await by.actions(created.id)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'DELETE']);
  });

  test.each<[string, object]>([
    ['/channelPartnerId', { channelPartnerId: undefined }],
    ['/customer/domain', { customer: { domain: 'gmail.com' } }],
    ['/customer/domain', { customer: { domain: 'nobody' } }],
    ['/customer/country', { customer: { country: 'XX' } }],
    ['/customer/account/accountId', { customer: { account: { partner: 'MKA' } } }],
    ['/customer/account/partner', { customer: { account: { partner: 'PAYA', accountId: '1' } } }],
    ['/amount', { amount: -1, currency: 'USD' }],
    ['/amount', { amount: 0.001, currency: 'USD' }],
    ['/amount', { amount: 1e16, currency: 'USD' }],
    ['/currency', { amount: 1 }],
    ['/currency', { currency: 'XXY' }],
    ['/expectedCloseDate', { expectedCloseDate: '2027-02-30' }],
    ['/productIds', { productIds: Array.from({ length: 51 }, (_, index) => `${index}`) }],
  ])('is refused with a finding at %s', async (pointer, body) => {
    const { id: channelPartnerId } = await by.partner();
    const reply = await by.call('POST', 'dealRegistration', { channelPartnerId, ...body });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  test('refers to existing records of its organization only, and to no deleted product', async () => {
    const stranger = partnersOf(app, await app.organization());
    const [theirs, own] = [await stranger.deal(), await by.deal()];
    const deletedProduct = await by.product();
    expect((await by.call('DELETE', `product/${deletedProduct}`)).status).toBe(200);
    for (const body of [
      { channelPartnerId: theirs.channelPartnerId },
      { channelPartnerId: 'none' },
      { productIds: theirs.productIds },
      { productIds: ['none'] },
      { productIds: [deletedProduct] },
    ]) {
      const { channelPartnerId } = own;
      expect((await by.call('POST', 'dealRegistration', { channelPartnerId, ...body })).status).toBe(404);
      if (body.productIds) expect((await by.call('PATCH', pathOf(own.id), body)).status).toBe(404);
    }
    expect((await by.call('GET', pathOf(theirs.id))).status).toBe(404);
    expect((await by.call('GET', pathOf(theirs.id, 'conflict'))).status).toBe(404);
    expect((await by.call('PATCH', pathOf(theirs.id), { name: 'x' })).status).toBe(404);
    expect((await by.call('DELETE', pathOf(theirs.id))).status).toBe(404);
    for (const verb of ['submit', 'approve', 'reject', 'requestAction', 'withdraw', 'win', 'lose'])
      expect((await by.call('POST', pathOf(theirs.id, verb), { message: 'x' })).status).toBe(404);
  });

  test('can be submitted with a product and an identified customer, by an active channel partner', async () => {
    const { id, channelPartnerId } = await by.deal();
    const submit = () => by.call('POST', pathOf(id, 'submit'));
    await by.patch(pathOf(id), { customer: { domain: null }, productIds: [] });
    expect((await submit()).body.errors.map((each: { pointer: string }) => each.pointer)).toEqual([
      '/customer',
      '/productIds',
    ]);
    await by.patch(pathOf(id), { customer: { crmAAccountId: 'crm' }, productIds: [await by.product()] });
    await by.patch(`channelPartner/${channelPartnerId}`, { status: 'SUSPENDED' });
    expect((await submit()).body.code).toBe('channel_partner_state');
    await by.patch(`channelPartner/${channelPartnerId}`, { status: 'ACTIVE' });
    expect((await submit()).body).toMatchObject({ status: 'SUBMITTED', submittedBy: org.client.id });
    await by.patch(`channelPartner/${channelPartnerId}`, { status: 'TERMINATED' });
    expect((await by.call('POST', pathOf(id, 'approve'))).body.code).toBe('channel_partner_state');
    expect(await statusOf(id)).toBe('SUBMITTED');
  });

  test('keeps customer and products from its submission on, and is read-only after its end', async () => {
    const { id, productIds } = await by.deal();
    const patch = async (body: object) => (await by.call('PATCH', pathOf(id), body)).status;
    const others = [{ customer: { domain: 'other.com' } }, { customer: { name: 'x' } }, { productIds: [] }];
    for (const verb of ['submit', 'approve']) {
      await by.step(id, verb);
      for (const body of others) expect(await patch(body)).toBe(409);
      expect(await patch({ amount: 5, currency: 'EUR', notes: verb, productIds })).toBe(200);
    }
    await by.step(id, 'lose');
    expect(await patch({ notes: 'x' })).toBe(409);
    expect((await by.call('DELETE', pathOf(id))).status).toBe(409);
  });

  test('prevents the deletion of its channel partner while it is open', async () => {
    const { id, channelPartnerId } = await by.deal();
    const path = `channelPartner/${channelPartnerId}`;
    expect((await by.call('DELETE', path)).body.code).toBe('channel_partner_in_use');
    await by.step(id, 'withdraw', { message: 'No.' });
    expect((await by.call('DELETE', path)).status).toBe(200);
    const reply = await by.call('POST', 'dealRegistration', { channelPartnerId });
    expect(reply.status).toBe(404);
    const { id: other } = await by.partner();
    const [deleted, made] = await Promise.all([
      by.call('DELETE', `channelPartner/${other}`),
      by.call('POST', 'dealRegistration', { channelPartnerId: other }),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([deleted.status, made.status]);
  });
});

describe('each transition in each state', () => {
  const ways: Record<string, string[]> = {
    DRAFT: [],
    SUBMITTED: ['submit'],
    ACTION_REQUIRED: ['submit', 'requestAction'],
    APPROVED: ['submit', 'approve'],
    REJECTED: ['submit', 'reject'],
    WON: ['submit', 'approve', 'win'],
    LOST: ['submit', 'approve', 'lose'],
    EXPIRED: ['submit', 'approve', 'expire'],
    WITHDRAWN: ['withdraw'],
  };
  const outcomes: Record<string, string> = {
    submit: 'SUBMITTED',
    requestAction: 'ACTION_REQUIRED',
    approve: 'APPROVED',
    reject: 'REJECTED',
    win: 'WON',
    lose: 'LOST',
    withdraw: 'WITHDRAWN',
  };
  const possible: Record<string, string[]> = {
    DRAFT: ['submit', 'withdraw'],
    SUBMITTED: ['approve', 'requestAction', 'reject', 'withdraw'],
    ACTION_REQUIRED: ['submit', 'withdraw'],
    APPROVED: ['win', 'lose', 'withdraw'],
  };
  const expire = async (id: string) => {
    await app.database.query(`UPDATE deal_registration SET protection_end_time = now() WHERE id = $1`, [id]);
    await app.database.query(
      `UPDATE job SET ready_at = now(), due_at = now() WHERE kind = 'partners.expireDeal'
         AND payload->>'dealRegistrationId' = $1`,
      [id],
    );
    await app.drainJobs();
  };

  test.each(Object.keys(ways))(
    '%s: an allowed transition is made, a repeat has no event, and all others are a 409',
    async (state) => {
      for (const [verb, outcome] of Object.entries(outcomes)) {
        const { id } = await by.deal();
        for (const way of ways[state] as string[])
          if (way === 'expire') await expire(id);
          else await by.step(id, way, { message: 'Because.' });
        expect(await statusOf(id)).toBe(state);
        const before = await by.actions(id);
        const { status, body } = await by.call('POST', pathOf(id, verb), { message: 'Because.' });
        const after = await by.actions(id);
        if (outcome === state) expect([status, body.status, after]).toEqual([200, state, before]);
        else if (possible[state]?.includes(verb))
          expect([status, body.status, after.length]).toEqual([200, outcome, before.length + 1]);
        else expect([status, body.code, after]).toEqual([409, 'deal_registration_state', before]);
        expect(await statusOf(id)).toBe(status === 200 ? outcome : state);
      }
    },
  );

  test.each(['requestAction', 'reject'])('%s requires a reason', async (verb) => {
    const { id } = await by.deal();
    await by.step(id, 'submit');
    for (const body of [{}, { message: ' ' }])
      expect((await by.call('POST', pathOf(id, verb), body)).body.errors[0].pointer).toBe('/message');
    expect(await by.step(id, verb, { message: 'Because.' })).toMatchObject({
      decisionMessage: 'Because.',
      decidedBy: org.client.id,
    });
  });

  test('a registration that needed more information is submitted again, and its earlier decision is cleared', async () => {
    const { id } = await by.deal();
    await by.step(id, 'submit');
    await by.step(id, 'requestAction', { message: 'Which one?' });
    await by.patch(pathOf(id), { customer: { country: 'DE' } });
    const again = await by.step(id, 'submit');
    expect(again).toMatchObject({ status: 'SUBMITTED', customer: { country: 'DE' } });
    expect(again).not.toHaveProperty('decisionMessage');
  });
});

describe('the approver', () => {
  test('differs from the submitter, as long as another member may approve', async () => {
    const own = partnersOf(app, await app.organization());
    const { id } = await own.deal();
    await own.step(id, 'submit');
    const boss = await app.person(own.org.id, 'ADMIN');
    for (const verb of ['approve', 'reject', 'requestAction'])
      expect((await own.call('POST', pathOf(id, verb), { message: 'x' })).status).toBe(403);
    const reply = await app.request('POST', `/org/${own.org.id}/${pathOf(id, 'approve')}`, {
      token: boss.token,
    });
    expect([reply.status, reply.body.decidedBy]).toEqual([200, boss.id]);
  });
});
