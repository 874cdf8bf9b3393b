import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { type MarketplaceAdapter, MarketplaceError, type ProductRef } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const fake = {
  find: 0,
  create: 0,
  publish: 0,
  creating: (own: () => Promise<ProductRef>) => own(),
  publishing: (own: () => Promise<void>) => own(),
};
const untouched = { ...fake };

/** The sandbox with programmed responses. */
const wrapped = (own: MarketplaceAdapter): MarketplaceAdapter => ({
  ...own,
  findProduct: (key) => {
    fake.find++;
    return own.findProduct(key);
  },
  createProduct: (spec) => {
    fake.create++;
    return fake.creating(() => own.createProduct(spec));
  },
  publishProduct: (externalId) => {
    fake.publish++;
    return fake.publishing(() => own.publishProduct(externalId));
  },
});
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    return adapter && wrapped(adapter);
  },
});

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({ registry });
});
beforeEach(async () => {
  org = await app.organization();
  Object.assign(fake, untouched);
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, owner = org) =>
  app.request(method, `/org/${owner.id}/${path}`, {
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  });
const done = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const read = (id: string) => done('GET', `product/${id}`);
const created = async (body: object): Promise<string> => {
  const product = await done('POST', 'product', { name: 'Listed', partner: 'MKA', ...body });
  expect(product.status).toBe('PENDING_CREATE');
  await app.drainJobs();
  return product.id;
};
const hurry = async (rounds = 1) => {
  for (let round = 0; round < rounds; round++) {
    await app.database.query('UPDATE job SET ready_at = now(), due_at = now() WHERE finished_at IS NULL');
    await app.drainJobs();
  }
};
const eventCount = async (id: string) =>
  Number((await app.database.query('SELECT count(*) FROM event WHERE entity_id = $1', [id])).rows[0].count);
const listings = async () =>
  (await app.database.query('SELECT id FROM sandbox_product WHERE organization_id = $1', [org.id])).rows
    .length;

describe('creation', () => {
  test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'])(
    'on %s uses the listing’s id and records from the marketplace, and keeps the seller’s fields',
    async (partner) => {
      const given = {
        partner,
        fulfillmentUrl: 'https://vendor.example/signup',
        info: { commits: [{ key: 'team', rate: 100 }], sellerNotes: 'ours' },
        metaInfo: { internalNote: 'note' },
      };
      const product = await read(await created(given));
      expect(product).toMatchObject({ ...given, status: 'CREATED', externalID: expect.any(String) });
      const names = Object.keys(product.info);
      if (partner !== 'MKE') expect(names.some((name) => name.startsWith('mk'))).toBe(true);
      expect(names).toContain('currency');
    },
  );

  test('that the marketplace refuses is CREATE_FAILED, with the raw and a readable error; after a correction it is submitted again', async () => {
    const dimensions = [{ key: 'a' }, { key: 'a' }];
    const id = await created({ info: { dimensions } });
    const failed = await read(id);
    expect(failed).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['DUPLICATE_DIMENSION_KEYS'] },
    });
    expect(failed.metaInfo.prettifiedErrorMessages[0]).toContain('key a');
    expect((await call('PATCH', `product/${id}/publish`)).body.code).toBe('product_not_publishable');
    const again = await done('POST', 'product', { id, info: { dimensions: [{ key: 'a' }] } });
    expect(again).toMatchObject({ id, status: 'PENDING_CREATE' });
    expect(again.metaInfo).not.toHaveProperty('errorMessages');
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'CREATED', info: { dimensions: [{ key: 'a' }] } });
    expect(await listings()).toBe(1);
  });

  test('whose response and notification were lost creates no second listing: the marketplace is searched first', async () => {
    fake.creating = async (own) => {
      const { externalId } = await own();
      await app.database.query(`UPDATE sandbox_product SET state = 'CREATED' WHERE id = $1`, [externalId]);
      await app.database.query(`UPDATE job SET finished_at = now() WHERE kind = 'sandbox.list'`);
      throw new MarketplaceError('TIMEOUT', { kind: 'unknown' });
    };
    const id = await created({});
    await hurry();
    expect(await read(id)).toMatchObject({ status: 'CREATED', externalID: expect.any(String) });
    expect([fake.create, fake.find, await listings()]).toEqual([1, 1, 1]);
  });

  test('that keeps failing is ended with the reason', async () => {
    fake.creating = async () => {
      throw new MarketplaceError('BACKEND_BUSY', { kind: 'unknown' });
    };
    const id = await created({});
    expect((await read(id)).status).toBe('PENDING_CREATE');
    await hurry(10);
    expect((await read(id)).status).toBe('PENDING_CREATE');
    await app.database.query(
      `UPDATE job SET failing_since = now() - interval '1 day' WHERE product_id = $1`,
      [id],
    );
    await hurry(1);
    const product = await read(id);
    expect(product).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['BACKEND_BUSY'] },
    });
    expect(product.metaInfo.prettifiedErrorMessages[0]).toContain('BACKEND_BUSY');
    expect(fake.create).toBe(12);
  });

  test('without an integration is CREATE_FAILED with the required action', async () => {
    const prod = await app.organization({ environment: 'PROD' });
    const { body } = await call('POST', 'product', { name: 'P', partner: 'MKA' }, prod);
    await app.drainJobs();
    const product = (await call('GET', `product/${body.id}`, undefined, prod)).body;
    expect(product.status).toBe('CREATE_FAILED');
    expect(product.metaInfo.prettifiedErrorMessages[0]).toContain('no integration with MKA');
  });

  test('an import without an integration fails with a readable error', async () => {
    const prod = await app.organization({ environment: 'PROD' });
    const { body } = await call('POST', 'product/sync', { partner: 'MKA' }, prod);
    await app.drainJobs();
    expect((await call('GET', `v2/operation/${body.operationID}`, undefined, prod)).body).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('no integration with MKA'),
    });
  });

  test('a refused change is reported until the next change', async () => {
    const id = (await done('POST', 'product', { name: 'Named', partner: 'MKA' })).id;
    await app.drainJobs();
    await done('PATCH', `product/${id}`, { name: '' });
    await app.drainJobs();
    expect((await read(id)).metaInfo.errorMessages).toEqual(['INVALID_TITLE']);
    await done('PATCH', `product/${id}`, { name: 'Named again' });
    await app.drainJobs();
    const product = await read(id);
    expect(product).toMatchObject({ name: 'Named again', status: 'CREATED' });
    expect(product.metaInfo).not.toHaveProperty('errorMessages');
  });
});

