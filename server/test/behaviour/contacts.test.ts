import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, owner = org) =>
  app.request(method, `/org/${owner.id}/${path}`, { token: owner.token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: unknown, owner = org) => {
  const reply = await call(method, path, body, owner);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
const create = (body: object = {}) => done('POST', 'contact', body);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, sequence, audited, payload, before FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

describe('a contact', () => {
  test('is created and read back', async () => {
    const made = await create({
      emailAddress: 'Ann.Lee@Acme.example',
      name: 'Ann Lee',
      id: 'con_own',
      creationTime: [],
      info: { role: 'Buying', partner: 'mka', phoneNumber: '', lastModifiedBy: 7 },
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^con_/),
      organizationID: org.id,
      name: 'Ann Lee',
      emailAddress: 'Ann.Lee@Acme.example',
      creationTime: expect.any(String),
      lastUpdateTime: made.creationTime,
      info: { role: 'Buying', partner: 'MKA', lastModifiedBy: org.client.id },
    });
    expect(made.id).not.toBe('con_own');
    expect(await done('GET', `contact/${made.id}`)).toEqual(made);
    expect(await eventsOf(made.id)).toEqual([
      { action: 'CREATE', sequence: 1, audited: true, payload: made, before: null },
    ]);
  });

  test('with an existing address, in any letter case, is the existing contact, unchanged and without an event', async () => {
    const first = await create({ emailAddress: 'Once@acme.example', name: 'First' });
    const second = await create({ emailAddress: 'ONCE@Acme.Example', name: 'Second', info: { role: 'x' } });
    expect(second).toEqual(first);
    expect(await eventsOf(first.id)).toHaveLength(1);
    expect(idsOf(await done('GET', 'contact?emailAddress=oncE@acme.example'))).toEqual([first.id]);
    const other = await app.organization();
    expect((await done('POST', 'contact', { emailAddress: 'once@acme.example' }, other)).id).not.toBe(
      first.id,
    );
  });

  test('is created once by many simultaneous calls with one address', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => create({ emailAddress: 'race@acme.example', name: `Nr. ${n}` })),
    );
    expect(new Set(idsOf(made)).size).toBe(1);
    expect(new Set(made.map(({ name }) => name)).size).toBe(1);
    expect(await eventsOf(made[0].id)).toHaveLength(1);
  });

  test('may lack an address; each contact without an address is separate', async () => {
    const [one, other] = [
      await create({ name: 'No mail' }),
      await create({ name: 'No mail', emailAddress: '' }),
    ];
    expect(one.id).not.toBe(other.id);
    expect(one).not.toHaveProperty('emailAddress');
  });

  test('with an invalid address is refused', async () => {
    for (const emailAddress of [
      'ann',
      'a@b',
      'a b@c.example',
      '<a@b.example>',
      `${'x'.repeat(250)}@b.example`,
      7,
    ]) {
      const reply = await call('POST', 'contact', { emailAddress });
      expect([emailAddress, reply.status, reply.body.errors[0].pointer]).toEqual([
        emailAddress,
        400,
        '/emailAddress',
      ]);
    }
  });
});

