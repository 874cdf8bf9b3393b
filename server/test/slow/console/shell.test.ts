import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The shell of the console was not tried');
let world: ConsoleWorld;
let buyerId: string;
let logos: string | undefined;
/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
beforeAll(async () => {
  if (!chromiumFile) return;
  logos = await mkdtemp(path.join(tmpdir(), 'tradepost-logos-'));
  await writeFile(path.join(logos, 'MKA.png'), Buffer.from(pixel, 'base64'));
  world = await openConsole({ DISPLAY_NAMES: '{"MKA":"Cloud Store"}', LOGO_DIR: logos });
  buyerId = (await world.call('POST', 'buyer', { name: 'Northwind, Logistics' })).id;
  const info = { currency: 'JPY', commits: [{ key: 'seats', rate: 1200, length: 1, timeUnit: 'YEAR' }] };
  await world.call('POST', 'offer', { name: 'Yearly plan', buyerID: buyerId, info });
  await world.call('POST', 'offer', { partner: 'MKD', name: 'Not possible', info });
});
afterAll(async () => {
  await world?.stop();
  if (logos) await rm(logos, { recursive: true });
});
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

inChromium('the command palette opens pages, actions and records by keyboard', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at());
  const find = async (text: string, option: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages' }).fill(text);
    await page.getByRole('option', { name: option }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  await find('memb', 'Members');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await find('new of', 'New offer');
  await page.getByRole('heading', { level: 1, name: 'New offer' }).waitFor();
  await find('yearly', 'Yearly plan');
  await page.getByRole('heading', { level: 1, name: 'Yearly plan' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.close();
});

inChromium('on a narrow screen, the navigation is a drawer, which closes after a choice', async () => {
  const desk = await world.desk('ADMIN', { width: 360 });
  const page = await desk.open(world.at());
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('link', { name: 'Offers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  await drawer.waitFor({ state: 'detached' });
  await desk.close();
});

inChromium(
  'on a phone, rows of lists are cards with labelled dates; headings that sort are above them',
  async () => {
    const desk = await world.desk('ADMIN', { width: 390 });
    const page = await desk.open(world.at('/offers?search=yearly&columns=Value,State,Type,Expires,Created'));
    const row = page.getByRole('row').nth(1);
    await row.getByText('JP¥1,200').waitFor();
    const placeOf = (one: Locator) => one.boundingBox().then((box) => box ?? { x: 0, y: 0, height: 0 });
    const [name, state] = [
      await placeOf(row.getByRole('link')),
      await placeOf(row.getByText('Pending acceptance')),
    ];
    expect(state.y, 'the state is below the name').toBeGreaterThanOrEqual(name.y + name.height);
    const label = page.evaluate(
      `getComputedStyle(document.querySelector('td[data-name="Created"]'), '::before').content`,
    );
    expect(await label).toContain('Created');
    expect(await row.getByText('–').isVisible(), 'the offer does not expire').toBe(false);
    const headings = page.getByRole('columnheader');
    expect((await placeOf(headings.filter({ hasText: 'Name' }))).height).toBeGreaterThan(20);
    expect((await placeOf(headings.filter({ hasText: 'Value' }))).height, 'it does not sort').toBe(1);
    await desk.close();
  },
);

inChromium('a list shows names and amounts; its columns are chosen, and exported with names', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers?search=yearly'));
  const headings = () => page.getByRole('columnheader').allInnerTexts();
  await page.getByRole('cell', { name: 'Yearly plan Northwind, Logistics' }).waitFor();
  await page.getByRole('cell', { name: 'JP¥1,200 per year' }).waitFor();
  expect(await headings()).toEqual(['Name', 'Value', 'Marketplace', 'State', 'Expires']);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { width = 0 } = (await page.getByRole('columnheader', { name: 'Name' }).boundingBox()) ?? {};
  expect(width, 'a name of 40 characters is not cut').toBeGreaterThan(360);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Marketplace', 'Expires', 'Type'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect.poll(headings).toEqual(['Name', 'Value', 'State', 'Type']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('offers.csv');
  const chunks: string[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(String(chunk));
  const [head, row] = chunks.join('').split('\r\n');
  expect(head).toBe('\uFEFFId,Name,Buyer,Value,Currency,State,Type');
  expect(row).toMatch(/^ofr_\w+,Yearly plan,"Northwind, Logistics",1200,JPY,PENDING_ACCEPTANCE,PRIVATE$/);
  await desk.close();
});

inChromium('marketplaces have the names and the logos that the operator has configured', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers?search=possible'));
  await page.getByRole('cell', { name: 'Marketplace D' }).waitFor();
  const options = page.getByLabel('Marketplace').locator('option');
  expect((await options.allInnerTexts()).slice(1, 3)).toEqual(['Cloud Store', 'Marketplace B']);
  const agreed = await world.call('POST', 'sandbox/order', { partner: 'MKA', buyerName: 'Initech' });
  expect(agreed.landingURL).toBeDefined();
  await fetch(agreed.landingURL);
  await page.goto(new URL(world.at('/entitlements'), world.app.url).href);
  const cell = page.getByRole('cell', { name: 'Cloud Store' }).first();
  await cell.waitFor();
  const width = () =>
    cell.locator('img').evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth);
  await expect.poll(width).toBe(1);
  await desk.close();
});

inChromium('a failed offer shows the reason of the marketplace and what to do', async () => {
  const [{ id }] = await world.call('GET', 'offer?search=possible');
  await expect.poll(async () => (await world.call('GET', `offer/${id}`)).status).toBe('CREATE_FAILED');
  const desk = await world.desk();
  const page = await desk.open(world.at(`/offers/${id}`));
  await page.getByText('The marketplace did not create the offer').waitFor();
  await page.getByText('Marketplace D does not support private offers created by sellers').waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await desk.close();
});
