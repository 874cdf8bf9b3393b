import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstOrganization } from '../../src/process/first-start.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let path: string;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  const first = await createFirstOrganization(app.app.database, app.app.newId, randomBytes, async () => {});
  path = `/org/${first?.organizationId}`;
  token = await app.token(first?.client as { id: string; secret: string });
});
afterAll(() => app.stop());

const call = (method: string, rest: string, body?: unknown) =>
  app.request(method, `${path}/${rest}`, { token, ...(body === undefined ? {} : { body }) });
const done = async (method: string, rest: string, body?: unknown) => {
  const reply = await call(method, rest, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

test('the demonstration organization can sell on all six marketplaces from the start', async () => {
  const products = await done('GET', 'product');
  const partners = new Set(products.map(({ partner }: { partner: string }) => partner));
  expect([...partners].sort()).toEqual(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF']);
  for (const product of products) {
    expect(product).toMatchObject({
      status: 'PUBLIC',
      externalID: expect.any(String),
      info: { attributes: { vendorName: 'Demonstration' } },
    });
    expect([...(product.info.commits ?? []), ...(product.info.dimensions ?? [])].length).toBeGreaterThan(0);
  }
  const [insight] = products;
  const offer = await done('POST', 'offer', {
    partner: 'MKA',
    productID: insight.id,
    info: { commits: insight.info.commits },
  });
  await app.drainJobs();
  await done('POST', `sandbox/offer/${offer.id}/accept`);
  await app.drainJobs();
  const [entitlement] = await done('GET', `entitlement?offerId=${offer.id}`);
  expect(entitlement).toMatchObject({
    productID: insight.id,
    externalProductID: insight.externalID,
    info: { vendorName: 'Demonstration' },
  });
});

test('a draft product is published after a failed creation, gets new prices, and cannot be deleted while public', async () => {
  const draft = await done('POST', 'draftProduct', {
    partner: 'MKA',
    productType: 'CONTRACT',
    info: { commits: [{ key: 'team', rate: 1000, length: 1, timeUnit: 'YEAR' }] },
  });
  expect(draft.status).toBe('DRAFT');
  const product = `product/${draft.id}`;

  expect((await done('POST', 'product', { id: draft.id })).status).toBe('PENDING_CREATE');
  await app.drainJobs();
  const failed = await done('GET', product);
  expect(failed).toMatchObject({ status: 'CREATE_FAILED', metaInfo: { errorMessages: ['INVALID_TITLE'] } });

  await done('POST', 'product', {
    id: draft.id,
    name: 'Compass',
    fulfillmentUrl: 'https://vendor.example/in',
  });
  await app.drainJobs();
  const created = await done('GET', product);
  expect(created).toMatchObject({ status: 'CREATED', name: 'Compass', externalID: expect.any(String) });
  expect(created.metaInfo).not.toHaveProperty('prettifiedErrorMessages');

  expect((await done('PATCH', `${product}/publish`)).status).toBe('PENDING_PUBLISH');
  await app.drainJobs();
  expect((await done('GET', product)).status).toBe('PUBLIC');

  const commits = [{ key: 'team', rate: 1100, length: 1, timeUnit: 'YEAR' }];
  await done('PATCH', `sandbox/${product}`, { commits });
  await done('POST', `${product}/sync`);
  await app.drainJobs();
  const reconciled = await done('GET', product);
  expect(reconciled.info.commits).toEqual(commits);
  expect(reconciled.info.mkASaasProduct.Dimensions).toMatchObject([{ Key: 'team', Rate: 1100 }]);

  const refused = await call('DELETE', product);
  expect(refused.body).toMatchObject({ status: 409, code: 'product_is_public' });
  expect(await done('GET', product)).toEqual(reconciled);
});
