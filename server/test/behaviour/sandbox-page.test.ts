import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, createBrowser } from '../browser.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let browser: Browser;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  browser = createBrowser(app.url);
});
afterAll(() => app.stop());

const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;

async function publish(body: object) {
  const reply = await app.request('POST', `/org/${org.id}/offer`, { token: org.token, body });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return get(`offer/${reply.body.id}`);
}

test('the page of an offer shows the buyer’s view, and its buyer accepts there', async () => {
  const offer = await publish({
    partner: 'MKE',
    name: 'Seats <b>for</b> a year',
    expireTime: '2090-02-03T10:30:00Z',
    info: { commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }] },
    metaInfo: { internalNote: 'HIDDEN' },
  });
  const page = await browser.open(offer.info.privateOfferUrl);
  expect(page.status).toBe(200);
  for (const text of [
    'Seats &lt;b&gt;for&lt;/b&gt; a year',
    '1,200.00 USD a year',
    '3 February 2090, 10:30 UTC',
  ])
    expect(page.text).toContain(text);
  expect(page.text).not.toMatch(/HIDDEN|MKE/);
  // Names may be in any language; each has its own text direction.
  expect(page.text).toContain('<h1 dir="auto">Seats');
  expect(page.text).toMatch(/<dd dir="auto">3 February 2090/);
  const accepted = await browser.submit(page, { action: 'accept' });
  expect([accepted.status, accepted.text]).toEqual([200, expect.stringContaining('accepted the offer')]);
  await app.drainJobs();
  expect((await get(`offer/${offer.id}`)).status).toBe('ACCEPTED');
  expect(await get(`entitlement?offerId=${offer.id}`)).toHaveLength(1);
  // The offer can no longer be accepted, and a repeated form returns an explanation.
  expect((await browser.open(offer.info.privateOfferUrl)).text).not.toContain('<form');
  expect((await browser.submit(page, { action: 'accept' })).text).toContain('role="alert"');
  await app.drainJobs();
  expect(await get(`entitlement?offerId=${offer.id}`)).toHaveLength(1);
});

test('its buyer rejects there, and enters a country and quantities where the offer requires them', async () => {
  const rejected = await publish({ partner: 'MKC', name: 'No', info: { mkCDuration: 12 } });
  await browser.submit(await browser.open(rejected.info.privateOfferUrl), { action: 'reject' });
  await app.drainJobs();
  expect((await get(`offer/${rejected.id}`)).status).toBe('REJECTED');
  const asking = await publish({
    partner: 'MKA',
    name: 'Asks',
    info: {
      buyerCountryCodes: ['CH', 'DE'],
      commits: [{ key: 'a', name: 'Units', rate: 10, buyerQuantityConfigurable: true }],
    },
  });
  const page = await browser.open(asking.info.privateOfferUrl);
  const refused = await browser.submit(page, { action: 'accept', country: 'FR', 'quantity-a': '3' });
  expect(refused.text).toContain('CH, DE');
  await browser.submit(page, { action: 'accept', country: 'DE', 'quantity-a': '3' });
  await app.drainJobs();
  expect((await get(`offer/${asking.id}`)).metaInfo.buyerCommitQuantities).toEqual({ a: 3 });
});

test('an address without its signature shows and changes nothing; a changed signature is a 404', async () => {
  const offer = await publish({ partner: 'MKA', name: 'Secretive' });
  const url = new URL(offer.info.privateOfferUrl);
  const bare = await browser.open(url.pathname);
  expect([bare.status, bare.text.includes('Secretive')]).toEqual([200, false]);
  expect((await browser.post(url.pathname, { action: 'accept' })).status).toBe(404);
  const stranger = await app.organization();
  for (const [name, value] of [
    ['organization', stranger.id],
    ['expires', '4102444801'],
    ['signature', 'x'],
  ] as const) {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    expect((await browser.post(`${changed.pathname}${changed.search}`, { action: 'accept' })).status).toBe(
      404,
    );
  }
  await app.drainJobs();
  expect((await get(`offer/${offer.id}`)).status).toBe('PENDING_ACCEPTANCE');
});
