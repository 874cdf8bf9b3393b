import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let stranger: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  [org, stranger] = [await app.organization(), await app.organization()];
});
afterAll(() => app?.stop());

const call = (method: string, path: string, body?: unknown, of: TestOrganization = org) =>
  app.request(method, `/org/${of.id}/${path}`, {
    token: of.token,
    ...(/GET|DELETE/.test(method) ? {} : { body }),
  });
const made = async (path: string, body: object): Promise<Record<string, unknown> & { id: string }> => {
  const reply = await call('POST', path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
let count = 0;
const tier = () => made('channelPartnerTier', { name: 'Gold', rank: ++count, share: 12.5 });
const partner = (body: object = {}) => made('channelPartner', { name: 'Northern Resale', ...body });

describe('a channel partner', () => {
  test('has the given fields, normalized, and loses fields that are unset', async () => {
    const { id: tierId } = await tier();
    const { id: contactId } = await made('contact', { emailAddress: 'kim@northern.example.com' });
    const person = await app.person(org.id);
    const created = await partner({
      type: 'referral',
      tierId,
      contactIds: [contactId, contactId],
      domains: ['WWW.Northern-Resale.co.uk', 'northern-resale.co.uk', 'münchen.de'],
      accounts: [
        { partner: 'mka', accountId: ' 123456789012 ' },
        { partner: 'MKA', accountId: '123456789012' },
      ],
      crmAAccountId: 'crm-1',
      ownerId: person.id,
      notes: 'Pays late.',
    });
    const whole = {
      name: 'Northern Resale',
      type: 'REFERRAL',
      status: 'PROSPECT',
      tierId,
      contactIds: [contactId],
      domains: ['northern-resale.co.uk', 'xn--mnchen-3ya.de'],
      accounts: [{ partner: 'MKA', accountId: '123456789012' }],
      crmAAccountId: 'crm-1',
      ownerId: person.id,
      notes: 'Pays late.',
      organizationID: org.id,
    };
    expect(created).toMatchObject(whole);
    expect((await call('GET', `channelPartner/${created.id}`)).body).toEqual(created);
    const reply = await call('PATCH', `channelPartner/${created.id}`, {
      tierId: null,
      contactIds: null,
      domains: null,
      accounts: null,
      crmAAccountId: '',
      ownerId: null,
      notes: null,
    });
    const { tierId: _, crmAAccountId: __, ownerId: ___, notes: ____, ...rest } = whole;
    expect(reply.body).toMatchObject({ ...rest, contactIds: [], domains: [], accounts: [] });
    expect(Object.keys(reply.body)).not.toContain('notes');
  });

  test.each<[string, object]>([
    ['/name', { name: ' ' }],
    ['/name', { name: undefined }],
    ['/domains/1', { domains: ['a.example.com', 'gmail.com'] }],
    ['/domains/0', { domains: ['mail.googlemail.com'] }],
    ['/domains/0', { domains: ['co.uk'] }],
    ['/domains/0', { domains: ['https://example.com'] }],
    ['/domains/0', { domains: ['10.0.0.1'] }],
    ['/domains/0', { domains: [''] }],
    ['/accounts/0/partner', { accounts: [{ accountId: '1' }] }],
    ['/accounts/0/partner', { accounts: [{ partner: 'CRMA', accountId: '1' }] }],
    ['/accounts/0/accountId', { accounts: [{ partner: 'MKA', accountId: ' ' }] }],
    ['/status', { status: 'DELETED' }],
    ['/type', { type: 'FRIEND' }],
    ['/notes', { notes: 'x'.repeat(10_001) }],
  ])('is refused with a finding at %s, given another value', async (pointer, body) => {
    const reply = await call('POST', 'channelPartner', { name: 'x', ...body });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].pointer).toBe(pointer);
  });

  test('refers to existing records of its organization only', async () => {
    const theirs = {
      tierId: (await call('POST', 'channelPartnerTier', { name: 'x', rank: 1, share: 1 }, stranger)).body.id,
      ownerId: (await app.person(stranger.id)).id,
      contactIds: [(await call('POST', 'contact', {}, stranger)).body.id],
    };
    const { id } = await partner();
    for (const [field, value] of Object.entries(theirs))
      for (const given of [value, Array.isArray(value) ? ['none'] : 'none']) {
        expect((await call('POST', 'channelPartner', { name: 'x', [field]: given })).status, field).toBe(404);
        expect((await call('PATCH', `channelPartner/${id}`, { [field]: given })).status, field).toBe(404);
      }
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(method, `channelPartner/${id}`, {}, stranger)).status).toBe(404);
  });

  test('moves between its states by the table of transitions', async () => {
    const { id } = await partner();
    const to = async (status: string) => (await call('PATCH', `channelPartner/${id}`, { status })).status;
    expect(await to('SUSPENDED')).toBe(409);
    expect([await to('ACTIVE'), await to('SUSPENDED'), await to('SUSPENDED'), await to('ACTIVE')]).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await to('PROSPECT')).toBe(409);
    expect([await to('TERMINATED'), await to('SUSPENDED'), await to('ACTIVE')]).toEqual([200, 409, 200]);
  });

  test('can be listed by status, type, tier, name and owner', async () => {
    const { id: tierId } = await tier();
    const { id } = await partner({ name: 'Found', type: 'SERVICES', status: 'ACTIVE', tierId });
    for (const query of ['name=Found', 'type=services', `tierId=${tierId}`, `status=ACTIVE&name=Found`]) {
      const { body } = await call('GET', `channelPartner?${query}`);
      expect(body.map((each: { id: string }) => each.id)).toEqual([id]);
    }
    expect((await call('GET', 'channelPartner?status=SUSPENDED&name=Found')).body).toEqual([]);
  });

  test('has unique accounts, also with many simultaneous creations', async () => {
    const accounts = [
      { partner: 'MKB', accountId: 'shared' },
      { partner: 'MKA', accountId: 'shared' },
    ];
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        call('POST', 'channelPartner', {
          name: `${index}`,
          accounts: index % 2 ? accounts : accounts.toReversed(),
        }),
      ),
    );
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.code]).toEqual([409, 'channel_partner_account_taken']);
    const winner = replies.find(({ status }) => status === 200)?.body.id;
    const { id } = await partner({ accounts: [{ partner: 'MKA', accountId: 'other' }] });
    expect((await call('PATCH', `channelPartner/${id}`, { accounts })).status).toBe(409);
    // Accounts are free in other organizations and after a deletion.
    expect((await call('POST', 'channelPartner', { name: 'x', accounts }, stranger)).status).toBe(200);
    expect((await call('DELETE', `channelPartner/${winner}`)).body).toBe(winner);
    expect((await call('PATCH', `channelPartner/${id}`, { accounts })).body.accounts).toHaveLength(2);
  });

  test('is a 404 after its deletion, and its last event contains the record', async () => {
    const { id } = await partner({ name: 'Gone' });
    expect((await call('DELETE', `channelPartner/${id}`)).status).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await call(method, `channelPartner/${id}`, {})).status).toBe(404);
    expect((await call('GET', 'channelPartner?name=Gone')).body).toEqual([]);
    const { rows } = await app.database.query(
      `SELECT action, payload->>'status' AS status FROM event WHERE entity_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'CREATE', status: 'PROSPECT' },
      { action: 'DELETE', status: 'DELETED' },
    ]);
  });

  test('loses a contact that is deleted, also when the contact is set at that moment', async () => {
    const { id: contactId } = await made('contact', {});
    const { id } = await partner({ contactIds: [contactId] });
    const { id: other } = await partner();
    const [gone, given] = await Promise.all([
      call('DELETE', `contact/${contactId}`),
      call('PATCH', `channelPartner/${other}`, { contactIds: [contactId] }),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 404]).toContain(given.status);
    for (const each of [id, other])
      expect((await call('GET', `channelPartner/${each}`)).body.contactIds).toEqual([]);
  });
});

describe('a tier', () => {
  test('has 90 days of protection by default, and an exact share', async () => {
    const created = await tier();
    expect(created).toMatchObject({ share: 12.5, protectionDays: 90 });
    const changed = await call('PATCH', `channelPartnerTier/${created.id}`, {
      share: 33.3333,
      protectionDays: 7,
    });
    expect(changed.text).toContain('"share":33.3333,"protectionDays":7');
    const back = await call('PATCH', `channelPartnerTier/${created.id}`, { protectionDays: null });
    expect(back.body.protectionDays).toBe(90);
  });

  test.each<[string, object]>([
    ['/name', { name: '' }],
    ['/rank', { rank: undefined }],
    ['/rank', { rank: 0 }],
    ['/share', { share: undefined }],
    ['/share', { share: 100.0001 }],
    ['/share', { share: -1 }],
    ['/share', { share: 0.00001 }],
    ['/protectionDays', { protectionDays: 0 }],
    ['/protectionDays', { protectionDays: 1.5 }],
  ])('is refused with a finding at %s: %j', async (pointer, body) => {
    const reply = await call('POST', 'channelPartnerTier', { name: 'x', rank: 999, share: 1, ...body });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  test('has a unique rank, and can be deleted when no channel partner has it', async () => {
    const [{ id, rank }, other] = [await tier(), await tier()];
    expect((await call('POST', 'channelPartnerTier', { name: 'x', rank, share: 1 })).status).toBe(409);
    expect((await call('PATCH', `channelPartnerTier/${other.id}`, { rank })).status).toBe(409);
    const { id: partnerId } = await partner({ tierId: id });
    expect((await call('DELETE', `channelPartnerTier/${id}`)).body.code).toBe('channel_partner_tier_in_use');
    const [deleted, named] = await Promise.all([
      call('DELETE', `channelPartnerTier/${other.id}`),
      call('PATCH', `channelPartner/${partnerId}`, { tierId: other.id }),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([deleted.status, named.status]);
    await call('DELETE', `channelPartner/${partnerId}`);
    expect((await call('DELETE', `channelPartnerTier/${id}`)).status).toBe(200);
    expect((await call('GET', `channelPartnerTier/${id}`)).status).toBe(404);
  });
});
