import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withoutLink } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
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

const call = (method: string, path: string, body?: object) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
const create = (body: object) => done('POST', 'buyer', body);
const merge = (id: string, ...buyerIds: string[]) => call('POST', `buyer/${id}/merge`, { buyerIds });
const order = async (buyerAccountId: string, partner = 'MKA') => {
  const { externalID } = await done('POST', 'sandbox/order', { partner, quantity: 1, buyerAccountId });
  await app.drainJobs();
  return (await done('GET', `entitlement?externalId=${externalID}`))[0];
};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, sequence, audited, request_id, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

/** Requires that every record refers to an existing buyer and that every record change has an event. */
async function expectConsistent(): Promise<void> {
  const { rows } = await app.database.query(
    `SELECT used.kind, used.id, used.buyer_id FROM (
       SELECT 'offer' AS kind, organization_id, id, buyer_id FROM offer
       UNION ALL SELECT 'entitlement', organization_id, id, buyer_id FROM entitlement
       UNION ALL SELECT 'term', organization_id, id, buyer_id FROM entitlement_term
       UNION ALL SELECT 'account', organization_id, external_id, buyer_id FROM buyer_account
       UNION ALL SELECT 'link', organization_id, contact_id, buyer_id FROM buyer_contact
       UNION ALL SELECT 'survivor', organization_id, id, merged_into FROM buyer WHERE status = 'MERGED') used
     LEFT JOIN buyer b ON b.organization_id = used.organization_id AND b.id = used.buyer_id
     WHERE used.organization_id = $1 AND used.buyer_id IS NOT NULL AND b.status IS DISTINCT FROM 'ACTIVE'`,
    [org.id],
  );
  expect(rows).toEqual([]);
  const numbers = await app.database.query(
    `SELECT entity_id FROM event WHERE organization_id = $1 GROUP BY entity_id
     HAVING max(sequence) <> count(*) OR min(sequence) <> 1`,
    [org.id],
  );
  expect(numbers.rows).toEqual([]);
}

