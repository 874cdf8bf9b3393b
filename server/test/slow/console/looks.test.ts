import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { axeFindings } from '../../axe.ts';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';
import { countOf } from '../seeded.ts';
import { billingPages } from './billing.fixture.ts';
import { type PortalRecords, portalDesk, portalPages, portalRecords } from './portal.fixture.ts';
import { settingsAndGrowthPages } from './settings.fixture.ts';

sayWhereThereIsNone('The pages of the console were not looked at');
let world: ConsoleWorld;
let offerId: string;
let entitlementId: string;
let invitationId: string;
let draftId: string;
let directId: string;
let productId: string;
let offerSetId: string;
let contactId: string;
let buyerId: string;
let portal: PortalRecords;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  const offer = await world.call('POST', 'offer', {
    partner: 'MKA',
    name: 'Seats for a year',
    expireTime: '2090-02-03T10:30:00Z',
    info: { commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }] },
  });
  offerId = offer.id;
  await reaches(async () => (await world.call('GET', `offer/${offerId}`)).status === 'PENDING_ACCEPTANCE');
  await world.call('POST', `sandbox/offer/${offerId}/accept`);
  await reaches(async () => (await world.call('GET', `offer/${offerId}/entitlement`)).length > 0);
  await world.call('POST', 'role', { name: 'SALES', permissions: ['offers:read', 'offers:write'] });
  invitationId = (await world.call('POST', 'user', { email: 'ann@example.com', role: 'SALES' })).id;
  productId = (await world.call('POST', 'product', product)).id;
  offerSetId = (await world.call('POST', 'offerSet', { partner: 'MKA', name: 'Bundle' })).id;
  contactId = (await world.call('POST', 'contact', { emailAddress: 'ann@example.com', name: 'Ann Lee' })).id;
  buyerId = (await world.call('POST', 'buyer', { name: 'Northwind' })).id;
  await world.call('POST', `contact/${contactId}/buyer/${buyerId}`);
  draftId = await draftWithDocuments();
  directId = await directSale();
  portal = await portalRecords(world);
  billing = await billingPages(world);
  settingsAndGrowth = await settingsAndGrowthPages(world);
  entitlementId = (await world.call('GET', `offer/${offerId}/entitlement`))[0].id;
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const product = {
  name: 'Team plan',
  info: {
    currency: 'USD',
    commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }],
    dimensions: [{ key: 'calls', name: 'Calls', rate: 0.01 }],
  },
};

/** Waits until a condition holds. */
const reaches = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 100 });

const draftWithDocuments = async (): Promise<string> => {
  const info = { eulaType: 'CUSTOM', eulaUrl: 'https://example.com/terms.pdf', attachEulaType: 'SCMP' };
  return (await world.call('POST', 'draftOffer', { partner: 'MKA', name: 'With a document', info })).id;
};

/** Creates an entitlement with a commit, payments and an addon. */
async function directSale(): Promise<string> {
  const info = {
    currency: 'USD',
    commits: [{ key: 'fee', rate: 300, length: 1, timeUnit: 'YEAR' }],
    paymentInstallments: [100, 200].map((amount, at) => ({ amount, chargeOn: `209${at}-01-01` })),
  };
  const { id } = await world.call('POST', 'offer', { name: 'Sold directly', info });
  await world.call('POST', `sandbox/offer/${id}/accept`);
  const [entitlement] = await world.call('GET', `entitlement?offerId=${id}`);
  const addon = { name: 'Onboarding', amount: 50, chargeOn: '2091-01-31', description: 'Two days' };
  await world.call('POST', `entitlement/${entitlement.id}/addon`, addon);
  return entitlement.id;
}

/** The pages of the group Bill. */
let billing: readonly (readonly [address: string, heading: string])[] = [];
/** The pages of the groups Settings and Grow. */
let settingsAndGrowth: readonly (readonly [address: string, heading: string])[] = [];