describe('during pending work at the marketplace', () => {
  test('a product cannot be changed or deleted; its meta info can be changed', async () => {
    const { id } = await done('POST', 'product', { name: 'Waiting', partner: 'MKA' });
    for (const [method, path] of [
      ['PATCH', ''],
      ['PATCH', '/fulfillmentUrl'],
      ['DELETE', ''],
    ])
      expect(
        (await call(`${method}`, `product/${id}${path}`, method === 'PATCH' ? {} : undefined)).body,
      ).toMatchObject({
        status: 409,
        code: 'product_in_progress',
      });
    expect((await call('POST', `product/${id}/sync`)).body.code).toBe('product_not_listed');
    await done('PATCH', `product/${id}/metaInfo`, { internalNote: 'x' });
    await app.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'CREATED', metaInfo: { internalNote: 'x' } });
  });
});

describe('publication', () => {
  const fulfillmentUrl = 'https://vendor.example/signup';

  test('goes by PENDING_PUBLISH to PUBLIC, as in the marketplace’s record', async () => {
    const id = await created({ fulfillmentUrl });
    expect((await read(id)).info.mkASaasProduct.Description.Visibility).toBe('Limited');
    const pending = await done('PATCH', `product/${id}/publish`, await read(id));
    expect(pending.status).toBe('PENDING_PUBLISH');
    expect((await call('PATCH', `product/${id}/publish`)).body.code).toBe('product_not_publishable');
    await app.drainJobs();
    const product = await read(id);
    expect(product.status).toBe('PUBLIC');
    expect(product.info.mkASaasProduct.Description.Visibility).toBe('Public');
    expect((await call('DELETE', `product/${id}`)).body.code).toBe('product_is_public');
  });

  test('applies its body in the same step, which the marketplace gets before the publication', async () => {
    const id = await created({});
    const sent = {
      name: 'Published so',
      fulfillmentUrl,
      metaInfo: { internalNote: 'ready' },
      status: 'PUBLIC',
    };
    expect(await done('PATCH', `product/${id}/publish`, sent)).toMatchObject({
      ...sent,
      status: 'PENDING_PUBLISH',
    });
    await app.drainJobs();
    // Without the URL in the body, the marketplace would have rejected the publication.
    expect(await read(id)).toMatchObject(sent);
    const other = await created({ fulfillmentUrl });
    const prices = { info: { commits: [{ key: 'other', rate: 1 }] } };
    const refused = await call('PATCH', `product/${other}/publish`, prices);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/info/commits']);
    expect((await read(other)).status).toBe('CREATED');
  });

  test('that is refused is PUBLISH_FAILED, and succeeds after a correction', async () => {
    const id = await created({});
    await done('PATCH', `product/${id}/publish`);
    await app.drainJobs();
    const failed = await read(id);
    expect(failed).toMatchObject({
      status: 'PUBLISH_FAILED',
      metaInfo: { errorMessages: ['MISSING_FULFILLMENT_URL'] },
    });
    await done('PATCH', `product/${id}/fulfillmentUrl`, { fulfillmentUrl });
    await app.drainJobs();
    await done('PATCH', `product/${id}/publish`);
    await app.drainJobs();
    const product = await read(id);
    expect(product).toMatchObject({ status: 'PUBLIC', fulfillmentUrl });
    expect(product.metaInfo).not.toHaveProperty('errorMessages');
  });

  test('whose response was lost happens once', async () => {
    const id = await created({ fulfillmentUrl });
    let lost = false;
    fake.publishing = async (own) => {
      await own();
      if (lost) return;
      lost = true;
      throw new MarketplaceError('TIMEOUT', { kind: 'unknown' });
    };
    await done('PATCH', `product/${id}/publish`);
    await hurry(2);
    expect((await read(id)).status).toBe('PUBLIC');
    expect(fake.publish).toBeLessThanOrEqual(2);
  });
});

