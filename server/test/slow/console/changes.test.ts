import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Changes were not followed in the console');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const longPoll = /\/event\?.*\bwait=/;
const make = (name: string) => world.call('POST', 'offer', { partner: 'MKA', name });
const shows = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).waitFor();

/** Opens a tab with the list of offers, and counts its event requests. */
async function openTab(desk: Desk): Promise<{ page: Page; asked(): number }> {
  const page = await desk.context.newPage();
  let asked = 0;
  page.on('request', (request) => {
    if (longPoll.test(request.url())) asked += 1;
  });
  await page.goto(world.at('/offers'));
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  return { page, asked: () => asked };
}

const inChromium = test.skipIf(!chromiumFile);

inChromium('one tab asks for all, and another takes over when that one is closed', async () => {
  const desk = await world.desk();
  const first = await openTab(desk);
  await expect.poll(first.asked).toBeGreaterThan(0);
  const second = await openTab(desk);
  const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)';
  await expect.poll(() => second.page.evaluate(waiting)).toBe(1);
  await make('Told by the other tab');
  await Promise.all([first.page, second.page].map((page) => shows(page, 'Told by the other tab')));
  expect(second.asked()).toBe(0);
  await first.page.close();
  await expect.poll(second.asked).toBeGreaterThan(0);
  await make('Heard by itself');
  await shows(second.page, 'Heard by itself');
  await desk.close();
});

inChromium('where too many ask already, what is in view is read again each 15 seconds', async () => {
  const desk = await world.desk();
  const page = await desk.context.newPage();
  await page.clock.install();
  let refusals = 0;
  await page.route(longPoll, (route) => {
    refusals += 1;
    return route.fulfill({ status: 429, json: { code: 'rate_limited', title: 'Too many requests' } });
  });
  await page.goto(world.at('/offers'));
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  await expect.poll(() => refusals).toBe(1);
  // From here on, the test controls the time.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await expect.poll(() => refusals).toBe(2);
  await make('Found by asking');
  let seconds = 0;
  for (; refusals === 2; seconds += 1) await page.clock.runFor(1000);
  expect(seconds).toBeGreaterThanOrEqual(14);
  await page.clock.resume();
  await shows(page, 'Found by asking');
  await desk.close();
});
