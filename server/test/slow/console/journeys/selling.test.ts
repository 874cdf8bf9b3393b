import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../../chromium.ts';
import { field, toStep } from '../../../console-form.ts';
import {
  advanceClock,
  button,
  confirm,
  dialog,
  heading,
  openTab,
  pick,
  send,
  status,
  visit,
} from '../../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../../console-world.ts';
import { password } from '../../../people.ts';

sayWhereThereIsNone('The journeys of sellers were not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

/** Adds a row to a list of a form and returns its group. */
async function addRow(within: Page | Locator, list: string): Promise<Locator> {
  await within.getByRole('button', { name: `Add one to ${list}` }).click();
  return within.getByRole('group', { name: list, exact: true });
}

/** Creates a product with a plan and a metered dimension, and publishes it. */
async function publishProduct(page: Page): Promise<void> {
  await visit(page, 'Products');
  await button(page, 'New product').click();
  const form = dialog(page);
  await form.getByLabel('Name', { exact: true }).first().fill('Compass');
  await form.getByLabel('Marketplace', { exact: true }).selectOption('MKA');
  await form.getByLabel('Fulfilment URL').fill('https://vendor.example/welcome');
  await form.getByLabel('Currency').fill('USD');
  const plan = await addRow(form, 'Plans and prices');
  await plan.getByLabel('Key').fill('team');
  await plan.getByLabel('Name', { exact: true }).fill('Team plan');
  await plan.getByLabel('Rate').fill('1200');
  await plan.getByLabel('Length', { exact: true }).fill('1');
  await plan.getByLabel('Time unit').selectOption('YEAR');
  const dimension = await addRow(form, 'Metering dimensions');
  await dimension.getByLabel('Key').fill('gpu');
  await dimension.getByLabel('Name', { exact: true }).fill('GPU hours');
  await dimension.getByLabel('Rate').fill('2.5');
  await send(page, 'Create');
  await heading(page, 'Compass');
  await button(page, 'Publish').click();
  await confirm(page, 'Publish');
  await status(page, 'Public');
}

/** Offers the product of the page to a buyer, with its plan and its dimension. */
async function offerProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New offer' }).click();
  await field(page, 'Name').fill('Compass for Northwind');
  expect(await field(page, 'Marketplace').inputValue()).toBe('MKA');
  await page.getByText('Compass', { exact: true }).waitFor();
  await toStep(page, 'Price');
  await field(page, 'Dimension key').fill('team');
  await field(page, 'Unit price').fill('1200');
  const usage = await addRow(page, 'Prices of usage');
  await usage.getByLabel('API name').fill('gpu');
  await usage.getByLabel('Price of a unit').fill('2.5');
  await page.getByText('The offer can be created.').waitFor();
  await button(page, 'Create offer').click();
  await heading(page, 'Compass for Northwind');
  await status(page, 'Pending acceptance');
}

/** Opens the link that the seller has copied, as the buyer, and accepts the offer. */
async function acceptAsBuyer(link: string): Promise<void> {
  const buyer = await world.nobody();
  const page = await buyer.open(link);
  await heading(page, 'Compass for Northwind');
  await page.getByText('2.50 USD per unit').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await heading(page, 'You have accepted the offer');
  await buyer.close();
}

