import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadText } from '../generated/file-records.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { type Partners, partnersOf } from '../partners.fixture.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Partners;
let products: string[];
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = partnersOf(app, org);
  products = [await by.product(), await by.product()];
});
afterAll(() => app?.stop());

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const year = { share: 20, startDate: '2027-01-01', endDate: '2028-01-01' };
const agreed = async (body: object = {}, id?: string) => {
  const partnerId: string = id ?? (await by.partner()).id;
  return by.post(`channelPartner/${partnerId}/agreement`, { ...year, ...body });
};
const pathOf = ({ channelPartnerId, id }: { channelPartnerId: string; id: string }) =>
  `channelPartner/${channelPartnerId}/agreement/${id}`;

describe('an agreement', () => {
  test('has the given fields and loses fields that are unset', async () => {
    const fileId = await uploadText(app, org);
    const given = { name: 'Nordics', productIds: products, countries: ['dk', 'SE', 'DK'], fileId };
    const created = await agreed(given);
    expect(created).toMatchObject({ ...given, ...year, countries: ['DK', 'SE'] });
    expect(await by.get(pathOf(created))).toEqual(created);
    const changed = await by.patch(pathOf(created), {
      name: null,
      productIds: null,
      countries: null,
      fileId: null,
      endDate: null,
      share: 12.3456,
    });
    expect(changed).toMatchObject({ productIds: [], countries: [], endDate: null, share: 12.3456 });
    expect(changed).not.toHaveProperty('fileId');
    expect(changed.name).toMatch(/^Partner /);
    expect(await by.get(`channelPartner/${created.channelPartnerId}/agreement`)).toEqual([changed]);
    expect((await by.call('DELETE', pathOf(created))).body).toBe(created.id);
    expect((await by.call('GET', pathOf(created))).status).toBe(404);
    expect(await by.actions(created.id)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
  });

  test.each<[string, object]>([
    ['/startDate', { startDate: undefined }],
    ['/startDate', { startDate: '2027-02-30' }],
    ['/endDate', { endDate: '2026-12-31' }],
    ['/endDate', { endDate: '2027-01-01' }],
    ['/share', { share: undefined }],
    ['/share', { share: 100.5 }],
    ['/countries/1', { countries: ['DE', 'XX'] }],
  ])('is refused with a finding at %s: %j', async (pointer, body) => {
    const { id } = await by.partner();
    const reply = await by.call('POST', `channelPartner/${id}/agreement`, { ...year, ...body });
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    const known = await agreed({}, id);
    if (Object.values(body)[0] === undefined) return;
    expect((await by.call('PATCH', pathOf(known), body)).body.errors[0].pointer).toBe(pointer);
  });

  test('refers to existing records of its organization only', async () => {
    const stranger = await app.organization();
    const theirs = partnersOf(app, stranger);
    const { id } = await by.partner();
    const created = await agreed({}, id);
    for (const body of [
      { productIds: [await theirs.product()] },
      { productIds: ['none'] },
      { fileId: await uploadText(app, stranger) },
      { fileId: 'none' },
    ]) {
      const reply = await by.call('POST', `channelPartner/${id}/agreement`, { ...year, ...body });
      expect(reply.status).toBe(404);
      expect((await by.call('PATCH', pathOf(created), body)).status).toBe(404);
    }
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await theirs.call(method, pathOf(created), body)).status).toBe(404);
      const elsewhere = pathOf({ ...created, channelPartnerId: (await by.partner()).id });
      expect((await by.call(method, elsewhere, body)).status).toBe(404);
    }
    expect((await theirs.call('GET', `channelPartner/${id}/agreement`)).status).toBe(404);
  });

  test.each<[string, object, object, number]>([
    ['the same', {}, {}, 409],
    ['days that follow', {}, { startDate: '2028-01-01', endDate: null }, 200],
    ['a last day that is shared', {}, { startDate: '2027-12-31', endDate: null }, 409],
    ['an open end', { endDate: null }, { startDate: '2040-01-01', endDate: null }, 409],
    ['other products', { productIds: [0] }, { productIds: [1] }, 200],
    ['a product that both have', { productIds: [0] }, { productIds: [1, 0] }, 409],
    ['all products and one', {}, { productIds: [1] }, 409],
    ['other countries', { countries: ['DE'] }, { countries: ['FR'] }, 200],
    ['a country that both have', { countries: ['DE'] }, { countries: ['FR', 'de'] }, 409],
    ['all countries and one', { countries: ['DE'] }, {}, 409],
    ['other countries of one product', { countries: ['DE'], productIds: [0] }, { countries: ['FR'] }, 200],
  ])('is allowed beside another agreement unless they overlap: %s', async (_, first, second, status) => {
    const of = (body: { productIds?: number[] }) =>
      body.productIds ? { ...body, productIds: body.productIds.map((index) => products[index]) } : body;
    const { id } = await by.partner();
    const one = await agreed(of(first), id);
    const reply = await by.call('POST', `channelPartner/${id}/agreement`, { ...year, ...of(second) });
    expect(reply.status, reply.text).toBe(status);
    if (status === 409) expect(reply.body.code).toBe('channel_partner_agreement_overlaps');
    // A change is validated like a creation, and an agreement does not conflict with itself.
    await by.patch(pathOf(one), { share: 1 });
    const later = await agreed(
      { startDate: '2060-01-01', endDate: '2060-02-01', productIds: [products[0]] },
      id,
    ).catch(() => undefined);
    if (later && status === 409)
      expect(
        (await by.call('PATCH', pathOf(later), { ...year, productIds: null, countries: null })).status,
      ).toBe(409);
    // Agreements of other channel partners do not conflict.
    await agreed(of(second));
  });

  test('is created once by 64 simultaneous calls', async () => {
    const { id } = await by.partner();
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => by.call('POST', `channelPartner/${id}/agreement`, year)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(63).fill(409)]);
  });

  test('keeps its signed documents, also when a document is deleted at that moment', async () => {
    const { id } = await by.partner();
    const fileId = await uploadText(app, org);
    const [deleted, made] = await Promise.all([
      by.call('DELETE', `file/${fileId}`),
      by.call('POST', `channelPartner/${id}/agreement`, { ...year, fileId }),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([deleted.status, made.status]);
    const kept = await uploadText(app, org);
    const agreement = await agreed({ fileId: kept });
    expect((await by.call('DELETE', `file/${kept}`)).body.code).toBe('file_in_use');
    expect((await by.call('GET', `file/${kept}`)).status).toBe(200);
    await by.call('DELETE', pathOf(agreement));
    expect((await by.call('DELETE', `file/${kept}`)).status).toBe(200);
  });
});

