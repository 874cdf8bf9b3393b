import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Bound, type Portal, portalOf } from '../portal.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Portal;
let productId: string;
/** Two channel partners of one organization, and an API client of each partner. */
let one: Bound & { partnerId: string };
let two: Bound & { partnerId: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = portalOf(app, org);
  await app.person(org.id, 'ADMIN');
  productId = await by.product();
  const [first, second] = [(await by.partner()).id, (await by.partner()).id];
  one = { ...(await by.client(first, 'ADMIN')), partnerId: first };
  two = { ...(await by.client(second, 'ADMIN')), partnerId: second };
});
afterAll(() => app.stop());

let customers = 0;
const draft = async (of: Bound, domain = `customer${++customers}.com`) => {
  const made = await of.ask('POST', 'dealRegistration', {
    name: 'Deal',
    customer: { name: 'Customer', domain },
    productIds: [productId],
    amount: 48_000.5,
    currency: 'USD',
  });
  expect(made.status, made.text).toBe(200);
  return made.body;
};
const step = (of: Bound, id: string, verb: string, body?: object) =>
  of.ask('POST', `dealRegistration/${id}/${verb}`, body);

describe('deal registrations in the portal', () => {
  test('are drafted, changed, submitted and withdrawn by their channel partner', async () => {
    const deal = await draft(one);
    expect(deal).toMatchObject({ status: 'DRAFT', hasConflict: false, amount: 48_000.5 });
    expect((await by.get(`dealRegistration/${deal.id}`)).channelPartnerId).toBe(one.partnerId);
    const changed = await one.ask('PATCH', `dealRegistration/${deal.id}`, { amount: 50_000, notes: 'Soon' });
    expect(changed.body).toMatchObject({ amount: 50_000, notes: 'Soon' });
    expect((await step(one, deal.id, 'submit')).body.status).toBe('SUBMITTED');
    expect((await step(one, deal.id, 'submit')).body.status).toBe('SUBMITTED');
    const late = await one.ask('PATCH', `dealRegistration/${deal.id}`, { amount: 1 });
    expect(late.body.code).toBe('deal_registration_state');
    await by.step(deal.id, 'requestAction', { message: 'Which country?' });
    expect((await one.ask('PATCH', `dealRegistration/${deal.id}`, { amount: 1 })).status).toBe(200);
    const withdrawn = await step(one, deal.id, 'withdraw', { message: 'Stopped' });
    expect(withdrawn.body).toMatchObject({ status: 'WITHDRAWN', closeMessage: 'Stopped' });
    const listed = (await one.ask('GET', 'dealRegistration')).body;
    expect(listed.map(({ id }: { id: string }) => id)).toContain(deal.id);
  });

  test('hide persons of the seller, and of a conflict show only its existence', async () => {
    const [mine, theirs] = [await draft(one, 'fjord-foods.com'), await draft(two, 'www.fjord-foods.com')];
    expect((await step(one, mine.id, 'submit')).body.hasConflict).toBe(false);
    expect((await step(two, theirs.id, 'submit')).body.hasConflict).toBe(true);
    const approved = await by.step(mine.id, 'approve', { message: 'Go', overrideReason: 'Secret' });
    expect(approved.status).toBe('APPROVED');
    const { text, body } = await one.ask('GET', `dealRegistration/${mine.id}`);
    expect(text).not.toMatch(/Secret|usr_|cli_|org_|chp_/);
    expect(body).toMatchObject({
      status: 'APPROVED',
      decisionMessage: 'Go',
      protectedProductIds: [productId],
    });
    const other = await two.ask('GET', `dealRegistration/${theirs.id}`);
    expect(other.text).not.toContain(mine.id);
    expect(other.text).not.toContain(one.partnerId);
    const shown = [
      'amount',
      'closeMessage',
      'closeTime',
      'creationTime',
      'currency',
      'customer',
      'decisionMessage',
      'decisionTime',
      'expectedCloseDate',
      'hasConflict',
      'id',
      'lastUpdateTime',
      'name',
      'notes',
      'productIds',
      'protectedProductIds',
      'protectionEndTime',
      'status',
      'submissionTime',
    ];
    for (const fields of [body, other.body])
      expect(Object.keys(fields).filter((field) => !shown.includes(field))).toEqual([]);
  });

  test('of another channel partner are a 404 for every operation, and cannot be created', async () => {
    const deal = await draft(two);
    const none = await one.ask('GET', 'dealRegistration/der_00000000000000000000000000');
    for (const [method, path, body] of [
      ['GET', deal.id, undefined],
      ['PATCH', deal.id, { amount: 1 }],
      ['POST', `${deal.id}/submit`, undefined],
      ['POST', `${deal.id}/withdraw`, {}],
    ] as const) {
      const reply = await one.ask(method, `dealRegistration/${path}`, body);
      expect([reply.status, reply.body.detail]).toEqual([404, none.body.detail]);
    }
    const listed = (await one.ask('GET', 'dealRegistration?limit=1000')).body;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(deal.id);
    const made = await one.ask('POST', 'dealRegistration', { channelPartnerId: two.partnerId, name: 'x' });
    expect((await by.get(`dealRegistration/${made.body.id}`)).channelPartnerId).toBe(one.partnerId);
    expect((await one.ask('POST', 'dealRegistration', { productIds: ['prd_unknown'] })).status).toBe(404);
    for (const body of [
      { amount: 'x' },
      { customer: { domain: 'gmail.com' } },
      { amount: -1, currency: 'USD' },
    ])
      expect((await one.ask('POST', 'dealRegistration', body)).status).toBe(400);
  });

  test('count against the quota of the organization, not of the channel partner', async () => {
    const alone = await app.organization();
    const of = portalOf(app, alone);
    await app.database.query(
      `SET ROLE tradepost_system; INSERT INTO quota (organization_id, name, maximum, last_update_time)
       VALUES ('${alone.id}', 'dealRegistrations', 2, now()); RESET ROLE`,
    );
    const [first, second] = [await of.partner(), await of.partner()];
    const [ofFirst, ofSecond] = [await of.client(first.id), await of.client(second.id)];
    const create = async (by: Bound) => (await by.ask('POST', 'dealRegistration', { name: 'x' })).status;
    expect([await create(ofFirst), await create(ofFirst), await create(ofSecond)]).toEqual([200, 200, 429]);
  });

  test('are submitted once by 64 simultaneous calls', async () => {
    const deal = await draft(one);
    const replies = await Promise.all(Array.from({ length: 64 }, () => step(one, deal.id, 'submit')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await by.actions(deal.id)).filter((action) => action === 'SUBMIT')).toHaveLength(1);
  });

  test('have idempotency keys for each caller', async () => {
    const ask = (token: string) =>
      app.request('POST', `/org/${org.id}/partnerPortal/dealRegistration`, {
        token,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'same' },
      });
    const [first, again, other] = [await ask(one.token), await ask(one.token), await ask(two.token)];
    expect(again.body.id).toBe(first.body.id);
    expect(other.body.id).not.toBe(first.body.id);
  });

  test('of the earlier channel partner are not returned by an idempotency key to a person who was moved', async () => {
    const own = portalOf(app, await app.organization());
    const [{ id: before }, { id: now }] = [await own.partner(), await own.partner()];
    const moved = await own.client(before);
    const ask = (key: string) =>
      app.request('POST', `/org/${own.org.id}/partnerPortal/dealRegistration`, {
        token: moved.token,
        body: { name: 'Of the one before' },
        headers: { 'idempotency-key': key },
      });
    expect((await ask('kept')).status).toBe(200);
    await own.patch(`apiClient/${moved.id}`, { channelPartnerId: now });
    const again = await ask('kept');
    expect([again.status, again.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await ask('new')).status).toBe(200);
  });
});

