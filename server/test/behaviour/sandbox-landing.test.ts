import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = async (method: string, path: string, body?: object) => {
  const reply = await app.request(method, `/org/${org.id}/${path}`, {
    token: org.token,
    ...(body ? { body } : {}),
  });
  expect(reply.status, `${path} ${reply.text}`).toBe(200);
  return reply.body;
};
/** Creates a sandbox product that redirects buyers to a page of the seller. */
async function product(): Promise<string> {
  const { id } = await call('POST', 'product', {
    name: 'Platform',
    partner: 'MKA',
    fulfillmentUrl: 'https://seller.example.com/welcome',
  });
  await app.drainJobs();
  return id;
}
/** Returns the parameters of a redirect without its signature, which differs each time. */
const boughtBy = ({ origin, pathname, searchParams }: URL) => {
  const { tradepostSignature, ...named } = Object.fromEntries(searchParams);
  expect(tradepostSignature).toBeDefined();
  return { origin, pathname, named };
};
const visit = (url: string) => fetch(url, { redirect: 'manual' });

test('a buyer of the sandbox arrives at the landing page with a token, and is redirected to the seller’s page', async () => {
  const productId = await product();
  const order = await call('POST', 'sandbox/order', { partner: 'MKA', productId, buyerName: 'Globex' });
  const before = await visit(order.landingURL);
  expect(before.status).toBe(303);
  const to = new URL(before.headers.get('location') as string);
  expect(to.origin + to.pathname).toBe('https://seller.example.com/welcome');
  expect(Object.fromEntries(to.searchParams)).toMatchObject({ partner: 'mka', offerType: 'DEFAULT' });
  await app.drainJobs();
  // The marketplace's notification and a second visit result in the same entitlement.
  const [entitlement, ...others] = await call('GET', `entitlement?externalId=${order.externalID}`);
  expect([entitlement.id, others]).toEqual([to.searchParams.get('tradepostEntitlementId'), []]);
  const again = await visit(order.landingURL);
  expect(boughtBy(new URL(again.headers.get('location') as string))).toEqual(boughtBy(to));
});

test('a token that was changed, or belongs to another organization, is refused', async () => {
  const { landingURL, externalID } = await call('POST', 'sandbox/order', { partner: 'MKA' });
  const other = await app.organization();
  const changed = new URL(landingURL);
  changed.searchParams.set('token', `${externalID}.${'x'.repeat(43)}`);
  for (const url of [
    changed.href,
    landingURL.replace(org.id, other.id),
    landingURL.replace('/mka/', '/mkb/'),
    landingURL.replace('/mka/', '/mke/'),
    `${landingURL}x`,
    landingURL.replace(/\?.*/, `?token=${externalID}`),
  ])
    expect((await visit(url)).status, url).toBe(400);
});

test.each([
  ['MKB', 'GET'],
  ['MKC', 'POST'],
])(
  'a buyer of %s arrives by %s before the approval: one buyer and one entitlement, which the approval activates (R47)',
  async (partner, method) => {
    const { landingURL, externalID } = await call('POST', 'sandbox/order', {
      partner,
      buyerAccountId: `account-of-${partner}`,
      approve: false,
    });
    const [landing, query] = landingURL.split('?');
    expect(landing).toContain(`/public/signup/${partner.toLowerCase()}/orgId/${org.id}`);
    const arrive = () =>
      method === 'GET' ? visit(landingURL) : fetch(landing, { method, body: new URLSearchParams(query) });
    expect((await arrive()).status).toBe(200);
    const found = () => call('GET', `entitlement?externalId=${externalID}`);
    const [{ id, status, buyerID }] = await found();
    expect(status).toBe('PENDING_START');
    await app.drainJobs();
    expect((await arrive()).status).toBe(200);
    await call('POST', `entitlement/${id}/approve`);
    await app.drainJobs();
    expect(await found()).toMatchObject([{ id, buyerID, status: 'ACTIVE' }]);
    const buyers = await call('GET', `buyer?partner=${partner}`);
    expect(buyers).toHaveLength(1);
  },
);

test('marketplaces that send no buyers have no landing page', async () => {
  expect(await call('POST', 'sandbox/order', { partner: 'MKE' })).not.toHaveProperty('landingURL');
});

test('on MKC, the first approval of a buyer also approves the account, whose notification leads to its orders', async () => {
  const buyerAccountId = 'account-with-two-orders';
  const order = () => call('POST', 'sandbox/order', { partner: 'MKC', buyerAccountId, approve: false });
  const orders = [await order(), await order()];
  await app.drainJobs();
  const approve = async (externalID: string) => {
    const [{ id }] = await call('GET', `entitlement?externalId=${externalID}`);
    await call('POST', `entitlement/${id}/approve`);
    await app.drainJobs();
  };
  const ofAccount = async () =>
    (
      await app.database.query(
        `SELECT outcome FROM job WHERE organization_id = $1 AND kind = 'marketplaces.observe'
           AND payload::jsonb ->> 'kind' = 'BUYER' AND payload::jsonb ->> 'externalId' = $2`,
        [org.id, buyerAccountId],
      )
    ).rows.map(({ outcome }) => outcome);
  await approve(orders[0].externalID);
  expect(await ofAccount()).toEqual(['agreements to read: 2']);
  await approve(orders[1].externalID);
  expect(await ofAccount()).toHaveLength(1);
  for (const { externalID } of orders)
    expect((await call('GET', `entitlement?externalId=${externalID}`))[0].status).toBe('ACTIVE');
});