describe('a merge', () => {
  test('keeps the buyer findable by each of its accounts, in every list', async () => {
    const { buyerID: one } = await order('111111111111');
    const { buyerID: two } = await order('222222222222');
    expect((await merge(one, two)).status).toBe(200);
    for (const query of ['mkAAccountId=222222222222', 'mkAAccountId=111111111111', 'externalId=222222222222'])
      expect([query, idsOf(await done('GET', `buyer?${query}`))]).toEqual([query, [one]]);
    expect(await done('GET', 'buyer?mkAAccountId=222222222222&externalId=111111111111')).toHaveLength(1);
    expect(await done('GET', 'buyer?mkAAccountId=333333333333')).toEqual([]);
  });

  test('moves the records of the merged buyers to the survivor and fills its missing fields', async () => {
    const survivor = await create({ name: 'Stays', customerId: 'c-1', companyInfo: { name: 'Acme' } });
    const bought = await order('111111111111');
    const other = await create({
      name: 'Goes',
      description: 'Note',
      customerId: 'c-2',
      emailAddress: 'a@acme.example',
      companyInfo: { name: 'Other', city: 'Bern' },
    });
    const offer = await done('POST', 'offer', { name: 'To the other', buyerID: other.id });
    const [first, second] = [await done('POST', 'contact', {}), await done('POST', 'contact', {})];
    await done('POST', `contact/${second.id}/buyer/${survivor.id}`);
    for (const { id } of [first, second]) await done('POST', `contact/${id}/buyer/${other.id}`);
    const before = await done('GET', `buyer/${survivor.id}`);

    const reply = await merge(survivor.id, bought.buyerID, other.id);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toMatchObject({
      id: survivor.id,
      name: 'Stays',
      description: 'Note',
      partner: 'MKA',
      externalID: '111111111111',
      info: {
        customerId: 'c-1',
        emailAddress: 'a@acme.example',
        companyInfo: { name: 'Acme', city: 'Bern' },
        mkABuyer: { mkAAccountID: '111111111111' },
      },
    });
    expect(reply.body.contactIds.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await done('GET', `buyer/${survivor.id}`)).toEqual(reply.body);
    expect((await done('GET', `offer/${offer.id}`)).buyerID).toBe(survivor.id);
    const entitlement = await done('GET', `entitlement/${bought.id}`);
    expect(entitlement.buyerID).toBe(survivor.id);
    const [term] = await done('GET', `entitlement/${bought.id}/entitlementTerm`);
    expect(term.buyerID).toBe(survivor.id);
    expect(idsOf(await done('GET', `entitlement?buyerId=${survivor.id}`))).toEqual([bought.id]);
    expect(idsOf(await done('GET', `contact/${first.id}/buyer`))).toEqual([survivor.id]);
    expect(idsOf(await done('GET', 'buyer'))).toEqual([survivor.id]);

    const { rows } = await app.database.query(
      'SELECT entity_id, action, audited FROM event WHERE request_id = $1 ORDER BY audited DESC',
      [reply.headers.get('x-correlation-id')],
    );
    const expected = [
      [survivor.id, 'MERGE', true],
      ...[bought.buyerID, other.id].map((id) => [id, 'DELETE', false]),
      ...[offer.id, bought.id, term.id].map((id) => [id, 'UPDATE', false]),
    ];
    expect(rows).toHaveLength(expected.length);
    expect(rows.map((row) => [row.entity_id, row.action, row.audited])).toEqual(
      expect.arrayContaining(expected),
    );
    const event = (await eventsOf(survivor.id)).at(-1);
    const { spaUrl: _after, ...info } = reply.body.info;
    const { spaUrl: _before, ...infoBefore } = before.info;
    expect(event.payload).toEqual({ ...reply.body, info });
    expect(event.before).toEqual({ ...before, info: infoBefore });
    expect((await eventsOf(bought.buyerID)).at(-1).payload).toMatchObject({
      externalID: '111111111111',
      mergedInto: survivor.id,
    });
    expect((await eventsOf(bought.id)).at(-1)).toMatchObject({
      payload: withoutLink(entitlement),
      before: { buyerID: bought.buyerID },
    });
    await expectConsistent();
  });

  test('keeps every account: a later purchase by a merged account finds the survivor, through several merges', async () => {
    const accounts = ['100000000001', '100000000002', '100000000003'];
    const buyers = [];
    for (const account of accounts) buyers.push((await order(account)).buyerID);
    const [one, two, three] = buyers as [string, string, string];
    expect((await merge(two, three)).status).toBe(200);
    expect((await merge(one, two)).status).toBe(200);
    for (const account of accounts) expect((await order(account)).buyerID).toBe(one);
    expect((await done('GET', `buyer/${one}`)).externalID).toBe(accounts[0]);
    for (const account of accounts)
      expect(idsOf(await done('GET', `buyer?externalId=${account}`))).toEqual([one]);
    for (const gone of [two, three]) {
      const reply = await call('GET', `buyer/${gone}`);
      expect([reply.status, reply.body.detail]).toEqual([404, `The buyer was merged into ${one}.`]);
    }
    await expectConsistent();
  });

  test('applies to offers that name the merged buyer afterwards: the acceptance is the survivor’s', async () => {
    const [stays, goes] = [await create({ name: 'stays' }), await create({ name: 'goes' })];
    expect((await merge(stays.id, goes.id)).status).toBe(200);
    for (const partner of ['MKA', undefined]) {
      const offer = await done('POST', 'offer', { name: 'Late', partner, buyerID: goes.id });
      await app.drainJobs();
      await done('POST', `sandbox/offer/${offer.id}/accept`);
      await app.drainJobs();
      const accepted = await done('GET', `offer/${offer.id}`);
      const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
      expect([accepted.buyerID, entitlement.buyerID]).toEqual([stays.id, stays.id]);
      expect(JSON.stringify(accepted)).not.toContain('Buyer not found');
    }
    await expectConsistent();
  });

  test('that is repeated returns the same response and has one event', async () => {
    const [stays, goes] = [await create({ name: 'stays' }), await create({ name: 'goes' })];
    const first = await merge(stays.id, goes.id, goes.id);
    expect((await merge(stays.id, goes.id)).text).toBe(first.text);
    expect((await eventsOf(stays.id)).map(({ action }) => action)).toEqual(['CREATE', 'MERGE']);
  });

  test('with errors names each id and changes nothing', async () => {
    const [one, two, third] = [await create({}), await create({}), await create({})];
    expect((await merge(two.id, third.id)).status).toBe(200);
    const stranger = await app.organization();
    const foreign = await app.request('POST', `/org/${stranger.id}/buyer`, {
      token: stranger.token,
      body: {},
    });
    const wrong: [string[], string[]][] = [
      [[], ['/buyerIds']],
      [[two.id, one.id], ['/buyerIds/1']],
      [
        [two.id, two.id, 'buy_none', foreign.body.id, third.id],
        ['/buyerIds/2', '/buyerIds/3', '/buyerIds/4'],
      ],
      [Array.from({ length: 101 }, (_, n) => `buy_${n}`), ['/buyerIds']],
    ];
    for (const [ids, pointers] of wrong) {
      const reply = await merge(one.id, ...ids);
      expect(reply.status).toBe(400);
      expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    }
    expect((await call('POST', `buyer/${one.id}/merge`, {})).status).toBe(400);
    expect((await merge(third.id, one.id)).body.detail).toContain(two.id);
    expect((await merge('buy_none', one.id)).status).toBe(404);
    expect(await eventsOf(one.id)).toHaveLength(1);
  });

  test('of a buyer with more offers than a batch moves all of them', async () => {
    const [stays, goes] = [await create({}), await create({})];
    await app.app.inOrganization(org.id, 'test', (scope) =>
      scope.query({
        name: 'test_many_offers',
        text: `INSERT INTO offer (organization_id, id, buyer_id, offer_type, status, info, meta_info, sequence,
                 creation_time, last_update_time)
               SELECT $1, 'ofr_' || n, $2, 'PRIVATE', 'PENDING_ACCEPTANCE', '{}', '{}', 0, now(), now()
               FROM generate_series(1, 1001) n`,
        values: [org.id, goes.id],
      }),
    );
    expect((await merge(stays.id, goes.id)).status).toBe(200);
    const list = await call('GET', `offer?buyerId=${stays.id}&limit=1&count=true`);
    expect(list.headers.get('x-total-count')).toBe('1001');
    await expectConsistent();
  });
});

