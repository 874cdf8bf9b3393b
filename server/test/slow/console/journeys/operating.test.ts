import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../../chromium.ts';
import { field, toStep } from '../../../console-form.ts';
import {
  advanceClock,
  button,
  chooseMore,
  closed,
  confirm,
  dialog,
  heading,
  openTab,
  pick,
  send,
  status,
  visit,
} from '../../../console-page.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../../console-world.ts';
import { type Receiver, startReceiver } from '../../../webhook-receiver.ts';

sayWhereThereIsNone('The journeys of operators and buyers were not tried');
let world: ConsoleWorld;
let receiver: Receiver;
beforeAll(async () => {
  if (!chromiumFile) return;
  receiver = await startReceiver();
  receiver.answers((response, { path }) => {
    const isBroken = path === '/broken';
    response.writeHead(isBroken ? 500 : 200).end(isBroken ? 'the ledger is closed' : 'thank you');
  });
  world = await openConsole({ WEBHOOK_ALLOW_INSECURE_URL: 'true' });
});
afterAll(async () => {
  await receiver?.stop();
  await world?.stop();
});
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

/** Creates a buyer on the page of the buyers, and opens the buyer. */
async function createBuyer(page: Page, name: string): Promise<void> {
  await visit(page, 'Buyers');
  await button(page, 'New buyer').click();
  await dialog(page).getByLabel('Name', { exact: true }).first().fill(name);
  await send(page, 'Create');
  await heading(page, name);
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const delivery = (page: Page, event: string) =>
  part(page, 'Deliveries').getByRole('row').filter({ hasText: event });

inChromium('failed webhook, fixed, replayed: deliveries fail, and arrive after a new URL', async () => {
  const own = await world.fresh();
  const desk = await own.desk('ADMIN');
  const page = await desk.open(own.at('/webhooks'));
  await button(page, 'New webhook').click();
  await dialog(page).getByLabel('URL').fill(receiver.url.replace('/hooks', '/broken'));
  await dialog(page).getByLabel('Description').fill('Billing system');
  await send(page, 'Create');
  await dialog(page).getByText('It is shown only once.').waitFor();
  await send(page, 'I have stored it');
  await heading(page, 'Billing system');
  const second = await desk.open(own.at());
  await createBuyer(second, 'Northwind');
  // The open page shows the delivery of the event, and its failure.
  await delivery(page, 'Buyer created').getByText('500').waitFor();
  await page.getByRole('heading', { name: 'Deliveries fail: the response is 500' }).waitFor();
  await page.getByText(/deliver(y waits|ies wait) since/).waitFor();
  await button(page, 'Replay missed events').waitFor();
  await page.getByRole('link', { name: 'Buyer created' }).click();
  await heading(page, 'Buyer created');
  await part(page, 'Attempts').getByText('the ledger is closed').first().waitFor();
  await part(page, 'Payload').getByText('The buyer Northwind was created.').waitFor();
  await part(page, 'Attempts').getByRole('cell', { name: '2', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await button(page, 'Change the URL').click();
  await dialog(page).getByLabel('URL').fill(receiver.url);
  await send(page, 'Save');
  await closed(page);
  // One delivery is sent again by itself, all others together.
  await delivery(page, 'Buyer created')
    .getByRole('button', { name: /^(Resend|Retry now)$/ })
    .click();
  await delivery(page, 'Buyer created').getByText('Done', { exact: true }).waitFor();
  await button(page, 'Replay events').click();
  await dialog(page).getByLabel('From').fill('2020-01-01T00:00');
  await send(page, 'Replay');
  await closed(page);
  await delivery(page, 'Webhook endpoint created').getByText('Done', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Buyer created' }).click();
  await part(page, 'Attempts').getByText('thank you').waitFor();
  await status(page, 'Done');
  const taken = receiver.received.filter(
    ({ path, json }) => path === '/hooks' && json.entityName === 'Northwind',
  );
  expect(taken.map(({ json }) => json.type)).toEqual(['CREATE.BUYER']);
  await desk.close();
});

/** Sells metered usage before a journey begins, and returns the id of the entitlement. */
async function sellUsage(own: ConsoleWorld): Promise<string> {
  const dimensions = ['gpu', 'disk'].map((key) => ({ key, name: key, rate: 2 }));
  const { id } = await own.call('POST', 'offer', {
    partner: 'MKA',
    name: 'Metered',
    info: { currency: 'USD', commits: [{ key: 'base', rate: 100 }], dimensions },
  });
  await expect.poll(async () => (await own.call('GET', `offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
  await own.call('POST', `sandbox/offer/${id}/accept`);
  const sold = async () => (await own.call('GET', `entitlement?offerId=${id}`))[0];
  await expect.poll(async () => (await sold())?.status).toBe('ACTIVE');
  return (await sold()).id;
}

inChromium('CSV with three wrong lines: they are found before sending, corrected and reported', async () => {
  const own = await world.fresh('2031-05-12T10:20:00Z');
  const id = await sellUsage(own);
  const desk = await own.desk('EDITOR');
  const page = await desk.open(own.at());
  await visit(page, 'Usage');
  await page.getByRole('link', { name: 'Upload CSV' }).click();
  const choose = (lines: readonly string[]) =>
    page.getByLabel('File').setInputFiles({
      name: 'usage.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['entitlementID,dimension,quantity', ...lines].join('\n')),
    });
  await choose([`${id},gpu,12`, `${id},tpu,1`, 'ent_none,gpu,2', `${id},disk,many`, `${id},disk,3`]);
  const problems = part(page, 'Problems');
  await problems.waitFor();
  expect((await problems.getByRole('row').allInnerTexts()).slice(1).map((text) => text.trim())).toEqual([
    expect.stringMatching(/^3\s+tpu: does not match a dimension/),
    expect.stringMatching(/^4\s+entitlementID: does not match an entitlement/),
    expect.stringMatching(/^5\s+disk: must be a number/),
  ]);
  await choose([`${id},gpu,12`, `${id},gpu,1`, `${id},gpu,2`, `${id},disk,7`, `${id},disk,3`]);
  await problems.waitFor({ state: 'detached' });
  await button(page, 'Send the file').click();
  await page.getByRole('link', { name: 'Show the uploaded usage' }).click();
  await page.getByRole('link', { name: '12 gpu' }).waitFor();
  await advanceClock(page, 'a day');
  await visit(page, 'Usage');
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Reported' }).count()).toBe(5);
  await openTab(page, 'Reports');
  const report = page.getByRole('row').filter({ hasText: 'Metered' });
  await report.getByText('15 gpu, 10 disk').waitFor();
  await status(report, 'Accepted');
  await desk.close();
});

/** Sells a plan directly to the buyer Northwind; the first invoice is issued immediately. */
async function sellPlan(page: Page): Promise<void> {
  await visit(page, 'Offers');
  await page.getByRole('link', { name: 'New offer' }).first().click();
  await field(page, 'Marketplace').selectOption('');
  await field(page, 'Name').fill('Care plan');
  await pick(page, field(page, 'Buyer'), 'Northwind');
  await toStep(page, 'Price');
  await field(page, 'Unit price').fill('1200');
  await button(page, 'Create offer').click();
  await heading(page, 'Care plan');
  await status(page, 'Pending acceptance');
  await chooseMore(page, 'Sell to a buyer');
  await send(page, 'Sell');
  await closed(page);
  await status(page, 'Accepted');
}

/** Copies the link on the page of a record, and opens the link as the buyer. */
async function openCopied(desk: Desk, page: Page, buyer: Desk): Promise<Page> {
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy link').click();
  await page.getByText('The link is copied.').last().waitFor();
  return buyer.open((await page.evaluate('navigator.clipboard.readText()')) as string);
}

/** Pays the open invoice with a card whose charge the bank settles. */
async function payInvoice(page: Page): Promise<void> {
  await visit(page, 'Buyers');
  await page.getByRole('link', { name: 'Northwind' }).click();
  await button(page, 'Add a payment method').click();
  await dialog(page).getByLabel('Outcome').selectOption('HANG');
  await send(page, 'Add');
  await closed(page);
  await visit(page, 'Invoices');
  await page.getByRole('link', { name: 'Invoice 1' }).click();
  await heading(page, 'Invoice 1');
  await status(page, 'Payment pending');
  await button(page, 'Settle as bank').click();
  await send(page, 'Settle');
  await closed(page);
  await status(page, 'Paid');
}

inChromium(
  'buyer reads, pays, link revoked: the buyer follows the seller’s links until they end',
  async () => {
    const own = await world.fresh();
    const desk = await own.desk('EDITOR');
    const buyer = await world.nobody();
    const page = await desk.open(own.at());
    await createBuyer(page, 'Northwind');
    const theirs = await openCopied(desk, page, buyer);
    await sellPlan(page);
    await page.getByRole('link', { name: 'Care plan', exact: true }).last().click();
    const purchase = await openCopied(desk, page, buyer);
    await heading(purchase, 'Care plan');
    await expect
      .poll(async () => theirs.reload().then(() => theirs.locator('body').innerText()))
      .toContain('Invoice 1');
    await theirs.getByRole('link', { name: 'Invoice 1', exact: true }).click();
    await theirs.getByText('To pay: 100.00 USD').waitFor();
    await payInvoice(page);
    await theirs.reload();
    await theirs.getByText('Paid', { exact: true }).first().waitFor();
    expect(await theirs.getByText(/^To pay: /).count()).toBe(0);
    const invoice = theirs.url();
    await theirs.goBack();
    await theirs.reload();
    await theirs.getByRole('row').filter({ hasText: 'Invoice 1' }).getByText('Paid').waitFor();
    await visit(page, 'Buyers');
    await page.getByRole('link', { name: 'Northwind', exact: true }).first().click();
    await heading(page, 'Northwind');
    await chooseMore(page, 'Revoke links');
    await page.getByText('also links in mails that were already sent').waitFor();
    await confirm(page, 'Revoke links');
    await page.getByText('The links are revoked.').last().waitFor();
    for (const tab of [theirs, purchase, await buyer.open(invoice)]) {
      expect((await tab.reload())?.status()).toBe(404);
      await heading(tab, 'This link is not valid');
    }
    await Promise.all([desk.close(), buyer.close()]);
  },
);
