import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, chooseMore, closed, confirm, dialog, heading, send } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Contacts and buyers were not tried in the console');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);
const photo = (page: Page, name: string) =>
  process.env.PHOTOS
    ? page.screenshot({ path: `${process.env.PHOTOS}/${name}.png`, fullPage: true })
    : undefined;

inChromium('a contact is created, edited, linked to a buyer, unlinked and deleted', async () => {
  const buyer = await world.call('POST', 'buyer', { name: 'Northwind' });
  const desk = await world.desk('EDITOR');
  const page = await desk.open(world.at('/contacts'));
  await heading(page, 'Contacts');
  await photo(page, 'contacts-empty');
  await button(page, 'New contact').click();
  await dialog(page).getByLabel('E-mail address').fill('no address');
  await photo(page, 'contact-new');
  await send(page, 'Create');
  await expect
    .poll(() => dialog(page).getByLabel('E-mail address').getAttribute('aria-invalid'))
    .toBe('true');
  await photo(page, 'contact-invalid');
  await dialog(page).getByLabel('E-mail address').fill('ann@example.com');
  await dialog(page).getByLabel('Name', { exact: true }).fill('Ann Lee');
  await dialog(page).getByLabel('Company name').fill('Acme Corp');
  await dialog(page).getByRole('button', { name: 'Create' }).dblclick();
  await heading(page, 'Ann Lee');
  const [contact] = await world.call('GET', 'contact?emailAddress=ann@example.com');
  expect(contact).toMatchObject({ name: 'Ann Lee', info: { companyName: 'Acme Corp' } });
  await world.call('PATCH', `contact/${contact.id}`, { info: { phoneNumber: '1' } });
  await page.getByText('Telephone number').waitFor();
  await button(page, 'Edit').click();
  await dialog(page).getByLabel('Role', { exact: true }).fill('Buyer');
  await send(page, 'Save');
  await closed(page);
  expect((await world.call('GET', `contact/${contact.id}`)).info).toMatchObject({
    companyName: 'Acme Corp',
    phoneNumber: '1',
    role: 'Buyer',
  });
  await button(page, 'Link a buyer').click();
  await dialog(page).getByLabel('Buyer ID').fill(buyer.id);
  await dialog(page).getByText('Northwind').first().waitFor();
  await photo(page, 'contact-link');
  await send(page, 'Link a buyer');
  await page.getByRole('link', { name: 'Northwind' }).waitFor();
  await photo(page, 'contact');
  expect((await world.call('GET', `buyer/${buyer.id}`)).contactIds).toEqual([contact.id]);
  await page.getByRole('region', { name: 'Buyers' }).getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('No buyers are linked.').waitFor();
  await button(page, 'Delete').click();
  await confirm(page, 'Delete');
  await heading(page, 'Contacts');
  expect(await world.call('GET', 'contact?emailAddress=ann@example.com')).toEqual([]);
  await desk.close();
});

inChromium('buyers are merged after a preview, their links revoked, and deleted', async () => {
  await world.call('POST', 'buyer', { name: 'Kept' });
  const merged = await world.call('POST', 'buyer', { name: 'Merged' });
  const contact = await world.call('POST', 'contact', { emailAddress: 'bo@example.com', name: 'Bo' });
  await world.call('POST', `contact/${contact.id}/buyer/${merged.id}`);
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/buyers?search=Kept'));
  await page.getByRole('link', { name: 'Kept' }).click();
  await heading(page, 'Kept');
  await page.getByText('No contacts are linked.').waitFor();
  await button(page, 'Merge buyers into this one').click();
  await dialog(page).getByLabel('Buyers that are merged and removed 1').fill(merged.id);
  await dialog(page).getByText('Merged: 0 offers, 0 entitlements, 1 contacts').waitFor();
  await photo(page, 'buyer-merge');
  await send(page, 'Merge');
  await closed(page);
  await page.getByRole('link', { name: 'Bo', exact: true }).waitFor();
  await photo(page, 'buyer');
  await chooseMore(page, 'Revoke links');
  await confirm(page, 'Revoke links');
  await page.getByText('The links are revoked.').waitFor();
  await chooseMore(page, 'Delete');
  await confirm(page, 'Delete');
  await heading(page, 'Buyers');
  expect(await world.call('GET', 'buyer?search=Kept')).toEqual([]);
  await desk.close();
});

inChromium('a direct offer is sold to a buyer, and the entitlement renamed and given an addon', async () => {
  const buyer = await world.call('POST', 'buyer', { name: 'Northwind' });
  const offer = await world.call('POST', 'offer', {
    name: 'Support',
    info: { currency: 'USD', commits: [{ key: 'fee', rate: 300, length: 1, timeUnit: 'YEAR' }] },
  });
  const desk = await world.desk('EDITOR');
  const page = await desk.open(world.at(`/offers/${offer.id}`));
  await chooseMore(page, 'Sell to a buyer');
  await send(page, 'Sell');
  await expect
    .poll(() => dialog(page).getByLabel('Buyer', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await dialog(page).getByLabel('Buyer', { exact: true }).fill(buyer.id);
  await send(page, 'Sell');
  await closed(page);
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  const [entitlement] = await world.call('GET', `entitlement?offerId=${offer.id}`);
  await page.goto(world.at(`/entitlements/${entitlement.id}`));
  await chooseMore(page, 'Rename');
  await dialog(page).getByLabel('Name').fill('Support for Northwind');
  // A change of another field, such as the amounts that the draft invoice updates, does not refuse the name.
  await world.call('PATCH', `entitlement/${entitlement.id}/metaInfo`, { notes: 'Renewed by phone' });
  await send(page, 'Save');
  await heading(page, 'Support for Northwind');
  await chooseMore(page, 'Rename');
  await dialog(page).getByLabel('Name').fill('Support, lost');
  await world.call('PATCH', `entitlement/${entitlement.id}/entitlementName`, { name: 'Support, won' });
  await send(page, 'Save');
  await dialog(page).getByText('Another member has changed this record').waitFor();
  page.once('dialog', (question) => question.accept());
  await page.keyboard.press('Escape');
  await heading(page, 'Support, won');
  await chooseMore(page, 'Apply an addon');
  await dialog(page).getByLabel('Name').fill('Training');
  await dialog(page).getByLabel('Amount').fill('50');
  await send(page, 'Apply');
  await closed(page);
  await photo(page, 'entitlement');
  expect(await world.call('GET', `entitlement/${entitlement.id}`)).toMatchObject({
    buyerID: buyer.id,
    name: 'Support, won',
    info: { addons: [{ name: 'Training', amount: 50 }] },
  });
  await desk.close();
});

inChromium('a VIEWER sees why the actions on contacts are unavailable', async () => {
  const desk = await world.desk('VIEWER');
  const page = await desk.open(world.at('/contacts'));
  await button(page, 'New contact').press('Enter');
  expect(await button(page, 'New contact').getAttribute('title')).toContain('buyers:write');
  expect(await dialog(page).count()).toBe(0);
  await desk.close();
});