describe('simultaneous merges', () => {
  test('of A into B and B into A leave one buyer, and the second caller gets an error', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = [await create({ name: 'one' }), await create({ name: 'two' })];
      const replies = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
      const survivor = replies[0].status === 200 ? one : two;
      expect((await call('GET', `buyer/${survivor.id}`)).status).toBe(200);
      await expectConsistent();
    }
  });

  test('in a ring, with changes, links and purchases, leave records that name existing buyers', async () => {
    const accounts = Array.from({ length: 4 }, (_, n) => `20000000000${n}`);
    const ids: string[] = [];
    for (const account of accounts) ids.push((await order(account)).buyerID);
    const contact = await done('POST', 'contact', {});
    const offers = [];
    for (const buyerID of ids)
      offers.push(await done('POST', 'offer', { buyerID, contactIds: [contact.id] }));
    const purchases = accounts.map((buyerAccountId) =>
      call('POST', 'sandbox/order', { partner: 'MKA', quantity: 2, buyerAccountId }),
    );
    await Promise.all(purchases);
    const replies = await Promise.all([
      ...ids.map((id, n) => merge(id, ids[(n + 1) % ids.length] as string)),
      ...ids.map((id) => call('PATCH', `buyer/${id}`, { description: 'changed' })),
      ...ids.map((id) => call('POST', `contact/${contact.id}/buyer/${id}`)),
      ...offers.map(({ id }) => call('POST', `sandbox/offer/${id}/accept`)),
      app.drainJobs().then(() => ({ status: 200, text: '' })),
      call('DELETE', `contact/${contact.id}`),
    ]);
    for (const { status, text } of replies) expect([200, 400, 404, 409], text).toContain(status);
    await app.drainJobs();
    await expectConsistent();
    expect((await call('GET', 'entitlement?count=true')).headers.get('x-total-count')).toBe('12');
    const merged = replies.slice(0, 4).filter(({ status }) => status === 200).length;
    expect(merged).toBeGreaterThan(0);
    expect(await done('GET', 'buyer')).toHaveLength(4 - merged);
    const failed = await app.database.query(
      'SELECT kind, last_error FROM job WHERE organization_id = $1 AND last_error IS NOT NULL',
      [org.id],
    );
    expect(failed.rows).toEqual([]);
  });
});
