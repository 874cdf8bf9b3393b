import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The pages of the console were not looked at');
let world: ConsoleWorld;
let offerId: string;
let entitlementId: string;
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
  entitlementId = (await world.call('GET', `offer/${offerId}/entitlement`))[0].id;
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

/** Waits until something is so. */
const reaches = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 100 });

/** Each route with a heading of it. */
const routes = (): [address: string, heading: string][] => [
  ['/console/organizations', 'Organizations'],
  ['/console/account', 'Your account'],
  ['/console/signed-out', 'You are signed out'],
  ['/console/nowhere', 'There is nothing here'],
  [world.at(), 'Acme'],
  [world.at('/offers'), 'Offers'],
  [world.at('/offers?status=EXPIRED'), 'Offers'],
  ...['offer', 'time', 'price', 'payment', 'agreement', 'notes'].map((step): [string, string] => [
    world.at(`/offers/new?partner=MKB&step=${step}`),
    'New offer',
  ]),
  [world.at(`/offers/${offerId}`), 'Seats for a year'],
  [world.at('/entitlements'), 'Entitlements'],
  [world.at(`/entitlements/${entitlementId}`), ''],
  [world.at('/sandbox'), 'Sandbox'],
  [world.at('/members'), 'Members'],
  [world.at('/clients'), 'API clients'],
];

const looks = (['light', 'dark'] as const).flatMap((scheme) =>
  [360, 768, 1440].map((width) => [scheme, width] as const),
);

const inChromium = test.skipIf(!chromiumFile);

inChromium.each(looks)('have nothing for axe to find, %s, %i wide', async (colorScheme, width) => {
  const desk = await world.desk('ADMIN', { colorScheme, width });
  const page = await desk.open(world.at());
  for (const [address, name] of routes()) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name }).first().waitFor();
    await page.waitForLoadState('load');
    await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(),
    );
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
    expect.soft(found, address).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect.soft(overflow, `${address} is no wider than the window`).toBeLessThanOrEqual(0);
  }
  await desk.close();
});
