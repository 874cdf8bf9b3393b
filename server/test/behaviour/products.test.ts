import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
const done = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const create = (body: object) => done('POST', 'product', body);
const events = async (id: string) =>
  (
    await app.database.query(
      `SELECT action, sequence, before, payload, actor_id, audited FROM event
       WHERE entity_type = 'PRODUCT' AND entity_id = $1 ORDER BY sequence`,
      [id],
    )
  ).rows;

describe('a draft', () => {
  test('is stored, changed by its id, and submitted by its id', async () => {
    const draft = await done('POST', 'draftProduct', { name: 'Insight', info: { sellerNotes: 'first' } });
    expect(draft).toMatchObject({ status: 'DRAFT', name: 'Insight', organizationID: org.id });
    expect(draft.id).toMatch(/^prd_[0-9a-z]{26}$/);
    const changed = await done('POST', 'draftProduct', { id: draft.id, info: { eulaType: 'SCMP' } });
    expect(changed).toMatchObject({ id: draft.id, name: 'Insight', status: 'DRAFT' });
    expect(changed.info).toEqual({ sellerNotes: 'first', eulaType: 'SCMP' });
    const created = await create({ id: draft.id, name: 'Insight 2' });
    expect(created).toMatchObject({ id: draft.id, name: 'Insight 2', status: 'CREATED' });
    expect(created.info).toEqual(changed.info);
    expect(await done('GET', 'product')).toHaveLength(1);
  });

  test('that was submitted is no longer a draft: a repeated call creates no second product', async () => {
    const { id } = await done('POST', 'draftProduct', { name: 'Once' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', 'product', { id, name: 'Once' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const again = await call('POST', 'draftProduct', { id });
    expect(again.body).toMatchObject({ status: 409, code: 'product_not_draft' });
    expect(await done('GET', 'product')).toHaveLength(1);
  });

  test('R9 with an unknown, foreign or deleted id is a new draft', async () => {
    const theirs = await app.organization();
    const { body: other } = await app.request('POST', `/org/${theirs.id}/draftProduct`, {
      token: theirs.token,
      body: { name: 'Theirs' },
    });
    const { id: gone } = await done('POST', 'draftProduct', {});
    await done('DELETE', `product/${gone}`);
    for (const id of ['prd_unknown', other.id, gone])
      for (const path of ['draftProduct', 'product']) {
        const made = await done('POST', path, { id, name: 'Ours' });
        expect(made).toMatchObject({ organizationID: org.id, name: 'Ours' });
        expect(made.id).not.toBe(id);
      }
  });
});

describe('a product for direct sale', () => {
  test('stays a direct product: a marketplace to which it was never submitted cannot be set later', async () => {
    const { id } = await create({ name: 'Direct' });
    for (const partner of ['MKA', 'PAYA']) {
      const reply = await call('PATCH', `product/${id}`, { partner });
      expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, '/partner']);
    }
    expect(await done('PATCH', `product/${id}/publish`)).toMatchObject({ status: 'PUBLIC' });
  });

  test('sends buyers to an address that is valid in a header', async () => {
    for (const fulfillmentUrl of [
      'https://a.example/\r\nSet-Cookie: a=b',
      ' https://a.example',
      'https://a.example/\t',
    ]) {
      const reply = await call('POST', 'draftProduct', { fulfillmentUrl });
      expect([fulfillmentUrl, reply.status, reply.body.errors?.[0].pointer]).toEqual([
        fulfillmentUrl,
        400,
        '/fulfillmentUrl',
      ]);
    }
  });

  test('is CREATED and PUBLIC immediately, with the seller’s prices', async () => {
    const made = await create({
      name: 'Direct',
      partner: 'paya',
      info: { commits: [{ key: 'a', rate: 5 }] },
    });
    expect(made).toMatchObject({ status: 'CREATED', partner: 'PAYA', metaInfo: { discount: null } });
    const published = await done('PATCH', `product/${made.id}/publish`, made);
    expect(published.status).toBe('PUBLIC');
    const changed = await done('PATCH', `product/${made.id}`, {
      info: { commits: [{ key: 'a', rate: 6 }] },
    });
    expect(changed.info.commits).toEqual([{ key: 'a', rate: 6 }]);
    expect((await call('PATCH', `product/${made.id}/publish`)).body.code).toBe('product_not_publishable');
    expect((await call('POST', `product/${made.id}/sync`)).body.code).toBe('product_not_listed');
    expect((await call('DELETE', `product/${made.id}`)).body).toMatchObject({
      status: 409,
      code: 'product_is_public',
    });
    expect((await done('GET', `product/${made.id}`)).status).toBe('PUBLIC');
  });

  test('R9 fields of the service are ignored on creation and on change, whatever their type', async () => {
    const foreign = {
      organizationID: 'org_other',
      creationTime: 1,
      createdBy: {},
      lastUpdateTime: [],
      lastUpdatedBy: 'me',
      status: 'PUBLIC',
      externalID: 'mine',
      metaInfo: { createdByEmail: 1, errorMessages: 'x', lastModifiedBy: 2, createdBySource: 'EVIL' },
    };
    const made = await create({ name: 'R9', ...foreign });
    expect(made).toMatchObject({ status: 'CREATED', organizationID: org.id, createdBy: org.client.id });
    expect(made).not.toHaveProperty('externalID');
    expect(made.metaInfo.createdBySource).toBe('API');
    const changed = await done('PATCH', `product/${made.id}`, { id: 7, ...foreign });
    expect({ ...changed, lastUpdateTime: '' }).toEqual({ ...made, lastUpdateTime: '' });
  });

  test('a sale type longer than an index entry is refused', async () => {
    const reply = await call('POST', 'product', { productType: 'x'.repeat(201) });
    expect(reply.body.errors).toMatchObject([{ pointer: '/productType' }]);
  });
});

