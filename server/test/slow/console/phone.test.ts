import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { heading } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The console was not tried on a phone');
let world: ConsoleWorld;
let entitlementId: string;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  for (const name of ['Bronze', 'Silver', 'Gold'])
    await world.call('POST', 'offer', { name, info: { currency: 'USD' } });
  const [{ id }] = await world.call('GET', 'offer?search=Gold');
  await world.call('POST', `sandbox/offer/${id}/accept`);
  entitlementId = (await world.call('GET', `offer/${id}/entitlement`))[0].id;
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

/** Returns the names of tabs that are cut at the edge of the window or of their own list. */
const cutTabs = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('nav[aria-label="Parts of this page"] a, nav[aria-label="Related pages"] a')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent)`);

inChromium('the names of all tabs are in view on a phone', async () => {
  const desk = await world.desk('ADMIN', { width: 360 });
  const page = await desk.open(world.at(`/entitlements/${entitlementId}`));
  await heading(page, 'Gold');
  const tabs = (name: string) => page.getByRole('navigation', { name }).getByRole('link').count();
  expect(await tabs('Parts of this page')).toBe(3);
  expect(await cutTabs(page)).toEqual([]);
  await page.goto(new URL(world.at('/usage'), world.app.url).href);
  await heading(page, 'Usage');
  expect(await tabs('Related pages')).toBeGreaterThan(4);
  expect(await cutTabs(page)).toEqual([]);
  await desk.close();
});

inChromium('on a phone, the headings above the cards sort a list', async () => {
  const desk = await world.desk('ADMIN', { width: 360 });
  const page = await desk.open(world.at('/offers'));
  const names = () => page.getByRole('row').getByRole('link').allInnerTexts();
  const headings = page.getByRole('columnheader').getByRole('button');
  const name = headings.filter({ hasText: 'Name' });
  await expect.poll(names).toHaveLength(3);
  await name.click();
  await expect.poll(names).toEqual(['Bronze', 'Gold', 'Silver']);
  await name.click();
  await expect.poll(names).toEqual(['Silver', 'Gold', 'Bronze']);
  expect(new URL(page.url()).search).toBe('?sort=name&order=desc');
  const places = await Promise.all((await headings.all()).map((one) => one.boundingBox()));
  expect(places.length).toBeGreaterThan(1);
  for (const place of places) {
    const { x = 360, y, width = 0, height = 0 } = place ?? {};
    expect([y, x + width < 360, height >= 32]).toEqual([places[0]?.y, true, true]);
  }
  await desk.close();
});