describe('a listed product', () => {
  test('refuses another price, accepts its current values, and sends a new name to the marketplace', async () => {
    const id = await created({ info: { commits: [{ key: 'team', rate: 100 }] } });
    const product = await read(id);
    const refused = await call('PATCH', `product/${id}`, { info: { commits: [{ key: 'team', rate: 1 }] } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ pointer: '/info/commits' }]);
    const changed = await done('PATCH', `product/${id}`, { ...product, name: 'Renamed' });
    const now = { lastUpdateTime: changed.lastUpdateTime, lastUpdatedBy: org.client.id };
    expect(changed).toEqual({ ...product, name: 'Renamed', ...now });
    await app.drainJobs();
    const shown = await read(id);
    expect(shown).toMatchObject({ name: 'Renamed', info: { commits: [{ key: 'team', rate: 100 }] } });
    expect(shown.info.mkASaasProduct.Description.ProductTitle).toBe('Renamed');
  });

  test('keeps its new name when an older reading of the marketplace arrives in between', async () => {
    const id = await created({});
    await done('PATCH', `product/${id}`, { name: 'Renamed' });
    await done('POST', `product/${id}/sync`);
    await hurry(2);
    expect((await read(id)).name).toBe('Renamed');
  });

  test('applies changed list prices and dimensions once when it is synchronized', async () => {
    const id = await created({ info: { commits: [{ key: 'team', rate: 100 }], sellerNotes: 'ours' } });
    const change = { commits: [{ key: 'team', rate: 120 }], dimensions: [{ key: 'calls', rate: 0.1 }] };
    const before = await read(id);
    expect(await done('PATCH', `sandbox/product/${id}`, change)).toEqual(before);
    await app.drainJobs();
    expect(await read(id)).toEqual(before);
    expect(await done('POST', `product/${id}/sync`)).toEqual(before);
    await app.drainJobs();
    const after = await read(id);
    expect(after.info).toMatchObject({ ...change, sellerNotes: 'ours' });
    expect(after.metaInfo).toEqual(before.metaInfo);
    const count = await eventCount(id);
    await done('POST', `product/${id}/sync`);
    await app.drainJobs();
    expect(await eventCount(id)).toBe(count);
    expect(await read(id)).toEqual(after);
  });

  test('of a PROD organization cannot be changed by the sandbox, nor can a direct product or a wrong price', async () => {
    const prod = await app.organization({ environment: 'PROD' });
    const { body } = await call('POST', 'product', {}, prod);
    expect((await call('PATCH', `sandbox/product/${body.id}`, {}, prod)).body.code).toBe(
      'not_a_test_organization',
    );
    const { id } = await done('POST', 'product', {});
    expect((await call('PATCH', `sandbox/product/${id}`, {})).body.code).toBe('product_not_listed');
    const wrong = await call('PATCH', `sandbox/product/${id}`, { commits: [{ rate: -1 }] });
    expect(wrong.body.errors).toMatchObject([{ pointer: '/commits/0/rate' }]);
  });
});

