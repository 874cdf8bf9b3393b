import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationSigner } from '../../src/marketplaces/sandbox/signer.ts';
import { createVault } from '../../src/platform/secrets/encryption.ts';
import { type TestApp, type TestOrganization, testMasterKey } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
const post = (path: string, body?: unknown, owner = org) =>
  app.request('POST', `/org/${owner.id}/${path}`, {
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  });
const publish = async (body: object): Promise<string> => {
  const { body: offer } = await post('offer', { name: 'Offer', ...body });
  await app.drainJobs();
  return offer.id;
};
const order = async (body: object) => {
  const reply = await post('sandbox/order', body);
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return (await get('entitlement')).find(
    (row: { externalID: string }) => row.externalID === reply.body.externalID,
  );
};

test.each(['MKA', undefined])(
  'a rejected offer is REJECTED, has no entitlement and cannot be accepted (%s)',
  async (partner) => {
    const id = await publish(partner ? { partner } : {});
    expect((await post(`sandbox/offer/${id}/reject`)).status).toBe(200);
    const accepted = await post(`sandbox/offer/${id}/accept`);
    expect(accepted.status).toBe(409);
    await app.drainJobs();
    expect((await get(`offer/${id}`)).status).toBe('REJECTED');
    expect(await get(`entitlement?offerId=${id}`)).toEqual([]);
    expect((await post(`sandbox/offer/${id}/reject`)).status).toBe(409);
  },
);

test('simultaneous accept and reject have one winner, in all records', async () => {
  const id = await publish({ partner: 'MKA' });
  const [accepted, rejected] = await Promise.all([
    post(`sandbox/offer/${id}/accept`),
    post(`sandbox/offer/${id}/reject`),
  ]);
  expect([accepted.status, rejected.status].sort()).toEqual([200, 409]);
  await app.drainJobs();
  expect((await get(`offer/${id}`)).status).toBe(accepted.status === 200 ? 'ACCEPTED' : 'REJECTED');
});

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'R36 a public product can be ordered on %s',
  async (partner) => {
    const entitlement = await order({
      partner: partner.toLowerCase(),
      productId: 'prd_1',
      planId: 'gold',
      quantity: 3,
      amount: 120,
      currency: 'EUR',
    });
    expect(entitlement).toMatchObject({
      partner,
      productID: 'prd_1',
      status: 'ACTIVE',
      info: { offerVisibility: 'PUBLIC' },
    });
  },
);

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'R36 R42 an order on %s has the given amount and currency',
  async (partner) => {
    const entitlement = await order({
      partner,
      productId: 'prd_1',
      planId: 'gold',
      quantity: 3,
      amount: 120,
      currency: 'EUR',
    });
    const term = await get(`entitlement/${entitlement.id}/entitlementTerm/${entitlement.entitlementTermID}`);
    expect([entitlement.info.currency, term.commitAmount, term.info]).toEqual([
      'EUR',
      120,
      { type: 'Signup' },
    ]);
  },
);

test('R36 R40 an order of a public offer names the offer, which stays on sale', async () => {
  const { body: offer } = await post('offer', {
    name: 'Public',
    partner: 'MKD',
    offerType: 'DEFAULT',
    productID: 'prd_d',
  });
  expect(offer.status).toBe('ACTIVE');
  const first = await order({ partner: 'MKD', offerId: offer.id, productId: 'prd_d', amount: 5 });
  const second = await order({
    partner: 'MKD',
    offerId: offer.id,
    productId: 'prd_d',
    amount: 5,
    buyerName: 'Second',
  });
  expect([first.offerID, second.offerID]).toEqual([offer.id, offer.id]);
  expect([first.name, first.type]).toEqual(['Public', 'DEFAULT']);
  expect((await get(`offer/${offer.id}`)).status).toBe('ACTIVE');
  expect(first.buyerID).not.toBe(second.buyerID);
});

test('orders with missing or surplus fields are a 400', async () => {
  for (const body of [
    undefined,
    {},
    { partner: 'PAYA' },
    { partner: 'MKA', quantity: 0 },
    { partner: 'MKA', amount: -1 },
    { partner: 'MKA', endTime: 'soon' },
    { partner: 'MKA', currency: 'ABC' },
  ])
    expect([body, (await post('sandbox/order', body)).status]).toEqual([body, 400]);
});