describe('the parts of a product', () => {
  test('R8 R9 include the meta info, which is merged and returned, and keeps plans, dimensions and the vendor’s name', async () => {
    const { id } = await create({ name: 'Meta' });
    const sent = {
      privatePlans: { gold: { crm: 'x' } },
      mkASaasProductDimensions: [{ Key: 'seats', Rate: 12.5 }],
      customMetaInfo: { vendorName: 'Acme' },
    };
    await done('PATCH', `product/${id}/metaInfo`, sent);
    const answered = await done('PATCH', `product/${id}/metaInfo`, {
      privatePlans: { silver: {} },
      warningMessages: ['mine'],
      notifications: 'mine',
    });
    expect(answered).toMatchObject({
      ...sent,
      privatePlans: { gold: { crm: 'x' }, silver: {} },
      discount: null,
    });
    expect(JSON.stringify(answered)).not.toContain('mine');
    expect((await done('GET', `product/${id}`)).metaInfo).toEqual(answered);
    const wrong = await call('PATCH', `product/${id}/metaInfo`, { internalNote: 'x'.repeat(1001) });
    expect(wrong.body.errors).toMatchObject([{ pointer: '/internalNote' }]);
  });

  test('R41 include the vendor’s name, which is copied to the entitlement', async () => {
    const { id } = await create({ name: 'Named', metaInfo: { customMetaInfo: { vendorName: 'Acme' } } });
    const offer = await done('POST', 'offer', { name: 'Offer', productID: id });
    await done('POST', `sandbox/offer/${offer.id}/accept`);
    const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
    expect(entitlement).toMatchObject({ productID: id, info: { vendorName: 'Acme' } });
  });

  test('include the fulfilment URL, which is set, refused when it is invalid, and unset', async () => {
    const { id } = await create({ name: 'Signup' });
    const path = `product/${id}/fulfillmentUrl`;
    const url = 'https://vendor.example/signup';
    const params = { fulfillmentUrl: url, id: 'ignored', organizationID: 5 };
    expect(await done('PATCH', path, params)).toMatchObject({ id, fulfillmentUrl: url });
    const wrong = await call('PATCH', path, { fulfillmentUrl: 'ftp://vendor.example' });
    expect(wrong.body.errors).toMatchObject([{ pointer: '/fulfillmentUrl' }]);
    expect((await done('GET', `product/${id}`)).fulfillmentUrl).toBe(url);
    expect(await done('PATCH', path, { fulfillmentUrl: '' })).not.toHaveProperty('fulfillmentUrl');
  });

  test('include the metered dimensions in order; a product without dimensions has an empty list', async () => {
    const dimensions = [
      { key: 'b', rate: 0.1 },
      { key: 'a', types: ['ExternallyMetered'] },
    ];
    const { id } = await create({ info: { dimensions } });
    expect(await done('GET', `product/${id}/dimension`)).toEqual(dimensions);
    const { id: bare } = await create({});
    expect(await done('GET', `product/${bare}/dimension`)).toEqual([]);
    expect((await call('GET', 'product/prd_none/dimension')).body.code).toBe('product_not_found');
  });
});

