import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, closed, dialog, heading, pick, send } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';
import { password } from '../../people.ts';
import { type PortalRecords, portalDesk, portalRecords } from './portal.fixture.ts';

sayWhereThereIsNone('The partner portal was not tried in the console');
let world: ConsoleWorld;
let records: PortalRecords;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  records = await portalRecords(world);
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' });

/** Returns the statuses of the responses to API calls outside of the portal. */
const outsidePortal = (page: Page) => {
  const found: number[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/org\/[^/]+\/(?!partnerPortal\/)/.test(pathname)) found.push(response.status());
  });
  return found;
};

/** Returns the link in the last mail to an address. */
async function linkTo(email: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      text = (await world.app.mails()).findLast(({ to }) => to[0] === email)?.text ?? '';
      return text;
    })
    .toContain('/invitation?token=');
  return /https?:\S+/.exec(text)?.[0] ?? '';
}

inChromium('a person whom the seller invites to the portal sees the agreements and offers', async () => {
  const seller = await world.desk();
  const theirs = await seller.open(world.at(`/channel-partners/${records.channelPartnerId}`));
  await button(theirs, 'Invite to the portal').click();
  await dialog(theirs).getByLabel('E-mail').fill('lee@example.com');
  await send(theirs, 'Invite');
  await closed(theirs);
  const desk = await world.nobody();
  const page = await desk.open(await linkTo('lee@example.com'));
  await page.getByLabel('Choose a password').fill(password);
  await button(page, 'Create the account and accept').click();
  await heading(page, 'Lighthouse');
  expect(new URL(page.url()).pathname).toBe(world.at('/partner'));
  await page.getByText('12 %, unless an agreement differs').waitFor();
  const agreements = page.getByRole('region', { name: 'Agreements' });
  await agreements.getByRole('cell', { name: 'North', exact: true }).waitFor();
  expect(await navigation(page).getByRole('listitem').allInnerTexts()).toEqual([
    'Overview',
    'Offers',
    'Deals',
    'Report',
  ]);
  await navigation(page).getByRole('link', { name: 'Offers' }).click();
  await page.getByRole('link', { name: 'Charts for Fjord' }).click();
  await heading(page, 'Charts for Fjord');
  await page.getByText('15 %').waitFor();
  await page.goBack();
  await navigation(page).getByRole('link', { name: 'Report' }).click();
  const saved = page.waitForEvent('download');
  await button(page, 'Export').click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await Promise.all([seller.close(), desk.close()]);
});

inChromium('a deal is registered, needs a product, is submitted and withdrawn', async () => {
  const desk = await portalDesk(world, records.channelPartnerId);
  const page = await desk.open(world.at('/partner/deals'));
  await button(page, 'New deal').click();
  await dialog(page).getByLabel('Name', { exact: true }).first().fill('Fjord rollout');
  await dialog(page).getByLabel('Domain of the customer').fill('fjord.example.com');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).dblclick();
  await heading(page, 'Fjord rollout');
  expect(await button(page, 'Submit').getAttribute('title')).toBe('Add a product to the deal first.');
  await button(page, 'Edit').click();
  await pick(page, dialog(page).getByLabel('Products 1', { exact: true }), 'Agreement North');
  await send(page, 'Save');
  await closed(page);
  await button(page, 'Submit').click();
  await page.getByText('The deal is submitted for approval.').waitFor();
  await page.getByText('Submitted', { exact: true }).first().waitFor();
  await button(page, 'Withdraw').click();
  await dialog(page).getByLabel('Message to the seller').fill('The project was stopped.');
  await send(page, 'Withdraw');
  await closed(page);
  await page.getByText('The project was stopped.', { exact: true }).waitFor();
  const found = await world.call('GET', `dealRegistration?channelPartnerId=${records.channelPartnerId}`);
  expect(found).toHaveLength(2);
  expect(found.find(({ name }: { name: string }) => name === 'Fjord rollout')).toMatchObject({
    productIds: [records.productId],
    status: 'WITHDRAWN',
    closeMessage: 'The project was stopped.',
  });
  await desk.close();
});

inChromium('the pages of the seller and of the portal are closed to the other side', async () => {
  const desk = await portalDesk(world, records.channelPartnerId);
  const page = await desk.open(world.at('/partner'));
  await heading(page, 'Lighthouse');
  const statuses = outsidePortal(page);
  const pages = ['/offers', `/offers/${records.offerId}`, '/settings'];
  for (const address of pages) {
    await page.goto(world.at(address));
    await heading(page, 'Page not available');
    await page.getByText('you can use only the pages of the partner portal').waitFor();
  }
  expect(statuses.filter((status) => status !== 403)).toEqual([]);
  expect(await page.getByText('Charts for Fjord').count()).toBe(0);
  await page.getByRole('link', { name: 'Go to your overview' }).click();
  await heading(page, 'Lighthouse');
  await page.goto(world.at('/partner/offers/ofr_unknown'));
  await page.getByText('The record was deleted or belongs to another organization.').waitFor();
  const seller = await world.desk();
  const theirs = await seller.open(world.at('/partner/deals'));
  await theirs.getByText('Only members that act for a channel partner').waitFor();
  await Promise.all([desk.close(), seller.close()]);
});
