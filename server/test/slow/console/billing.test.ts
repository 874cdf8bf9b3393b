import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, closed, confirm, dialog, heading, send } from '../../console-page.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Usage and invoices were not tried in the console');
let world: ConsoleWorld;
let desk: Desk;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  desk = await world.desk();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

/** Creates an entitlement of a direct sale to a buyer with a contact. */
async function directSale(info: object) {
  const buyer = await world.call('POST', 'buyer', { name: 'Northwind' });
  const contact = await world.call('POST', 'contact', { emailAddress: 'ann@example.com', name: 'Ann' });
  await world.call('POST', `contact/${contact.id}/buyer/${buyer.id}`);
  const offer = await world.call('POST', 'offer', { name: 'Platform', buyerID: buyer.id, info });
  await world.call('POST', `sandbox/offer/${offer.id}/accept`);
  const [entitlement] = await world.call('GET', `entitlement?offerId=${offer.id}`);
  return entitlement as { id: string; buyerID: string };
}

inChromium('a usage file is sent with a wrong line, and the invalid usage is deleted', async () => {
  const { id } = await directSale({ dimensions: [{ key: 'gpu', name: 'GPU hours', rate: 0.5 }] });
  const page = await desk.open(world.at('/usage'));
  await page.getByText('No usage in the last 30 days').waitFor();
  await page.getByRole('link', { name: 'Upload CSV' }).click();
  await heading(page, 'Upload usage');
  const rows = ['entitlementID,dimension,quantity', `${id},gpu,12.5`, `${id},tpu,1`];
  const buffer = Buffer.from(rows.join('\n'));
  await page.getByLabel('File').setInputFiles({ name: 'usage.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('region', { name: 'Problems' }).waitFor();
  expect((await world.call('GET', 'usageRecordGroup')).usageRecordGroups).toEqual([]);
  await button(page, 'Send the file anyway').dblclick();
  await page.getByRole('heading', { name: 'The file is sent' }).waitFor();
  await page.getByRole('link', { name: 'Show the uploaded usage' }).click();
  await page.getByRole('link', { name: '12.5 gpu' }).waitFor();
  await page.getByRole('link', { name: '1 tpu' }).click();
  await page.getByText('This usage is invalid').waitFor();
  await button(page, 'Delete').click();
  await confirm(page, 'Delete');
  await page.getByText('The usage is deleted.').waitFor();
  const { usageRecordGroups: groups } = await world.call('GET', 'usageRecordGroup');
  expect(groups.map(({ status }: { status: string }) => status).sort()).toEqual(['CREATED', 'DELETED']);
  await page.close();
});

inChromium('a draft is edited, issued and paid by bank transfer, and a payment is reverted', async () => {
  const commits = [{ key: 'fee', name: 'Platform fee', rate: 300, length: 1, timeUnit: 'YEAR' }];
  const { id } = await directSale({ currency: 'EUR', commits, gracePeriodInDays: 5 });
  const read = async () => (await world.call('GET', `invoice?entitlementId=${id}`))[0];
  await vi.waitFor(async () => expect(await read()).toBeDefined(), { timeout: 30_000, interval: 100 });
  const page = await desk.open(world.at('/invoices?status=DRAFT'));
  await page.getByRole('link', { name: 'Draft for commit' }).click();
  await heading(page, 'Draft for commit');
  await page.getByRole('region', { name: 'Lines' }).getByText('Platform fee').waitFor();
  await button(page, 'Edit').click();
  await dialog(page).getByLabel('Note to the buyer').fill('Thank you');
  await send(page, 'Save');
  await closed(page);
  await page.getByRole('link', { name: 'E-mail' }).click();
  await page.locator('p', { hasText: 'Thank you' }).waitFor();
  await button(page, 'Issue').click();
  await send(page, 'Issue the invoice');
  await heading(page, 'Invoice 1');
  await page.getByRole('link', { name: 'Overview', exact: true }).last().click();
  await button(page, 'Record a payment').click();
  await dialog(page).getByLabel('Amount', { exact: true }).fill('10');
  await dialog(page).getByLabel('Reference').fill('REF 7');
  await dialog(page).getByRole('button', { name: 'Record the payment' }).dblclick();
  await closed(page);
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByText('Bank transfer, REF 7').waitFor();
  expect((await read()).info).toMatchObject({ memo: 'Thank you', dueAmount: 25, paidAmount: 10 });
  await button(page, 'More actions').click();
  await page
    .getByRole('menuitem', { name: 'Void' })
    .getByText(/payment/)
    .waitFor();
  await page.keyboard.press('Escape');
  await payments.getByRole('button', { name: 'Revert' }).click();
  await confirm(page, 'Revert');
  await payments.getByText('Reverted').waitFor();
  await button(page, 'Record a payment').click();
  await send(page, 'Record the payment');
  await closed(page);
  await page.getByText('Paid', { exact: true }).first().waitFor();
  await payments.getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByLabel('Amount').fill('5');
  await send(page, 'Refund');
  await closed(page);
  await vi.waitFor(async () => expect((await read()).info.refundedAmount).toBe(5));
  await page.close();
});

inChromium('a pending payment is settled as the bank, and then disputed as the buyer', async () => {
  const commits = [{ key: 'fee', name: 'Platform fee', rate: 300, length: 1, timeUnit: 'YEAR' }];
  const { id, buyerID } = await directSale({ currency: 'EUR', commits });
  await world.call('POST', `sandbox/buyer/${buyerID}/paymentMethod`, { outcome: 'HANG' });
  const read = async () => (await world.call('GET', `invoice?entitlementId=${id}`))[0];
  await vi.waitFor(async () => expect(await read()).toBeDefined(), { timeout: 30_000, interval: 100 });
  const invoice = await read();
  await world.call('PATCH', `invoice/${invoice.id}/issue`, []);
  const page = await desk.open(world.at(`/invoices/${invoice.id}`));
  await button(page, 'Settle as bank').click();
  await dialog(page).getByLabel('Outcome').selectOption('SUCCEED');
  await send(page, 'Settle');
  await closed(page);
  await button(page, 'Dispute as buyer').click();
  await page.getByText('Disputed by the buyer').waitFor();
  await button(page, 'Dispute as buyer').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ paymentStatus: 'SUCCESS' });
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByText('Invoice issued').first().waitFor();
  await page.close();
});

inChromium('credit is granted to a buyer, increased and closed', async () => {
  const buyer = await world.call('POST', 'buyer', { name: 'Aurora' });
  const page = await desk.open(world.at(`/buyers/${buyer.id}`));
  await button(page, 'Grant credit').click();
  await dialog(page).getByLabel('Amount').fill('120');
  await dialog(page).getByLabel('Currency').fill('EUR');
  await dialog(page).getByLabel('Name').fill('Welcome');
  await send(page, 'Grant credit');
  await closed(page);
  await page.getByRole('link', { name: 'Welcome' }).click();
  await heading(page, 'Welcome');
  await button(page, 'Edit').click();
  await dialog(page).getByLabel('Total amount').fill('200');
  await send(page, 'Save');
  await closed(page);
  await button(page, 'Close').click();
  await confirm(page, 'Close');
  await page.getByText('The credit is closed.').waitFor();
  const [wallet] = await world.call('GET', `buyer/${buyer.id}/wallet`);
  expect(wallet).toMatchObject({ status: 'CLOSED', totalAmount: 200, currency: 'EUR' });
  await page.close();
});