describe('a change of a contact', () => {
  test('R8 keeps absent fields; an empty text or map unsets a field', async () => {
    const made = await create({
      emailAddress: 'pat@acme.example',
      name: 'Pat',
      info: { role: 'r', phoneNumber: '1' },
    });
    const steps: [object, object][] = [
      [
        { name: 'Patrick' },
        { name: 'Patrick', emailAddress: 'pat@acme.example', info: { role: 'r', phoneNumber: '1' } },
      ],
      [
        { info: { phoneNumber: '2', partner: 'MKB' } },
        { info: { role: 'r', phoneNumber: '2', partner: 'MKB' } },
      ],
      [{ info: { role: '', partner: '' } }, { info: { phoneNumber: '2' } }],
      [{ info: { unknown: 1 } }, { info: { phoneNumber: '2' } }],
      [{ name: null, info: { phoneNumber: null, role: 'r' } }, { info: { role: 'r' } }],
      [{ info: null }, { info: {} }],
      [
        { name: 'Pat', info: {} },
        { name: 'Pat', info: {} },
      ],
      [{ name: '', emailAddress: '' }, { info: {} }],
    ];
    let before = made;
    for (const [index, [patch, expected]] of steps.entries()) {
      const changed = await done('PATCH', `contact/${made.id}`, patch);
      const { lastModifiedBy, ...info } = changed.info;
      expect([index, lastModifiedBy]).toEqual([index, org.client.id]);
      expect({ ...changed, info }, `step ${index}`).toMatchObject(expected);
      expect(info).toEqual((expected as { info?: object }).info ?? info);
      const event = (await eventsOf(made.id)).at(-1);
      expect(event).toEqual({
        action: 'UPDATE',
        sequence: index + 2,
        audited: true,
        payload: changed,
        before,
      });
      before = changed;
    }
    expect(before).not.toHaveProperty('name');
    expect(before).not.toHaveProperty('emailAddress');
  });

  test('to an address of another contact is a 409, also simultaneously; another letter case of its own is allowed', async () => {
    const one = await create({ emailAddress: 'one@acme.example' });
    const other = await create({ emailAddress: 'other@acme.example' });
    const reply = await call('PATCH', `contact/${other.id}`, { emailAddress: 'ONE@acme.example' });
    expect([reply.status, reply.body.code]).toEqual([409, 'contact_exists']);
    expect(
      (await done('PATCH', `contact/${one.id}`, { emailAddress: 'One@Acme.example' })).emailAddress,
    ).toBe('One@Acme.example');
    const replies = await Promise.all(
      [one, other].map(({ id }) => call('PATCH', `contact/${id}`, { emailAddress: 'new@acme.example' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('of an unknown contact is a 404', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as [string, object?][])
      expect((await call(method, 'contact/con_none', body)).body.code).toBe('contact_not_found');
  });
});

describe('a batch', () => {
  test('returns a result for each entry in the given order: existing, new, and the same contact for the same address', async () => {
    const known = await create({ emailAddress: 'known@acme.example', name: 'Known' });
    const before = await count();
    const given = ['z@b.example', 'KNOWN@acme.example', 'a@b.example', 'Z@b.example', undefined, undefined];
    const rows = await done(
      'POST',
      'contact/batch',
      given.map((emailAddress, n) => ({
        emailAddress,
        name: `Nr. ${n}`,
        id: 7,
        info: { lastModifiedBy: {} },
      })),
    );
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([
      'Nr. 0',
      'Known',
      'Nr. 2',
      'Nr. 0',
      'Nr. 4',
      'Nr. 5',
    ]);
    expect(rows[1]).toEqual(known);
    expect(rows[3]).toEqual(rows[0]);
    const made = new Set([rows[0].id, rows[2].id, rows[4].id, rows[5].id]);
    expect(made.size).toBe(4);
    for (const id of made) expect(await eventsOf(id)).toHaveLength(1);
    expect(await count()).toEqual({ contacts: before.contacts + 4, events: before.events + 4 });
    expect(idsOf(await done('GET', 'contact')).slice(-4)).toEqual([
      rows[0].id,
      rows[2].id,
      rows[4].id,
      rows[5].id,
    ]);
  });

  test('is all or nothing, and names the wrong entry', async () => {
    const before = await count();
    const reply = await call('POST', 'contact/batch', [{ name: 'good' }, { emailAddress: 'bad' }]);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/1/emailAddress']);
    expect(
      (
        await call(
          'POST',
          'contact/batch',
          Array.from({ length: 1001 }, () => ({})),
        )
      ).status,
    ).toBe(400);
    expect((await call('POST', 'contact/batch', { name: 'no list' })).status).toBe(400);
    expect(await count()).toEqual(before);
    expect(await done('POST', 'contact/batch', [])).toEqual([]);
  });

  test('of a thousand entries is accepted, and two that overlap in different order create each contact once', async () => {
    const own = await app.organization();
    const addresses = Array.from({ length: 1000 }, (_, n) => ({ emailAddress: `n${n}@mass.example` }));
    const replies = await Promise.all(
      [addresses, addresses.toReversed(), addresses].map((list) => call('POST', 'contact/batch', list, own)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(idsOf(replies[1]?.body).toReversed()).toEqual(idsOf(replies[0]?.body));
    const list = await call('GET', 'contact?count=true', undefined, own);
    expect([list.body.length, list.headers.get('x-total-count')]).toEqual([1000, '1000']);
  });

  const count = async () =>
    (
      await app.database.query(
        `SELECT (SELECT count(*)::int FROM contact WHERE organization_id = $1) AS contacts,
           (SELECT count(*)::int FROM event WHERE organization_id = $1 AND entity_type = 'CONTACT') AS events`,
        [org.id],
      )
    ).rows[0];
});

describe('links', () => {
  test('to a buyer appear on it in order of creation; a repeated link is stored once', async () => {
    const buyer = await done('POST', 'buyer', { name: 'Linked' });
    const [second, first] = [await create({ name: 'second' }), await create({ name: 'first' })];
    await done('POST', `contact/${first.id}/buyer/${buyer.id}`);
    const linked = await done('POST', `contact/${second.id}/buyer/${buyer.id}`);
    expect(linked.contactIds).toEqual([first.id, second.id]);
    expect(await done('POST', `contact/${first.id}/buyer/${buyer.id}`)).toEqual(linked);
    expect(await done('DELETE', `contact/${first.id}/buyer/${buyer.id}`)).toBe(first.id);
    expect(await done('DELETE', `contact/${first.id}/buyer/${buyer.id}`)).toBe(first.id);
    expect((await done('GET', `buyer/${buyer.id}`)).contactIds).toEqual([second.id]);
    const events = await eventsOf(buyer.id);
    expect(events.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'UPDATE']);
    expect(events.map(({ payload }) => payload.contactIds.length)).toEqual([0, 1, 2, 1]);
    expect(events.map(({ before }) => before?.contactIds.length)).toEqual([undefined, 0, 1, 2]);
  });

  test('that are created simultaneously are all stored, and each event shows the earlier links', async () => {
    const buyer = await done('POST', 'buyer', { name: 'Popular' });
    const contacts = await done(
      'POST',
      'contact/batch',
      Array.from({ length: 8 }, () => ({})),
    );
    await Promise.all(idsOf(contacts).map((id) => done('POST', `contact/${id}/buyer/${buyer.id}`)));
    expect((await done('GET', `buyer/${buyer.id}`)).contactIds.sort()).toEqual(idsOf(contacts).sort());
    const events = await eventsOf(buyer.id);
    expect(events.map(({ payload }) => payload.contactIds.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(events.slice(1).map(({ before }) => before.contactIds.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('to an offer appear on it, and find it', async () => {
    const contact = await create({ name: 'Told' });
    const named = await done('POST', 'offer', { name: 'names it', contactIds: [contact.id, 'con_none'] });
    const linked = await done('POST', 'offer', { name: 'is linked' });
    expect(await done('POST', `contact/${contact.id}/offer/${linked.id}`)).toBe(contact.id);
    expect(await done('POST', `contact/${contact.id}/offer/${linked.id}`)).toBe(contact.id);
    expect((await done('GET', `offer/${linked.id}`)).contactIds).toEqual([contact.id]);
    expect(await eventsOf(linked.id)).toHaveLength(2);
    const both = [named.id, linked.id];
    expect(idsOf(await done('GET', `offer?contactId=${contact.id}`))).toEqual(both);
    expect(idsOf(await done('GET', `contact/${contact.id}/offer`))).toEqual(both);
    expect(idsOf(await done('GET', 'offer?contactId=con_none'))).toEqual([named.id]);
    expect(await done('DELETE', `contact/${contact.id}/offer/${named.id}`)).toBe(contact.id);
    expect((await done('GET', `offer/${named.id}`)).contactIds).toEqual(['con_none']);
    expect(idsOf(await done('GET', `offer?contactId=${contact.id}`))).toEqual([linked.id]);
  });

  test('require an existing contact and record', async () => {
    const contact = await create({});
    const buyer = await done('POST', 'buyer', {});
    const offer = await done('POST', 'offer', { name: 'end' });
    for (const method of ['POST', 'DELETE']) {
      const codes: [string, string][] = [
        [`contact/con_none/buyer/${buyer.id}`, 'contact_not_found'],
        [`contact/${contact.id}/buyer/buy_none`, 'buyer_not_found'],
        [`contact/con_none/offer/${offer.id}`, 'contact_not_found'],
        [`contact/${contact.id}/offer/ofr_none`, 'offer_not_found'],
      ];
      for (const [path, code] of codes) {
        const reply = await call(method, path);
        expect([path, reply.status, reply.body.code]).toEqual([path, 404, code]);
      }
    }
  });

  test('are removed with the contact everywhere, and the deletion is one audit entry', async () => {
    const contact = await create({ emailAddress: 'gone@acme.example' });
    const stays = await create({});
    const buyer = await done('POST', 'buyer', {});
    const offers = [];
    for (const name of ['one', 'two'])
      offers.push(await done('POST', 'offer', { name, contactIds: [stays.id, contact.id] }));
    for (const id of [contact.id, stays.id]) await done('POST', `contact/${id}/buyer/${buyer.id}`);
    const reply = await call('DELETE', `contact/${contact.id}`);
    expect([reply.status, reply.body]).toEqual([200, contact.id]);
    expect((await call('GET', `contact/${contact.id}`)).status).toBe(404);
    expect((await done('GET', `buyer/${buyer.id}`)).contactIds).toEqual([stays.id]);
    for (const { id } of offers) expect((await done('GET', `offer/${id}`)).contactIds).toEqual([stays.id]);
    expect(await done('GET', `offer?contactId=${contact.id}`)).toEqual([]);
    const { rows } = await app.database.query(
      'SELECT entity_id, action, audited, before, payload FROM event WHERE request_id = $1 ORDER BY audited DESC',
      [reply.headers.get('x-correlation-id')],
    );
    expect(rows.map(({ entity_id, audited }) => [entity_id, audited])).toEqual(
      expect.arrayContaining([[contact.id, true], [buyer.id, false], ...offers.map(({ id }) => [id, false])]),
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ action: 'DELETE', before: contact, payload: contact });
    expect((await create({ emailAddress: 'gone@acme.example' })).id).not.toBe(contact.id);
  });
});

describe('lists of offers of a partner and of a product', () => {
  test('equal the filtered list; an unknown partner or product is an error', async () => {
    const own = await app.organization();
    const { id } = await done('POST', 'product', { name: 'Sold' }, own);
    const first = await done('POST', 'offer', { partner: 'MKA', productID: id }, own);
    const second = await done('POST', 'offer', { productID: id }, own);
    await done('POST', 'offer', { productID: 'prd_2' }, own);
    expect(idsOf(await done('GET', 'partner/mka/offer', undefined, own))).toEqual([first.id]);
    expect(idsOf(await done('GET', `product/${id}/offer`, undefined, own))).toEqual([first.id, second.id]);
    expect((await call('GET', 'product/prd_2/offer', undefined, own)).body.code).toBe('product_not_found');
    expect((await call('GET', 'contact/con_2/offer', undefined, own)).body.code).toBe('contact_not_found');
    expect((await call('GET', 'partner/x/offer', undefined, own)).status).toBe(404);
  });
});