/** Returns each route with one of its headings. */
const routes = (): [address: string, heading: string][] => [
  ['/console/organizations', 'Organizations'],
  ['/console/account', 'Your account'],
  ['/console/signed-out', 'You are signed out'],
  ['/console/nowhere', 'Page not found'],
  [world.at(), 'Acme'],
  [world.at('?currency=EUR&by=week'), 'Acme'],
  [world.at('/offers'), 'Offers'],
  [world.at('/offers?status=EXPIRED'), 'Offers'],
  ...['offer', 'time', 'price', 'payment', 'agreement', 'notes'].map((step): [string, string] => [
    world.at(`/offers/new?partner=MKB&step=${step}`),
    'New offer',
  ]),
  [world.at(`/offers/${offerId}`), 'Seats for a year'],
  [world.at(`/offers/${offerId}?tab=terms`), 'Seats for a year'],
  [world.at(`/offers/${draftId}?tab=documents`), 'With a document'],
  [world.at('/entitlements'), 'Entitlements'],
  [world.at(`/entitlements/${entitlementId}`), ''],
  [world.at(`/entitlements/${entitlementId}?tab=usage`), ''],
  [world.at(`/entitlements/${directId}`), ''],
  [world.at(`/entitlements/${directId}?tab=payments`), ''],
  [world.at('/products'), 'Products'],
  [world.at('/products?partner=MKA&status=DRAFT'), 'Products'],
  [world.at(`/products/${productId}`), 'Team plan'],
  [world.at('/offer-sets'), 'Offer sets'],
  [world.at(`/offer-sets/${offerSetId}`), 'Bundle'],
  [world.at('/contacts'), 'Contacts'],
  [world.at(`/contacts/${contactId}`), 'Ann Lee'],
  [world.at('/buyers'), 'Buyers'],
  [world.at(`/buyers/${buyerId}`), 'Northwind'],
  [world.at('/sandbox'), 'Sandbox'],
  [world.at('/members'), 'Members'],
  [world.at('/members?role=SALES&status=INVITED'), 'Members'],
  [world.at(`/members/${invitationId}`), 'ann@example.com'],
  [world.at('/roles'), 'Roles'],
  [world.at('/roles/new?like=EDITOR'), 'New role'],
  [world.at('/roles/ADMIN'), 'ADMIN'],
  [world.at('/roles/SALES'), 'SALES'],
  ...[...billing, ...settingsAndGrowth].map(([address, name]): [string, string] => [world.at(address), name]),
];

/** Every page is checked in light at the narrowest width, and in dark at the widest. */
const wholeLooks = ['light 360', 'dark 1440'];
const looks = [
  ['light', 360],
  ['light', 768],
  ['light', 1440],
  ['dark', 360],
  ['dark', 1440],
] as const;
/** The other looks share the pages; `LOOKS_PARTS=1` checks every page in every look. */
const parts = countOf('LOOKS_PARTS', 3);

/** Finds inputs that overflow their place in a form, and amounts, dates, states and marketplaces that are cut in a list. */
const cut = `(() => {
  const isOutside = (element, around) =>
    element.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
  const overflows = (input) => {
    for (let at = input.parentElement; at?.closest('main'); at = at.parentElement) {
      if (isOutside(input, at)) return true;
      if (getComputedStyle(at).overflowX !== 'visible') return false;
    }
    return false;
  };
  const isCut = (cell) =>
    [...cell.querySelectorAll('*')].some((one) => isOutside(one, cell) || one.scrollWidth > one.clientWidth + 1 && one.matches('.truncate'));
  return [
    ...[...document.querySelectorAll('main :is(input, select, textarea)')].filter(overflows),
    ...[...document.querySelectorAll('.list td:is(.amount, .day, .time, .state, .marketplace)')].filter(isCut),
  ].map((one) => one.outerHTML.slice(0, 200));
})()`;

const inChromium = test.skipIf(!chromiumFile);

inChromium.each(looks)('have nothing for axe to find, %s, %i wide', async (colorScheme, width) => {
  const desk = await world.desk('ADMIN', { colorScheme, width });
  const page = await desk.open(world.at());
  const number = looks.findIndex((look) => look[0] === colorScheme && look[1] === width);
  const isWhole = wholeLooks.includes(`${colorScheme} ${width}`);
  for (const [address, name] of routes().filter((_, at) => isWhole || at % parts === number % parts))
    await look(page, address, name);
  await desk.close();
});

inChromium.each(looks.filter((look) => wholeLooks.includes(look.join(' '))))(
  'have nothing for axe to find in the partner portal, %s, %i wide',
  async (colorScheme, width) => {
    const desk = await portalDesk(world, portal.channelPartnerId, { colorScheme, width });
    const page = await desk.open(world.at('/partner'));
    for (const [address, name] of portalPages(portal)) await look(page, world.at(address), name);
    await desk.close();
  },
);

/** Opens a page, and checks it with axe and its width against the window. */
async function look(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name }).first().waitFor();
  await page.waitForLoadState('load');
  await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
  await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  expect.soft(await axeFindings(page), address).toEqual([]);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect.soft(overflow, `${address} is no wider than the window`).toBeLessThanOrEqual(0);
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  expect.soft(await page.evaluate(cut), `${address}, cut at ${window.width}`).toEqual([]);
  if (window.width !== 1440 || !(await page.locator('.list').count())) return;
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await page.evaluate(cut), `${address}, cut at 1280`).toEqual([]);
  await page.setViewportSize(window);
}
