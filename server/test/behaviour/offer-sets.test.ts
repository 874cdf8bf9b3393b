import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftOffer } from '../draft-offer.ts';
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

const call = (method: string, path: string, body?: unknown, { id, token } = org) =>
  app.request(method, `/org/${id}${path}`, { token, ...(body === undefined ? {} : { body }) });
const created = async (body: object = {}) => (await call('POST', '/offerSet', body)).body;
const read = async (id: string) => (await call('GET', `/offerSet/${id}`)).body;
const offer = async (id: string) => (await call('GET', `/offer/${id}`)).body;
const add = (id: string, offerId: string) => call('POST', `/offerSet/${id}/offer/${offerId}`);
const refused = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** Creates a set with one offer for each body, published if `published` is true. */
async function filled(bodies: object[], { published = false, set = {} } = {}) {
  const { id } = await created(set);
  const offerIds: string[] = [];
  for (const body of bodies) offerIds.push(await draftOffer(app, org, body));
  for (const offerId of offerIds) expect((await add(id, offerId)).status).toBe(200);
  if (published) {
    const reply = await call('POST', `/offerSet/${id}/publish`);
    expect(reply.status, reply.text).toBe(200);
    await app.drainJobs();
  }
  return { id: id as string, offerIds };
}

const eventsOf = async (id: string) =>
  (
    await app.database.query(
      `SELECT entity_type, action, sequence, payload ->> 'status' AS status FROM event
       WHERE entity_id = $1 ORDER BY sequence`,
      [id],
    )
  ).rows.map((row) => [row.action, row.status]);

/** Advances the clock to February 2091, when the sets of these tests expire. */
async function theTimeComes() {
  await app.database.query(
    `UPDATE organization SET clock_offset_ms = extract(epoch FROM timestamptz '2091-02-01' - now()) * 1000
     WHERE organization_id = $1`,
    [org.id],
  );
  await app.database.query(`UPDATE job SET ready_at = now() WHERE kind = 'offers.expireSet'`);
  await app.drainJobs();
}