test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
  'a cancelled entitlement on %s is CANCELLED once and permanently',
  async (partner) => {
    const { id } = await order({ partner, productId: 'prd_1' });
    expect((await post(`sandbox/entitlement/${id}/cancel`)).status).toBe(200);
    const twice = await post(`sandbox/entitlement/${id}/cancel`);
    expect([twice.status, twice.body.code]).toEqual([400, 'entitlement_state']);
    await app.drainJobs();
    expect((await get(`entitlement/${id}`)).status).toBe('CANCELLED');
    const addon = await post(`entitlement/${id}/addon`, {});
    expect([addon.status, addon.body.code]).toEqual([400, 'entitlement_not_active']);
  },
);

test('a direct sale’s entitlement cannot be cancelled by a marketplace', async () => {
  const id = await publish({});
  await post(`sandbox/offer/${id}/accept`);
  const [entitlement] = await get('entitlement');
  expect((await post(`sandbox/entitlement/${entitlement.id}/cancel`)).status).toBe(400);
  expect((await post('sandbox/entitlement/ent_none/cancel')).status).toBe(404);
});

test('PROD organizations have no sandbox', async () => {
  const prod = await app.organization({ environment: 'PROD' });
  const { body: offer } = await post('offer', { name: 'real' }, prod);
  for (const [path, body] of [
    [`sandbox/offer/${offer.id}/accept`, {}],
    [`sandbox/offer/${offer.id}/reject`, {}],
    ['sandbox/order', { partner: 'MKA' }],
    ['sandbox/entitlement/ent_1/cancel', {}],
  ] as const) {
    const reply = await post(path, body, prod);
    expect([path, reply.status, reply.body.code]).toEqual([path, 409, 'not_a_test_organization']);
  }
});

test('R3 records of another organization are a 404', async () => {
  const offerId = await publish({});
  const entitlement = await order({ partner: 'MKA' });
  const foreign = await app.organization();
  for (const path of [
    `sandbox/offer/${offerId}/accept`,
    `sandbox/offer/${offerId}/reject`,
    `sandbox/entitlement/${entitlement.id}/cancel`,
  ]) {
    const reply = await app.request('POST', `/org/${foreign.id}/${path}`, { token: foreign.token });
    expect([path, reply.status]).toEqual([path, 404]);
    expect((await app.request('POST', `/org/${org.id}/${path}`, { token: foreign.token })).status).toBe(404);
  }
});

const events = async () =>
  Number(
    (await app.database.query('SELECT count(*) FROM event WHERE organization_id = $1', [org.id])).rows[0]
      .count,
  );
const notices = async () =>
  (
    await app.database.query(
      'SELECT * FROM inbound_notification WHERE organization_id = $1 ORDER BY received_at',
      [org.id],
    )
  ).rows;
const accept = async (id: string) => {
  const reply = await post(`sandbox/offer/${id}/accept`);
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return (await get(`entitlement?offerId=${id}`))[0];
};