describe('lists', () => {
  test('can be filtered by partner, status, type and the marketplace’s id, alone and together', async () => {
    const draft = await done('POST', 'draftProduct', { name: 'A', partner: 'MKA', productType: 'CONTRACT' });
    const direct = await create({ name: 'B', partner: 'PAYB', productType: 'CONTRACT' });
    const listed = await create({ name: 'C', partner: 'MKA', productType: 'SUBSCRIPTION' });
    await app.drainJobs();
    const { externalID } = await done('GET', `product/${listed.id}`);
    const ids = async (path: string) => (await done('GET', path)).map(({ id }: { id: string }) => id);
    expect(await ids('product')).toEqual([draft.id, direct.id, listed.id]);
    expect(await ids('product?partner=mka')).toEqual([draft.id, listed.id]);
    expect(await ids('partner/mka/product')).toEqual([draft.id, listed.id]);
    expect(await ids('partner/MKA/product?status=DRAFT')).toEqual([draft.id]);
    expect(await ids('partner/MKB/product')).toEqual([]);
    expect(await ids('product?productType=CONTRACT&status=CREATED')).toEqual([direct.id]);
    expect(await ids(`product?externalId=${externalID}`)).toEqual([listed.id]);
    expect((await call('GET', 'partner/nobody/product')).status).toBe(404);
  });

  test('R2 have a default limit of 100 and next-page links', async () => {
    await app.database.query(
      `INSERT INTO product (organization_id, id, status, creation_time, last_update_time)
       SELECT $1, 'prd_' || lpad(n::text, 4, '0'), 'CREATED', now(), now() FROM generate_series(1, 150) n`,
      [org.id],
    );
    const first = await call('GET', 'product?count=true');
    expect(first.body).toHaveLength(100);
    expect(first.headers.get('x-total-count')).toBe('150');
    const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] as string;
    const second = await app.request('GET', next, { token: org.token });
    expect(second.body).toHaveLength(50);
    expect(second.body[0].id).toBe('prd_0101');
  });

  test('a deleted product is listed when its status is given, and is otherwise a 404', async () => {
    const { id } = await create({ name: 'Gone' });
    expect((await call('DELETE', `product/${id}`)).text).toBe(JSON.stringify(id));
    expect(await done('GET', 'product')).toEqual([]);
    const body = (method: string) => (method === 'PATCH' ? {} : undefined);
    expect(await done('GET', 'product?status=DELETED')).toMatchObject([{ id, status: 'DELETED' }]);
    const mistyped = await call('GET', 'product?status=DELTED');
    expect([mistyped.status, mistyped.body.detail]).toEqual([400, expect.stringContaining('DELETED')]);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['PATCH', '/publish'],
      ['PATCH', '/metaInfo'],
      ['PATCH', '/fulfillmentUrl'],
      ['POST', '/sync'],
      ['GET', '/dimension'],
    ])
      expect((await call(`${method}`, `product/${id}${path}`, body(`${method}`))).body).toMatchObject({
        status: 404,
        code: 'product_not_found',
      });
  });
});

test('every change is one event with the product before and after, and its actor', async () => {
  const made = await done('POST', 'draftProduct', { name: 'Told' });
  const { id } = made;
  const states = [made];
  states.push(await create({ id }));
  states.push(await done('PATCH', `product/${id}`, { name: 'Told 2' }));
  await done('PATCH', `product/${id}/metaInfo`, { internalNote: 'x' });
  states.push(await done('GET', `product/${id}`));
  await done('DELETE', `product/${id}`);
  const recorded = await events(id);
  expect(recorded.map(({ action, sequence }) => [action, sequence])).toEqual([
    ['CREATE', 1],
    ['UPDATE', 2],
    ['UPDATE', 3],
    ['UPDATE', 4],
    ['DELETE', 5],
  ]);
  expect(recorded.map(({ payload }) => payload).slice(0, 4)).toEqual(states);
  expect(recorded.map(({ before }) => before)).toEqual([null, ...states]);
  expect(recorded[4].payload).toMatchObject({ id, status: 'DELETED' });
  expect(recorded.every(({ actor_id, audited }) => actor_id === org.client.id && audited)).toBe(true);
});