describe('a draft', () => {
  test('is created, changed and read, without fields of the service', async () => {
    const set = await created({
      name: 'Both',
      id: 'mine',
      status: 'ACCEPTED',
      offerIDs: ['x'],
      partner: 'mka',
      expireTime: '2091-01-31',
      info: { buyerNotes: 'Hello', mkASolutionID: 's-1' },
      metaInfo: { crmCOpportunityId: '{ABC}', warningMessages: ['x'] },
    });
    expect(set).toMatchObject({
      organizationID: org.id,
      name: 'Both',
      partner: 'MKA',
      status: 'DRAFT',
      offerIDs: [],
      buyerIDs: [],
      expireTime: '2091-01-31T00:00:00.000Z',
      info: { buyerNotes: 'Hello', mkASolutionID: 's-1' },
      metaInfo: { crmCOpportunityId: 'abc', createdBySource: 'API' },
      createdBy: org.client.id,
    });
    expect(set.metaInfo).not.toHaveProperty('warningMessages');
    expect(await read(set.id)).toEqual(set);
    const changed = (await call('PATCH', `/offerSet/${set.id}`, { name: '', info: { buyerNotes: 'Hi' } }))
      .body;
    expect(changed).not.toHaveProperty('name');
    expect(changed.info).toEqual({ buyerNotes: 'Hi', mkASolutionID: 's-1' });
    expect(changed.metaInfo).toMatchObject({ crmCOpportunityId: 'abc', createdBySource: 'API' });
    expect(changed.expireTime).toBe(set.expireTime);
    const unlimited = await call('PATCH', `/offerSet/${set.id}`, { expireTime: null });
    expect(unlimited.body.expireTime).toBeNull();
    expect(await eventsOf(set.id)).toHaveLength(3);
  });

  test.each<[object, string]>([
    [{ partner: 'MKB' }, '/partner'],
    [{ partner: 'PAYA' }, '/partner'],
    [{ expireTime: '2020-01-31' }, '/expireTime'],
    [{ info: { buyerMkAAccountIds: 'x' } }, '/info/buyerMkAAccountIds'],
    [{ metaInfo: { internalNote: 'x'.repeat(1001) } }, '/metaInfo/internalNote'],
  ])('R27 R32 of %j is a 400 that names the field', async (body, pointer) => {
    const { id } = await created();
    for (const reply of [await call('POST', '/offerSet', body), await call('PATCH', `/offerSet/${id}`, body)])
      expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, pointer]);
  });

  test('R27 adds and removes offers, and each offer has the id of its set', async () => {
    const { id, offerIds } = await filled([{}, {}]);
    const [first, second] = offerIds as [string, string];
    expect((await read(id)).offerIDs).toEqual([first, second]);
    expect((await offer(first)).info.mkAOfferSetId).toBe(id);
    expect((await add(id, first)).body.offerIDs).toEqual([first, second]);
    expect((await call('DELETE', `/offerSet/${id}/offer/${first}`)).body).toBe(first);
    expect((await read(id)).offerIDs).toEqual([second]);
    expect((await offer(first)).info).not.toHaveProperty('mkAOfferSetId');
    expect((await call('DELETE', `/offerSet/${id}/offer/${first}`)).body).toBe(first);
    expect(refused(await call('DELETE', `/offerSet/${id}/offer/ofr_none`))).toEqual([404, 'offer_not_found']);
    expect((await eventsOf(id)).map(([action]) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE', 'UPDATE']);
    expect(await eventsOf(first)).toHaveLength(3);
    expect((await call('DELETE', `/offerSet/${id}`)).body).toBe(id);
    expect((await read(id)).status).toBe('DELETED');
    expect(await offer(second)).toMatchObject({ status: 'DRAFT' });
    expect((await offer(second)).info).not.toHaveProperty('mkAOfferSetId');
    expect(refused(await call('PATCH', `/offerSet/${id}`, {}))).toEqual([404, 'offer_set_not_found']);
  });

  test('R27 rejects an offer that does not fit, and changes nothing', async () => {
    const { id } = await filled([{ info: { buyerMkAAccountIds: ['123456789012'] } }]);
    const submitted = (await call('POST', '/offer', { partner: 'MKA', name: 'Submitted' })).body.id;
    const unfit = [
      await draftOffer(app, org, { partner: 'MKC', info: { mkCDuration: 12 } }),
      await draftOffer(app, org, { offerType: 'DEFAULT' }),
      await draftOffer(app, org, { offerType: 'CPPO_OUT' }),
      await draftOffer(app, org, { info: { buyerMkAAccountIds: ['999999999999'] } }),
      submitted,
    ];
    const before = await read(id);
    for (const offerId of unfit) {
      const reply = await add(id, offerId);
      expect([reply.status, reply.body.errors?.[0].pointer], reply.text).toEqual([400, 'offerId']);
      expect((await offer(offerId)).info).not.toHaveProperty('mkAOfferSetId');
    }
    expect(await read(id)).toEqual(before);
  });

  test('has exclusive offers, also with two simultaneous requests', async () => {
    const [one, two] = [await created(), await created()];
    const offerId = await draftOffer(app, org);
    const replies = await Promise.all([add(one.id, offerId), add(two.id, offerId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('offer_in_other_set');
    expect([...(await read(one.id)).offerIDs, ...(await read(two.id)).offerIDs]).toEqual([offerId]);
  });

  test('R3 of another tenant, or with an offer of one, is a 404', async () => {
    const { id, offerIds } = await filled([{}]);
    const other = await app.organization();
    const foreign = await draftOffer(app, other);
    expect(refused(await add(id, foreign))).toEqual([404, 'offer_not_found']);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/publish'],
      ['POST', '/cancel'],
      ['POST', `/offer/${foreign}`],
      ['DELETE', `/offer/${offerIds[0]}`],
    ] as const) {
      const reply = await call(method, `/offerSet/${id}${path}`, method === 'PATCH' ? {} : undefined, other);
      expect([method, path, ...refused(reply)]).toEqual([method, path, 404, 'offer_set_not_found']);
    }
    expect((await read(id)).offerIDs).toEqual(offerIds);
  });
});

describe('publication', () => {
  test('creates all offers, each by a job that can be followed, with the fields of the set', async () => {
    const { id, offerIds } = await filled([{ expireTime: '2091-05-01' }, { expireTime: '2091-03-01' }], {
      set: { info: { buyerMkAAccountIds: ['123456789012'] } },
    });
    const reply = await call('POST', `/offerSet/${id}/publish`);
    expect(reply.body).toMatchObject({ status: 'PENDING_CREATE', expireTime: '2091-03-01T00:00:00.000Z' });
    for (const offerId of offerIds) {
      expect((await offer(offerId)).status).toBe('PENDING_CREATE');
      expect((await call('GET', `/operation?offerId=${offerId}`)).body).toHaveLength(1);
    }
    expect(refused(await call('POST', `/offerSet/${id}/publish`))).toEqual([409, 'offer_set_state']);
    await app.drainJobs();
    for (const offerId of offerIds)
      expect(await offer(offerId)).toMatchObject({
        status: 'PENDING_ACCEPTANCE',
        expireTime: '2091-03-01T00:00:00.000Z',
        info: { buyerMkAAccountIds: ['123456789012'], mkAOfferSetId: id },
      });
    expect(await eventsOf(id)).toEqual([
      ['CREATE', 'DRAFT'],
      ['UPDATE', 'DRAFT'],
      ['UPDATE', 'DRAFT'],
      ['PUBLISH', 'PENDING_CREATE'],
      ['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE'],
    ]);
    for (const [method, path, body] of [
      ['PATCH', '', { info: {} }],
      ['PATCH', '', { expireTime: '2092-01-01' }],
      ['DELETE', ''],
      ['POST', `/offer/${offerIds[0]}`],
      ['DELETE', `/offer/${offerIds[0]}`],
    ] as const)
      expect(refused(await call(method, `/offerSet/${id}${path}`, body))).toEqual([409, 'offer_set_state']);
    expect((await call('PATCH', `/offerSet/${id}`, { name: 'Renamed' })).body.name).toBe('Renamed');
  });

  test('R22 R27 reports every error with its offer, and then publishes no offer', async () => {
    const { id, offerIds } = await filled([{}, {}, {}]);
    await app.database.query(
      `UPDATE offer SET info = info || '{"buyerCountryCodes": ["XX"]}' WHERE id = $1`,
      [offerIds[1]],
    );
    await app.database.query(`UPDATE offer SET status = 'EXPIRED' WHERE id = $1`, [offerIds[2]]);
    const reply = await call('POST', `/offerSet/${id}/publish`);
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/offerIDs/1/info/buyerCountryCodes/0',
      '/offerIDs/2',
    ]);
    expect((await offer(offerIds[0] as string)).status).toBe('DRAFT');
    expect((await read(id)).status).toBe('DRAFT');
    const empty = await call('POST', `/offerSet/${(await created()).id}/publish`);
    expect(empty.body.errors[0].pointer).toBe('/offerIDs');
  });

  test('fails as soon as one offer cannot be created; the others stay, and the next attempt creates that offer', async () => {
    const { id, offerIds } = await filled([{}, { name: 'x'.repeat(151) }], { published: true });
    const [good, bad] = offerIds as [string, string];
    expect((await read(id)).status).toBe('CREATE_FAILED');
    expect((await offer(good)).status).toBe('PENDING_ACCEPTANCE');
    expect((await offer(bad)).status).toBe('CREATE_FAILED');
    await app.database.query(`UPDATE offer SET name = 'Shorter' WHERE id = $1`, [bad]);
    const again = await call('POST', `/offerSet/${id}/publish`);
    expect([again.status, again.body.status]).toEqual([200, 'PENDING_CREATE']);
    await app.drainJobs();
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect((await offer(bad)).metaInfo).not.toHaveProperty('errorMessages');
    expect((await eventsOf(good)).filter(([, status]) => status === 'PENDING_CREATE')).toHaveLength(1);
  });

  test('continues without a failed offer once it is deleted: the buyer can accept the others', async () => {
    const { id, offerIds } = await filled([{}, { name: 'x'.repeat(151) }], { published: true });
    const [good, bad] = offerIds as [string, string];
    expect((await call('DELETE', `/offer/${bad}`)).status).toBe(200);
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', offerIDs: [good] });
    expect((await call('POST', `/sandbox/offerSet/${id}/accept`)).status).toBe(200);
  });

  test('R27 reports an offer without its base, and publishes no offer', async () => {
    const { id } = await filled([{ metaInfo: { isAgreementBasedOffer: true, baseAgreementId: 'none' } }]);
    const { body } = await call('POST', `/offerSet/${id}/publish`);
    expect(body.errors?.[0].pointer).toBe('/offerIDs/0/metaInfo/baseAgreementId');
  });

  test('R8 a draft that is replaced or changed keeps the id of its set', async () => {
    const { id, offerIds } = await filled([{}]);
    const [member] = offerIds as [string];
    await call('POST', '/draftOffer', { id: member, partner: 'MKA', name: 'Whole' });
    expect((await offer(member)).info.mkAOfferSetId).toBe(id);
    await call('PATCH', `/offer/${member}`, { info: { mkAOfferSetId: 'ofs_other' } });
    expect((await offer(member)).info.mkAOfferSetId).toBe(id);
  });

  test('by two simultaneous calls happens once', async () => {
    const { id, offerIds } = await filled([{}]);
    const replies = await Promise.all([1, 2].map(() => call('POST', `/offerSet/${id}/publish`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call('GET', `/operation?offerId=${offerIds[0]}`)).body).toHaveLength(1);
  });
});