describe('an import', () => {
  const importAll = async (partner: string) => {
    const receipt = await done('POST', 'product/sync', { partner });
    expect(receipt).toEqual({ operationID: expect.stringMatching(/^job_/), partner: partner.toUpperCase() });
    await app.drainJobs();
    return done('GET', `product?partner=${partner}`);
  };

  test('creates every listing once, with plans, dimensions and the vendor, also with two simultaneous imports', async () => {
    await Promise.all([1, 2].map(() => done('POST', 'product/sync', { partner: 'MKA' })));
    const products = await importAll('mka');
    expect(products.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Demonstration Insight',
      'Demonstration Onboarding',
      'Demonstration Shield',
    ]);
    for (const product of products)
      expect(product).toMatchObject({
        status: 'PUBLIC',
        partner: 'MKA',
        service: 'MARKETPLACE',
        info: { attributes: { vendorName: 'Demonstration' } },
        metaInfo: { discount: null },
      });
    expect(await done('GET', `product/${products[0].id}/dimension`)).toHaveLength(2);
    expect(await importAll('MKA')).toEqual(products);
  });

  test('can be followed listing by listing, like the reading of one product', async () => {
    const { operationID } = await done('POST', 'product/sync', { partner: 'MKA' });
    await app.drainJobs();
    const followed = await done('GET', `v2/operation/${operationID}?hasChildren=true`);
    expect(followed.status).toBe('COMPLETED');
    expect(followed.childWorkflowOperations.map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'COMPLETED'),
    );
    const [product] = await done('GET', 'product?partner=MKA');
    const known = (await done('GET', 'operation')).length;
    await done('POST', `product/${product.id}/sync`);
    const operations = await done('GET', 'operation');
    expect(operations).toHaveLength(known + 1);
    expect(operations.at(-1)).toMatchObject({ name: 'Synchronise a product with its marketplace' });
  });

  test('updates known listings, keeps our own fields, and restores deleted products', async () => {
    const own = await created({ partner: 'MKF', info: { commits: [{ key: 'team', rate: 1 }] } });
    await done('DELETE', `product/${own}`);
    expect((await call('GET', `product/${own}`)).status).toBe(404);
    const products = await importAll('MKF');
    expect(products).toHaveLength(3);
    expect(await read(own)).toMatchObject({ id: own, status: 'CREATED' });
  });

  test('from a partner that is not a marketplace is refused', async () => {
    for (const body of [{}, { partner: 'PAYA' }, { partner: 'CRMA' }])
      expect((await call('POST', 'product/sync', body)).body.errors).toMatchObject([{ pointer: '/partner' }]);
  });

  test('R26 checks offers on marketplace C against the features of the listing', async () => {
    const product = (await importAll('MKC')).find((one: object) => /"seats"/.test(JSON.stringify(one)));
    const offerWith = async (featureName: string) => {
      const info = { mkCDuration: 12, mkCFeatures: [{ featureName }] };
      return call('POST', 'offer', { partner: 'MKC', productID: product.id, info });
    };
    expect((await offerWith('seats')).status).toBe(200);
    expect((await offerWith('wings')).body.errors).toMatchObject([{ pointer: '/info/mkCFeatures' }]);
    await app.drainJobs();
  });
});