describe('notifications by the inbound address', () => {
  const door = (headers: Record<string, string>, raw: string, partner = 'mka', organization = org.id) =>
    app.request('POST', `/marketplaces/${partner}/notifications/${organization}`, { raw, headers });
  const signed = (subject: object, id = `msg_${Math.random()}`, at = new Date(), organization = org.id) => {
    const raw = JSON.stringify({ type: 'changed', partner: 'MKA', subject });
    const signature = notificationSigner(createVault(testMasterKey), organization, 'MKA').sign(id, at, raw);
    return {
      raw,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      },
    };
  };

  test('that are duplicate, late or out of order change nothing', async () => {
    const id = await publish({ partner: 'MKA' });
    const entitlement = await accept(id);
    const before = await events();
    const offer = await get(`offer/${id}`);
    for (const { headers, body } of await notices()) {
      // The sender sets the content length.
      const { 'content-length': _, ...sent } = headers;
      expect((await door(sent, body)).status).toBe(200);
    }
    const stored = (await notices()).length;
    const subjects = [
      { kind: 'AGREEMENT', externalId: entitlement.externalID },
      { kind: 'OFFER', externalId: offer.externalID },
      { kind: 'OFFER', externalId: 'sbo_none' },
      { kind: 'AGREEMENT', externalId: 'sba_none' },
    ];
    for (const subject of subjects) {
      const { headers, raw } = signed(subject);
      expect((await door(headers, raw)).status).toBe(200);
    }
    await app.drainJobs();
    expect((await notices()).length).toBe(stored + 4);
    expect(await get(`entitlement?offerId=${id}`)).toEqual([entitlement]);
    expect(await get(`offer/${id}`)).toEqual(offer);
    expect(await events()).toBe(before);
  });

  test.each([
    ['an unknown kind', { kind: 'INVOICE', externalId: 'x' }, '/subjects/0/kind'],
    ['no identifier', { kind: 'OFFER' }, '/subjects/0/externalId'],
    ['a number', { kind: 'OFFER', externalId: 5 }, '/subjects/0/externalId'],
    ['a NUL character', { kind: 'OFFER', externalId: 'a\0b' }, '/subjects/0/externalId'],
    ['a lone surrogate', { kind: 'OFFER', externalId: 'a\ud800b' }, '/subjects/0/externalId'],
    ['too much', { kind: 'OFFER', externalId: 'x'.repeat(501) }, '/subjects/0/externalId'],
  ])(
    'that are genuine but name %s to read again are refused without a trace',
    async (_, subject, pointer) => {
      const stored = (await notices()).length;
      const { headers, raw } = signed(subject as object);
      const reply = await door(headers, raw);
      expect([reply.status, reply.body.code], reply.text).toEqual([400, 'invalid_request']);
      expect(reply.body.errors.map((each: { pointer: string }) => each.pointer)).toContain(pointer);
      expect((await notices()).length).toBe(stored);
      const { rows } = await app.database.query(
        "SELECT id FROM job WHERE kind = 'marketplaces.observe' AND finished_at IS NULL",
      );
      expect(rows).toEqual([]);
    },
  );

  test('about an agreement are applied before its offer was seen as published', async () => {
    const { body } = await post('offer', { name: 'fast', partner: 'MKA' });
    await app.drainJobs();
    await app.database.query(`UPDATE offer SET status = 'PENDING_CREATE' WHERE id = $1`, [body.id]);
    const { rows } = await app.database.query('SELECT id FROM sandbox_offer WHERE creation_key = $1', [
      body.id,
    ]);
    await app.database.query(
      `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
       VALUES ($1, 'sba_early', 'MKA', $2, 'ACTIVE', $3, now(), now())`,
      [
        org.id,
        rows[0].id,
        { externalBuyerId: '1', acceptedAt: new Date().toISOString(), startTime: new Date().toISOString() },
      ],
    );
    const { headers, raw } = signed({ kind: 'AGREEMENT', externalId: 'sba_early' });
    await door(headers, raw);
    await app.drainJobs();
    expect((await get(`offer/${body.id}`)).status).toBe('ACCEPTED');
    expect(await get(`entitlement?offerId=${body.id}`)).toHaveLength(1);
  });

  test('that are forged, altered, old, foreign or replayed elsewhere are refused, and not stored', async () => {
    const other = await app.organization();
    const entitlement = await accept(await publish({ partner: 'MKA' }));
    const kept = (await notices()).length;
    const { headers, raw } = signed({ kind: 'AGREEMENT', externalId: entitlement.externalID });
    const old = signed({ kind: 'OFFER', externalId: 'x' }, 'msg_old', new Date(Date.now() - 3_600_000));
    const attempts = [
      door({}, raw),
      door({ ...headers, 'webhook-signature': 'v1,AAAA' }, raw),
      door({ ...headers, 'webhook-id': 'msg_other' }, raw),
      door(headers, raw.replace('AGREEMENT', 'OFFER')),
      door(old.headers, old.raw),
      door(headers, raw, 'mka', other.id),
      door(headers, raw, 'mka', 'org_none'),
      door(headers, raw, 'mkb'),
      door(headers, raw, 'nobody'),
    ];
    const statuses = (await Promise.all(attempts)).map((reply) => [reply.status, reply.body.code]);
    await app.drainJobs();
    expect(await get('entitlement')).toEqual([entitlement]);
    expect(statuses).toEqual(statuses.map(() => [401, 'unauthenticated']));
    expect((await notices()).length).toBe(kept);
  });
});