describe('the buyer', () => {
  test('accepts all offers with one account, and the entitlements have the id of the set', async () => {
    const { id, offerIds } = await filled([{ info: { buyerMkAAccountIds: ['123456789012'] } }, {}], {
      published: true,
    });
    const reply = await call('POST', `/sandbox/offerSet/${id}/accept`, {});
    expect([reply.status, reply.body.status]).toEqual([200, 'PENDING_ACCEPTANCE']);
    await app.drainJobs();
    const set = await read(id);
    expect(set.status).toBe('ACCEPTED');
    const entitlements = (await call('GET', '/entitlement')).body;
    expect(entitlements.map((row: { offerID: string }) => row.offerID).sort()).toEqual([...offerIds].sort());
    for (const entitlement of entitlements) {
      expect(entitlement.info.mkAOfferSetId).toBe(id);
      expect(entitlement.externalBuyerID).toBe('123456789012');
    }
    expect(set.buyerIDs).toEqual([entitlements[0].buyerID]);
    expect(refused(await call('POST', `/sandbox/offerSet/${id}/accept`, {}))).toEqual([
      409,
      'offer_set_state',
    ]);
    expect(refused(await call('POST', `/offerSet/${id}/cancel`))).toEqual([409, 'offer_set_state']);
  });

  test('R27 accepts no offer when one is refused, and no offer of a set alone', async () => {
    const { id, offerIds } = await filled([{}, { info: { buyerCountryCodes: ['CH'] } }], { published: true });
    const reply = await call('POST', `/sandbox/offerSet/${id}/accept`, { countryCode: 'US' });
    expect(refused(reply)).toEqual([400, 'acceptance_refused']);
    const alone = await call('POST', `/sandbox/offer/${offerIds[0]}/accept`, { countryCode: 'CH' });
    expect(refused(alone)).toEqual([409, 'offer_not_acceptable']);
    const unknown = { countryCode: 'CH', buyerCommitQuantities: { none: 1 } };
    expect((await call('POST', `/sandbox/offerSet/${id}/accept`, unknown)).body.errors[0].pointer).toBe(
      '/buyerCommitQuantities/none',
    );
    await app.drainJobs();
    expect((await call('GET', '/entitlement')).body).toEqual([]);
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    expect((await call('POST', `/sandbox/offerSet/${id}/accept`, { countryCode: 'CH' })).status).toBe(200);
  });

  test('takes precedence over a cancellation that was requested before', async () => {
    const { id } = await filled([{}, {}], { published: true });
    expect((await call('POST', `/sandbox/offerSet/${id}/accept`, {})).status).toBe(200);
    expect((await call('POST', `/offerSet/${id}/cancel`)).body.status).toBe('PENDING_CANCEL');
    await app.drainJobs();
    expect((await read(id)).status).toBe('ACCEPTED');
  });
});