describe('agreements, offers and the report in the portal', () => {
  test('are those of the channel partner, with closed lists of fields', async () => {
    const agreement = await by.post(`channelPartner/${one.partnerId}/agreement`, {
      name: 'Nordics',
      share: 20,
      startDate: '2026-01-01',
      countries: ['SE'],
    });
    expect((await one.ask('GET', 'agreement')).body).toEqual([
      {
        id: agreement.id,
        name: 'Nordics',
        productIds: [],
        countries: ['SE'],
        share: 20,
        startDate: '2026-01-01',
        endDate: null,
      },
    ]);
    expect((await two.ask('GET', 'agreement')).body).toEqual([]);
    const { id } = await by.post('offer', {
      name: 'Shared deal',
      productID: productId,
      partner: 'MKA',
      expireTime: '2091-01-01T00:00:00.000Z',
      info: { currency: 'USD', commits: [{ key: 'plan', rate: 1000.1 }], sellerNotes: 'Their margin' },
      metaInfo: { internalNote: 'Secret' },
    });
    for (const [of, share, kind] of [
      [one, 12.5, 'SOURCED'],
      [two, 33.25, 'INFLUENCED'],
    ] as const)
      await by.post(`offer/${id}/attribution`, { channelPartnerId: of.partnerId, share, kind });
    await app.drainJobs();
    await by.post(`sandbox/offer/${id}/accept`, {});
    await by.settle();
    const shown = (await one.ask('GET', `offer/${id}`)).body;
    expect(shown).toEqual({
      id,
      name: 'Shared deal',
      status: 'ACCEPTED',
      productName: expect.any(String),
      currency: 'USD',
      kind: 'SOURCED',
      share: 12.5,
      basis: 'MANUAL',
      amount: 1000.1,
      shareAmount: 125.0125,
      acceptTime: expect.any(String),
      expireTime: '2091-01-01T00:00:00.000Z',
      creationTime: expect.any(String),
      lastUpdateTime: expect.any(String),
    });
    expect((await one.ask('GET', 'offer')).body).toEqual([shown]);
    expect((await two.ask('GET', `offer/${id}`)).body.shareAmount).toBe(332.53325);
    const others = await by.post('offer', { name: 'Not theirs', partner: 'MKA' });
    expect((await one.ask('GET', `offer/${others.id}`)).status).toBe(404);
  });

  test('include the same report of the channel partner as the seller’s, as JSON and as CSV', async () => {
    const seller = await by.get(`channelPartner/${one.partnerId}/report`);
    const { body } = await one.ask('GET', 'report');
    expect(body).toEqual(seller);
    expect(body.deals.map(({ status }: { status: string }) => status)).toContain('APPROVED');
    const csv = await app.request('GET', `/org/${org.id}/partnerPortal/report`, {
      token: one.token,
      headers: { accept: 'text/csv' },
    });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe(
      'part,status,kind,currency,count,amount,gross,expectedShare,earnedShare',
    );
    expect(csv.text).toContain('deals,APPROVED,,USD,1,48000.5,');
    for (const days of ['startDate=2026-02-02&endDate=2026-02-01', 'startDate=x'])
      expect((await one.ask('GET', `report?${days}`)).status).toBe(400);
    const unknown = await by.call('GET', 'channelPartner/chp_00000000000000000000000000/report');
    expect(unknown.status).toBe(404);
  });
});