/** Returns the amounts of money in a text. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/-?\$[\d,]+\.\d+/g)].map(([amount]) => Number(amount.replaceAll(/[$,]/g, '')));

/** Checks that the pages of revenue agree on what was sold, kept by the marketplace, and paid out. */
async function checkPayout(page: Page): Promise<void> {
  await visit(page, 'Revenue');
  await page.getByLabel('From').fill('2031-05-01');
  const total = async (label: string) =>
    amountsIn(
      await page
        .locator('section', { has: page.getByRole('heading', { name: label, exact: true }) })
        .innerText(),
    );
  await expect.poll(() => total('Billed to buyers')).toContain(1200 + 40 * 2.5);
  const [collectable = 0] = await total('After the marketplace’s fee');
  const [paid = 0] = await total('Paid out');
  const [, tax = 0] = await total('Invoiced');
  expect([collectable, tax, paid]).toEqual([1300 * 0.97, 1300 * 0.08, collectable + tax]);
  const rows = async () => (await page.getByRole('row').allInnerTexts()).map(amountsIn);
  const sumOf = async (column: number) =>
    (await rows()).reduce((sum, amounts) => sum + (amounts[column] ?? 0), 0);
  expect(await sumOf(4)).toBe(paid);
  await openTab(page, 'By entitlement');
  await heading(page, 'Revenue records');
  await page.getByLabel('From').fill('2031-05-01');
  await page.getByRole('link', { name: 'Compass for Northwind' }).first().waitFor();
  await page.getByText('3 Jul 2031').first().waitFor();
  expect(await sumOf(4)).toBe(paid);
  await openTab(page, 'Feed');
  const payout = page.getByRole('row').filter({ hasText: 'Disbursement' });
  await payout.getByText('All sales of the payout').waitFor();
  expect(amountsIn(await payout.innerText())).toEqual([paid]);
}

inChromium('product to payout: a product is published, offered, bought, used and paid out', async () => {
  const own = await world.fresh('2031-05-12T10:20:00Z');
  const desk = await own.desk('EDITOR');
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await desk.open(own.at());
  await publishProduct(page);
  await offerProduct(page);
  await button(page, 'Copy link').click();
  await page.getByText('The link is copied.').waitFor();
  await acceptAsBuyer((await page.evaluate('navigator.clipboard.readText()')) as string);
  await status(page, 'Accepted');
  await page.getByRole('link', { name: 'Compass for Northwind' }).click();
  await status(page, 'Active');
  await visit(page, 'Usage');
  await button(page, 'Report usage').click();
  await pick(page, dialog(page).getByLabel('Entitlement', { exact: true }), 'Compass for Northwind');
  await dialog(page).getByLabel('Quantities by dimension').fill('{"gpu": 40}');
  await send(page, 'Report usage');
  await heading(page, '40 gpu');
  await advanceClock(page, 'a day');
  await visit(page, 'Usage');
  await page.getByRole('row').filter({ hasText: '40 gpu' }).getByText('Reported', { exact: true }).waitFor();
  await advanceClock(page, 'a month');
  await advanceClock(page, 'a month');
  await checkPayout(page);
  await desk.close();
});

/** Invites an address on the page of the members, and returns the link in the mail. */
async function invite(page: Page, email: string): Promise<string> {
  await visit(page, 'Members');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Role', { exact: true }).selectOption('EDITOR');
  await button(page, 'Invite').click();
  await page.getByText('Invitation sent.').waitFor();
  const link = async () =>
    /https?:\S+/.exec((await world.app.mails()).findLast(({ to }) => to[0] === email)?.text ?? '')?.[0];
  await expect.poll(link).toContain('/invitation?token=');
  return (await link()) as string;
}

inChromium('invitation to first sale: a new member follows the mail and sells an offer', async () => {
  const own = await world.fresh();
  const admin = await own.desk('ADMIN');
  const members = await admin.open(own.at());
  const desk = await world.nobody();
  const page = await desk.open(await invite(members, 'new@example.com'));
  await page.getByLabel('Your name').fill('New Person');
  await page.getByLabel('Choose a password').fill(password);
  await page.getByRole('button', { name: 'Create the account and accept' }).click();
  await heading(page, 'Acme');
  expect(new URL(page.url()).pathname).toBe(own.at());
  await button(page, 'User New Person').waitFor();
  await page.getByRole('link', { name: 'New offer' }).click();
  await field(page, 'Name').fill('First sale');
  await toStep(page, 'Price');
  await field(page, 'Unit price').fill('500');
  await button(page, 'Create offer').click();
  await heading(page, 'First sale');
  await status(page, 'Pending acceptance');
  await button(page, 'Accept as buyer').click();
  await status(page, 'Accepted');
  await page.getByRole('link', { name: 'First sale' }).click();
  await status(page, 'Active');
  const row = members.getByRole('row').filter({ hasText: 'new@example.com' });
  await row.getByRole('link', { name: 'New Person' }).waitFor();
  await status(row, 'Active');
  await Promise.all([desk.close(), admin.close()]);
});
