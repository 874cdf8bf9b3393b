import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withoutLink } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

/** `metaInfo.buyerIds`: buyers of a private offer in addition to its `buyerID`, or instead of it. */

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: object, { id, token } = org) =>
  app.request(method, `/org/${id}/${path}`, { token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: object) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
const buyer = async (name: string): Promise<string> => (await done('POST', 'buyer', { name })).id;
const offer = (body: object) => done('POST', 'offer', { name: `Offer ${Math.random()}`, ...body });
const listing = (...buyerIds: string[]) => ({ metaInfo: { buyerIds } });
const found = async (path: string): Promise<string[]> =>
  (await done('GET', path)).map(({ id }: { id: string }) => id);
const accept = async (id: string) => {
  await done('POST', `sandbox/offer/${id}/accept`);
  await app.drainJobs();
  return (await done('GET', `entitlement?offerId=${id}`))[0];
};
const lastEvent = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, audited, payload, before, sequence FROM event WHERE entity_id = $1 ORDER BY sequence DESC LIMIT 1',
      [id],
    )
  ).rows[0];

test('offers are listed once for their buyer and for each buyer in their list, and for no other buyer', async () => {
  const [one, two, three] = [await buyer('one'), await buyer('two'), await buyer('three')];
  const both = await offer({ buyerID: one, ...listing(one, two, two) });
  const listed = await offer(listing(two));
  const plain = await offer({ buyerID: one });
  expect(await found(`offer?buyerId=${one}`)).toEqual([both.id, plain.id]);
  expect(await found(`offer?buyerId=${two}`)).toEqual([both.id, listed.id]);
  expect(await found(`offer?buyerId=${three}`)).toEqual([]);
  expect(await found(`offer?buyerId=${two}&status=DRAFT`)).toEqual([]);
  const page = await call('GET', `offer?buyerId=${two}&limit=1&count=true`);
  expect([page.body[0].id, page.headers.get('x-total-count')]).toEqual([both.id, '2']);
  const next = /<[^>]*\/([^/>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  expect(await found(next as string)).toEqual([listed.id]);

  await done('PATCH', `offer/${both.id}/metaInfo`, { buyerIds: [three] });
  await done('PATCH', `offer/${listed.id}/metaInfo`, { buyerIds: [] });
  expect(await found(`offer?buyerId=${two}`)).toEqual([]);
  expect(await found(`offer?buyerId=${three}`)).toEqual([both.id]);
  expect(await found(`offer?buyerId=${one}`)).toEqual([both.id, plain.id]);
});

test('drafts and copies are listed for the buyers in their list, and deleted offers on request', async () => {
  const id = await buyer('one');
  const draft = await done('POST', 'draftOffer', { name: 'Draft', ...listing(id) });
  const copy = await done('POST', `offer/${draft.id}/clone`);
  expect(await found(`offer?buyerId=${id}`)).toEqual([draft.id, copy.id]);
  await done('DELETE', `offer/${draft.id}`);
  expect(await found(`offer?buyerId=${id}`)).toEqual([copy.id]);
  expect(await found(`offer?buyerId=${id}&status=DELETED`)).toEqual([draft.id]);
});

test('unknown and foreign ids are stored as sent and link to no buyer', async () => {
  const stranger = await app.organization();
  const foreign = (await call('POST', 'buyer', { name: 'theirs' }, stranger)).body.id;
  const ids = [foreign, 'nobody', '', 'x'.repeat(200)];
  const made = await offer(listing(...ids));
  expect(made.metaInfo.buyerIds).toEqual(ids);
  for (const id of [foreign, 'nobody']) expect(await found(`offer?buyerId=${id}`)).toEqual([made.id]);
  expect((await call('GET', `offer?buyerId=${foreign}`, undefined, stranger)).body).toEqual([]);
  const entitlement = await accept(made.id);
  expect(entitlement.metaInfo.buyerIds).toEqual(ids);
  for (const [wrong, pointer] of [
    ['text', '/metaInfo/buyerIds'],
    [[1], '/metaInfo/buyerIds/0'],
    [[null], '/metaInfo/buyerIds/0'],
    [['x'.repeat(201)], '/metaInfo/buyerIds/0'],
  ] as const) {
    const reply = await call('POST', 'offer', { name: 'Wrong', metaInfo: { buyerIds: wrong } });
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
  }
});

test('entitlements are listed for each buyer in their list, and belong to the buyer who purchased', async () => {
  const [one, two] = [await buyer('one'), await buyer('two')];
  const entitlement = await accept((await offer({ buyerID: one, ...listing(one, two) })).id);
  expect(entitlement).toMatchObject({ buyerID: one, metaInfo: { buyerIds: [one, two] } });
  for (const id of [one, two]) expect(await found(`entitlement?buyerId=${id}`)).toEqual([entitlement.id]);
  expect(await found(`buyer/${one}/entitlement`)).toEqual([entitlement.id]);
  expect(await found(`buyer/${two}/entitlement`)).toEqual([]);
  await done('PATCH', `entitlement/${entitlement.id}/metaInfo`, { buyerIds: [] });
  expect(await found(`entitlement?buyerId=${two}`)).toEqual([]);
  expect(await found(`entitlement?buyerId=${one}`)).toEqual([entitlement.id]);
});

test('a merge replaces each merged buyer by the survivor once, with an event for each record', async () => {
  const [stays, goes, too, other] = [await buyer('s'), await buyer('g'), await buyer('t'), await buyer('o')];
  const listed = await offer(listing(other, goes, stays, too));
  const untouched = await offer({ buyerID: other, ...listing(other, stays, other) });
  const entitlement = await accept((await offer({ buyerID: other, ...listing(goes, other) })).id);
  const set = await done('POST', 'offerSet', { name: 'Set', ...listing(goes) });
  const before = await done('GET', `offer/${listed.id}`);
  await done('POST', `buyer/${stays}/merge`, { buyerIds: [goes, too] });

  const after = await done('GET', `offer/${listed.id}`);
  expect(after.metaInfo.buyerIds).toEqual([other, stays]);
  expect(after).not.toHaveProperty('buyerID');
  expect(await lastEvent(listed.id)).toMatchObject({
    action: 'UPDATE',
    audited: false,
    payload: after,
    before,
  });
  const kept = await done('GET', `entitlement/${entitlement.id}`);
  expect(kept).toMatchObject({ buyerID: other, metaInfo: { buyerIds: [stays, other] } });
  expect(await lastEvent(entitlement.id)).toMatchObject({
    action: 'UPDATE',
    audited: false,
    payload: withoutLink(kept),
  });
  const { metaInfo } = await done('GET', `offerSet/${set.id}`);
  expect(metaInfo.buyerIds).toEqual([stays]);
  expect(await lastEvent(set.id)).toMatchObject({ audited: false, sequence: 2, payload: { metaInfo } });
  expect(await done('GET', `offer/${untouched.id}`)).toEqual(untouched);
  for (const id of [goes, too])
    for (const noun of ['offer', 'entitlement']) expect(await found(`${noun}?buyerId=${id}`)).toEqual([]);
  expect(await found(`offer?buyerId=${stays}`)).toEqual([
    listed.id,
    untouched.id,
    await offerOf(entitlement),
  ]);
  expect(await found(`entitlement?buyerId=${stays}`)).toEqual([entitlement.id]);
});
const offerOf = async ({ offerID }: { offerID: string }) => offerID;

test('a merge keeps the other numbers of the meta info exact', async () => {
  const [stays, goes] = [await buyer('stays'), await buyer('goes')];
  const made = await offer({ metaInfo: { buyerIds: [goes], customMetaInfo: { rate: 0.1 } } });
  await app.database.query(
    `UPDATE offer SET meta_info = jsonb_set(meta_info, '{customMetaInfo,rate}', '12345678901234567890.10') WHERE id = $1`,
    [made.id],
  );
  await done('POST', `buyer/${stays}/merge`, { buyerIds: [goes] });
  expect((await call('GET', `offer/${made.id}`)).text).toContain('12345678901234567890.10');
});

test('a buyer that is only listed can be deleted; the records keep its id', async () => {
  const [one, two] = [await buyer('one'), await buyer('two')];
  const entitlement = await accept((await offer({ buyerID: one, ...listing(two) })).id);
  expect((await call('DELETE', `buyer/${one}?confirm=${one}`)).status).toBe(409);
  await done('DELETE', `buyer/${two}?confirm=${two}`);
  expect((await done('GET', `entitlement/${entitlement.id}`)).metaInfo.buyerIds).toEqual([two]);
  expect(await found(`entitlement?buyerId=${two}`)).toEqual([entitlement.id]);
});

test('an offer set shows the buyers in the lists of its offers', async () => {
  const [one, two] = [await buyer('one'), await buyer('two')];
  const commits = [{ key: 'seats', rate: 1, length: 1, timeUnit: 'YEAR' }];
  const draft = { name: 'Draft', partner: 'MKA', buyerID: one, info: { commits }, ...listing(two) };
  const { id } = await done('POST', 'draftOffer', draft);
  const set = await done('POST', 'offerSet', { name: 'Set' });
  const { buyerIDs } = await done('POST', `offerSet/${set.id}/offer/${id}`);
  expect(buyerIDs).toEqual([one, two].toSorted());
});

test('an approval of an offer stays valid when a listed buyer is merged', async () => {
  const [stays, goes] = [await buyer('stays'), await buyer('goes')];
  const draft = await done('POST', 'draftOffer', { name: 'Draft', ...listing(goes) });
  await app.database.query(
    `UPDATE offer SET meta_info = meta_info || '{"approvalInfo": {"approvalStatus": "Approved"}}' WHERE id = $1`,
    [draft.id],
  );
  await done('POST', `buyer/${stays}/merge`, { buyerIds: [goes] });
  expect((await done('GET', `offer/${draft.id}`)).metaInfo).toMatchObject({
    approvalInfo: { approvalStatus: 'Approved' },
    buyerIds: [stays],
  });
});
