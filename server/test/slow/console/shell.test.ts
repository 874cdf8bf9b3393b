import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The shell of the console was not tried');
let world: ConsoleWorld;
let buyerId: string;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  buyerId = (await world.call('POST', 'buyer', { name: 'Northwind, Logistics' })).id;
  const info = { currency: 'JPY', commits: [{ key: 'seats', rate: 1200, length: 1, timeUnit: 'YEAR' }] };
  await world.call('POST', 'offer', { name: 'Yearly plan', buyerID: buyerId, info });
  await world.call('POST', 'offer', { partner: 'MKD', name: 'Not possible', info });
});
afterAll(() => world?.stop());
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

inChromium('a list shows names and amounts; its columns are chosen, and exported with names', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at('/offers?search=yearly'));
  const headings = () => page.getByRole('columnheader').allInnerTexts();
  await page.getByRole('cell', { name: 'Northwind, Logistics' }).waitFor();
  await page.getByRole('cell', { name: '¥1,200 JPY' }).waitFor();
  expect(await headings()).toEqual(['Name', 'Buyer', 'Value', 'Marketplace', 'State', 'Expires', 'Created']);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Marketplace', 'Expires', 'Created', 'Type'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect.poll(headings).toEqual(['Name', 'Buyer', 'Value', 'State', 'Type']);
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