describe('row-level security for a bound person', () => {
  const tables = [
    'channel_partner',
    'channel_partner_agreement',
    'deal_registration',
    'deal_protection',
    'offer_attribution',
    'entitlement_attribution',
  ];

  test('shows rows of its channel partner only, in each table, and prevents writes of other rows', async () => {
    const client = new pg.Client({ connectionString: app.database.connectionString });
    await client.connect();
    const counts = async () => {
      const found: number[] = [];
      for (const table of tables)
        found.push((await client.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows);
      return found;
    };
    try {
      await client.query('BEGIN; SET LOCAL ROLE tradepost_app');
      await client.query(`SELECT set_config('app.organization_id', $1, true)`, [org.id]);
      const whole = await counts();
      await client.query(`SELECT set_config('app.binding_id', $1, true)`, [two.partnerId]);
      const ofTwo = await counts();
      await client.query(`SELECT set_config('app.binding_id', $1, true)`, [one.partnerId]);
      const ofOne = await counts();
      expect(ofOne[0]).toBe(1);
      expect(whole.map((rows, index) => rows - (ofOne[index] as number) - (ofTwo[index] as number))).toEqual(
        tables.map(() => 0),
      );
      expect(ofOne.every((rows) => rows > 0)).toBe(true);
      const written = await client.query(
        'UPDATE deal_registration SET amount = 1 WHERE channel_partner_id = $1',
        [two.partnerId],
      );
      expect(written.rowCount).toBe(0);
      const { rows: grants } = await client.query(
        'SELECT DISTINCT bound_to FROM principal_grant WHERE bound_to IS NOT NULL',
      );
      expect(grants).toEqual([{ bound_to: one.partnerId }]);
      await client.query('SAVEPOINT before');
      const moved = client.query('UPDATE deal_registration SET channel_partner_id = $1', [two.partnerId]);
      await expect(moved).rejects.toThrow('row-level security');
      await client.query('ROLLBACK TO before');
      await client.query(`SELECT set_config('app.binding_id', '', true)`);
      const { rows: unbound } = await client.query(
        'SELECT principal_id FROM principal_grant WHERE bound_to IS NOT NULL',
      );
      // Transactions of earlier versions cannot find bound grants.
      expect(unbound).toEqual([]);
    } finally {
      await client.query('ROLLBACK');
      await client.end();
    }
  });
});
