import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdapterRegistry, ProductSnapshot } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const lines: Record<string, unknown>[] = [];
let shown = (snapshot: ProductSnapshot): ProductSnapshot => snapshot;

/** The sandbox with programmed listings. */
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    return (
      adapter && {
        ...adapter,
        readProduct: async (externalId) => {
          const snapshot = await adapter.readProduct(externalId);
          return snapshot && shown(snapshot);
        },
      }
    );
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    registry,
    environment: { LOG_LEVEL: 'warn' },
    onLog: (line) => void lines.push(line),
  });
});
afterAll(() => app.stop());

test('a draft is at no marketplace: a listing of it is a warning in the log', async () => {
  const org = await app.organization();
  const done = async (method: string, path: string, body?: object) => {
    const reply = await app.request(method, `/org/${org.id}/${path}`, {
      token: org.token,
      ...(body ? { body } : {}),
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const draft = await done('POST', 'draftProduct', { name: 'Nowhere', partner: 'MKA' });
  const { id } = await done('POST', 'product', { name: 'Listed', partner: 'MKA' });
  const warnings = async () => {
    await done('POST', `product/${id}/sync`);
    await app.drainJobs();
    return lines.filter(({ msg }) => msg === 'a marketplace lists a product that is a draft');
  };
  await app.drainJobs();
  expect(await warnings()).toEqual([]);
  shown = (snapshot) => ({ ...snapshot, key: draft.id, externalId: 'listing_of_nobody' });
  expect(await warnings()).toMatchObject([
    {
      level: 'warn',
      productId: draft.id,
      status: 'DRAFT',
      observedStatus: 'CREATED',
      jobId: expect.any(String),
    },
  ]);
  expect(await done('GET', `product/${draft.id}`)).toMatchObject({ status: 'DRAFT' });
});

test.each([
  ['INVALID_LOGO', 'The marketplace rejected the request with the cause “invalid logo” (INVALID_LOGO)'],
  [undefined, 'The marketplace did not publish the listing and did not return a reason.'],
])(
  'a listing whose publication failed at the marketplace (%s) has a human-readable reason',
  async (failure, words) => {
    const org = await app.organization();
    const call = async (method: string, path: string, body?: object) =>
      (await app.request(method, `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) }))
        .body;
    shown = (snapshot) => snapshot;
    const { id } = await call('POST', 'product', { name: 'Listed', partner: 'MKB' });
    await app.drainJobs();
    shown = (snapshot) => ({ ...snapshot, status: 'PUBLISH_FAILED', failure });
    await call('POST', `product/${id}/sync`);
    await app.drainJobs();
    expect(await call('GET', `product/${id}`)).toMatchObject({
      status: 'PUBLISH_FAILED',
      metaInfo: { prettifiedErrorMessages: [expect.stringContaining(words)] },
    });
  },
);
