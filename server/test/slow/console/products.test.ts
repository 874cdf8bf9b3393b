import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, confirm, dialog, heading, send } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Products and offer sets were not tried in the console');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);
const press = async (page: Page, name: string) => {
  await button(page, name).click();
  await confirm(page, name);
};

inChromium(
  'a product is drafted with prices, submitted, published and changed, and a draft is deleted',
  async () => {
    const desk = await world.desk('EDITOR');
    const page = await desk.open(world.at('/products'));
    await heading(page, 'Products');
    await button(page, 'New draft').click();
    await dialog(page).getByLabel('Name', { exact: true }).first().fill('Team plan');
    await dialog(page).getByLabel('Marketplace', { exact: true }).selectOption('MKA');
    await dialog(page).getByLabel('Fulfilment URL').fill('https://example.com/welcome');
    await dialog(page).getByLabel('Currency').fill('USD');
    await dialog(page).getByRole('button', { name: 'Add one to Plans and prices' }).click();
    const row = dialog(page).getByRole('group', { name: '1 of 1' });
    await row.getByLabel('Key').fill('seats');
    await row.getByLabel('Rate').fill('1200');
    await send(page, 'Save as draft');
    await heading(page, 'Team plan');
    await page.getByRole('region', { name: 'Plans and prices' }).getByText('1,200').waitFor();
    const [product] = await world.call('GET', 'product?search=Team');
    expect(product).toMatchObject({ status: 'DRAFT', info: { commits: [{ key: 'seats', rate: 1200 }] } });
    await press(page, 'Submit');
    await button(page, 'Publish').waitFor();
    await press(page, 'Publish');
    await page.getByText('Public', { exact: true }).first().waitFor();
    await button(page, 'Edit').click();
    await dialog(page).getByLabel('Name', { exact: true }).first().fill('Team plan, large');
    await send(page, 'Save');
    await heading(page, 'Team plan, large');
    expect(await world.call('GET', `product/${product.id}`)).toMatchObject({ name: 'Team plan, large' });
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).getByText('public product cannot be').waitFor();
    await world.call('POST', 'draftProduct', { name: 'Unused' });
    await page.goto(world.at('/products?status=DRAFT'));
    await page.getByRole('link', { name: 'Unused' }).click();
    await heading(page, 'Unused');
    await press(page, 'Delete');
    await heading(page, 'Products');
    expect(await world.call('GET', 'product?search=Unused')).toEqual([]);
    await desk.close();
  },
);

inChromium('an offer set is created, filled, published and accepted by the buyer', async () => {
  const offer = await world.call('POST', 'draftOffer', {
    partner: 'MKA',
    name: 'Seats',
    expireTime: '2090-01-01',
    info: {
      currency: 'USD',
      buyerMkAAccountIds: ['123456789012'],
      commits: [{ key: 'seats', name: 'Seats', rate: 1200, length: 1, timeUnit: 'YEAR' }],
    },
  });
  const desk = await world.desk('EDITOR');
  const page = await desk.open(world.at('/offer-sets'));
  await button(page, 'New offer set').click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Bundle');
  await send(page, 'Create');
  await heading(page, 'Bundle');
  await button(page, 'Add an offer').click();
  await dialog(page).getByLabel('Offer ID').fill(offer.id);
  await send(page, 'Add');
  await page.getByRole('link', { name: 'Seats' }).waitFor();
  await press(page, 'Publish');
  await button(page, 'Accept as buyer').click();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  const { data } = await world.call('GET', 'offerSet');
  expect(data).toMatchObject([{ name: 'Bundle', status: 'ACCEPTED', offerIDs: [offer.id] }]);
  await desk.close();
});