describe('the end of a set', () => {
  test('comes automatically at its time: its offers expire together, each with its event', async () => {
    const { id, offerIds } = await filled([{}, {}], { published: true, set: { expireTime: '2091-01-31' } });
    await theTimeComes();
    expect((await read(id)).status).toBe('EXPIRED');
    for (const offerId of offerIds) expect((await eventsOf(offerId)).at(-1)).toEqual(['EXPIRE', 'EXPIRED']);
    expect((await eventsOf(id)).at(-1)).toEqual(['EXPIRE', 'EXPIRED']);
    expect((await call('DELETE', `/offerSet/${id}`)).status).toBe(200);
    expect((await offer(offerIds[0] as string)).info.mkAOfferSetId).toBe(id);
  });

  test('R22 excludes an offer whose time was extended', async () => {
    const { id, offerIds } = await filled([{}, {}], { published: true, set: { expireTime: '2091-01-31' } });
    const [one, two] = offerIds as [string, string];
    await call('POST', `/offer/${two}/extendExpiryDate?newExpiryDate=2091-06-01`);
    await app.drainJobs();
    await theTimeComes();
    expect([(await offer(one)).status, (await offer(two)).status]).toEqual(['EXPIRED', 'PENDING_ACCEPTANCE']);
    expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('by cancellation cancels all open offers, once the marketplace has confirmed it', async () => {
    const { id, offerIds } = await filled([{}, {}, { name: 'x'.repeat(151) }], { published: true });
    const [one, two, failed] = offerIds as [string, string, string];
    const reply = await call('POST', `/offerSet/${id}/cancel`);
    expect([reply.status, reply.body.status]).toEqual([200, 'PENDING_CANCEL']);
    expect((await call('POST', `/offerSet/${id}/cancel`)).body).toEqual(reply.body);
    await app.drainJobs();
    for (const offerId of [one, two]) {
      expect((await offer(offerId)).status).toBe('CANCELLED');
      expect((await eventsOf(offerId)).slice(-2).map(([action]) => action)).toEqual([
        'PENDING_CANCEL',
        'CANCEL',
      ]);
    }
    expect((await read(id)).status).toBe('CANCELLED');
    expect((await offer(failed)).status).toBe('CREATE_FAILED');
    expect((await eventsOf(id)).at(-1)).toEqual(['CANCEL', 'CANCELLED']);
  });

  test('is immediate when no offer was created', async () => {
    const { id } = await filled([{ name: 'x'.repeat(151) }], { published: true });
    expect((await call('POST', `/offerSet/${id}/cancel`)).body.status).toBe('CANCELLED');
    expect(refused(await call('POST', `/offerSet/${(await created()).id}/cancel`))).toEqual([
      409,
      'offer_set_state',
    ]);
  });
});

test('R2 the list can be filtered, ordered and counted; deleted sets are listed when their status is given', async () => {
  const names = ['b', 'a', 'c'];
  for (const name of names) await created({ name });
  const gone = await created({ name: 'd' });
  await call('DELETE', `/offerSet/${gone.id}`);
  const list = async (query: string) => {
    const { body } = await call('GET', `/offerSet?${query}`);
    return { ...body, data: body.data.map(({ name }: { name: string }) => name) };
  };
  expect(await list('')).toEqual({ data: names, page_number: 1, page_size: 20, total_count: 3 });
  expect((await list('s=-name&page_size=2')).data).toEqual(['c', 'b']);
  expect(await list('s=name&page_size=2&page_number=2')).toMatchObject({ data: ['c'], total_count: 3 });
  const q = (filter: string) => `q=${encodeURIComponent(filter)}`;
  expect((await list(q("(= name 'd')"))).data).toEqual([]);
  expect((await list(q('(= status DELETED)'))).data).toEqual(['d']);
  expect((await list(q("(or (= name 'a') (not (= status DRAFT)))"))).data).toEqual(['a', 'd']);
  const wrong = await call('GET', `/offerSet?${q('(= info 1)')}`);
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, 'q']);
  const other = await app.organization();
  expect((await call('GET', '/offerSet', undefined, other)).body.data).toEqual([]);
});