describe('the notice of its end', () => {
  const notices = async (id: string) =>
    (await by.actions(id)).filter((action) => action === 'END_SOON').length;
  const pass = async (days: number) => {
    await by.advance(days * day);
    await by.settle();
  };

  test('is sent 30 days before it, once, and again when the end has moved', async () => {
    const open = await agreed({ startDate: inDays(0), endDate: null });
    const one = await agreed({ startDate: inDays(0), endDate: inDays(40) });
    await by.settle();
    await pass(9);
    expect(await notices(one.id)).toBe(0);
    await pass(2);
    expect(await notices(one.id)).toBe(1);
    await by.patch(pathOf(one), { share: 3 });
    await pass(5);
    expect(await notices(one.id)).toBe(1);
    await by.patch(pathOf(one), { endDate: inDays(100) });
    await by.settle();
    expect(await notices(one.id)).toBe(1);
    await pass(56);
    expect(await notices(one.id)).toBe(2);
    await by.patch(pathOf(open), { endDate: inDays(90) });
    await by.settle();
    expect(await notices(open.id)).toBe(1);
    const { body } = await by.call('GET', `notificationEvent?entityId=${one.id}`);
    expect(JSON.stringify(body)).toContain('ends within 30 days');
  });

  test('is not sent for an agreement that is over, or whose channel partner was deleted', async () => {
    const over = await agreed({ startDate: '2020-01-01', endDate: '2021-01-01' });
    const { id } = await by.partner();
    const gone = await agreed({ startDate: '2027-01-01', endDate: null }, id);
    const { time } = await by.get('sandbox/clock');
    const soon = new Date(Date.parse(time) + 35 * day).toISOString().slice(0, 10);
    await by.patch(pathOf(gone), { startDate: '2026-01-01', endDate: soon });
    await by.call('DELETE', `channelPartner/${id}`);
    await by.settle();
    await pass(10);
    expect([await notices(over.id), await notices(gone.id)]).toEqual([0, 0]);
  });
});

test('a channel partner loses its owner when the member leaves, also when the owner is set at that moment', async () => {
  const own = partnersOf(app, await app.organization());
  const [person, other] = [await app.person(own.org.id), await app.person(own.org.id)];
  const [one, two] = [await own.partner({ ownerId: person.id }), await own.partner({ ownerId: other.id })];
  const three = await own.partner();
  const [left, given] = await Promise.all([
    app.request('POST', `/org/${own.org.id}/leave`, { token: person.token }),
    own.call('PATCH', `channelPartner/${three.id}`, { ownerId: person.id }),
  ]);
  expect(left.status, left.text).toBe(200);
  expect([200, 404]).toContain(given.status);
  await own.settle();
  for (const { id } of [one, three])
    expect(await own.get(`channelPartner/${id}`)).not.toHaveProperty('ownerId');
  expect((await own.get(`channelPartner/${two.id}`)).ownerId).toBe(other.id);
  expect(await own.actions(one.id)).toEqual(['CREATE', 'UPDATE']);
});

test('a channel partner loses its owner when that member is bound to a channel partner', async () => {
  const own = partnersOf(app, await app.organization());
  const person = await app.person(own.org.id);
  const [one, two] = [await own.partner({ ownerId: person.id }), await own.partner()];
  await own.patch(`user/${person.id}`, { channelPartnerId: two.id });
  await own.settle();
  expect(await own.get(`channelPartner/${one.id}`)).not.toHaveProperty('ownerId');
});
