import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, chooseMore, confirm, dialog, heading, send } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

sayWhereThereIsNone('The settings were not tried in the console');
let world: ConsoleWorld;
let receiver: Receiver;
beforeAll(async () => {
  if (!chromiumFile) return;
  receiver = await startReceiver();
  world = await openConsole({ WEBHOOK_ALLOW_INSECURE_URL: 'true' });
});
afterAll(async () => {
  await receiver?.stop();
  await world?.stop();
});
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

inChromium('a webhook is created, tested, rotated and deleted', async () => {
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/webhooks'));
  await heading(page, 'Webhooks');
  await page.getByText('No webhooks yet.').waitFor();
  await button(page, 'New webhook').click();
  await dialog(page).getByLabel('URL').fill(receiver.url);
  await dialog(page).getByLabel('Description').fill('Billing system');
  await send(page, 'Create');
  await dialog(page).getByText('It is shown only once.').waitFor();
  expect(await dialog(page).locator('code').first().innerText()).toMatch(/^whsec_/);
  await send(page, 'I have stored it');
  await heading(page, 'Billing system');
  await button(page, 'Send a test event').click();
  const tested = page.getByRole('row').filter({ hasText: 'Webhook endpoint tested' });
  await tested.getByText('Done', { exact: true }).waitFor();
  await chooseMore(page, 'Rotate the secret');
  await send(page, 'Rotate');
  await dialog(page).getByText('New secret').waitFor();
  await send(page, 'I have stored it');
  await page.getByText('Previous secret is valid until').waitFor();
  await chooseMore(page, 'Delete');
  await confirm(page, 'Delete');
  await heading(page, 'Webhooks');
  expect(await world.call('GET', 'webhook')).toEqual([]);
  await desk.close();
});

inChromium('a notification is switched off, and its subject is changed with a preview', async () => {
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/notifications'));
  const row = page.getByRole('row').filter({ hasText: 'Offer accepted' });
  await row.getByText('Paused', { exact: true }).waitFor();
  expect(await row.getByRole('switch').getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Turn on').click();
  await page.getByText('Members get no mail').waitFor({ state: 'hidden' });
  await row.getByText('On', { exact: true }).waitFor();
  await row.getByRole('switch').click();
  await expect.poll(() => row.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  await row.getByRole('link', { name: 'Offer accepted' }).click();
  await heading(page, 'Offer accepted');
  await page.getByLabel('Subject').fill('Sold: {{ entityName }}');
  await page.getByRole('region', { name: 'Preview' }).getByText('Sold:').waitFor();
  await button(page, 'Save').click();
  await page.getByText('The settings are saved.').waitFor();
  const config = await world.call('GET', 'notificationConfigInfo');
  expect(config.emailNotificationScopeEventConfigs['ACCEPT.OFFER']).toMatchObject({
    enabled: false,
    subjectOverride: 'Sold: {{ entityName }}',
  });
  await desk.close();
});

inChromium('a marketplace is connected and verified, and the audit entry shows its author', async () => {
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/integrations'));
  await button(page, 'Connect Marketplace A').click();
  await dialog(page).getByText('Setup at the marketplace', { exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Copy External ID' }).waitFor();
  await dialog(page).getByLabel('IAM role ARN').fill('arn:cloud:iam::123456789012:role/tradepost');
  await send(page, 'Connect');
  await heading(page, 'Marketplace A');
  await button(page, 'Verify').click();
  await page.getByText('Verified', { exact: true }).first().waitFor();
  await button(page, 'Verify again').waitFor();
  await page.goto(world.at('/audit?entity=INTEGRATION&action=CREATE'));
  await page.getByRole('row').filter({ hasText: desk.email }).getByRole('link', { name: 'Create' }).click();
  await heading(page, 'Integration: create');
  await page.getByText('MKA', { exact: true }).first().waitFor();
  await desk.close();
});

inChromium('a deal of a channel partner is registered, submitted and approved', async () => {
  const product = await world.call('POST', 'product', { name: 'Team plan', partner: 'MKA' });
  const tier = await world.call('POST', 'channelPartnerTier', {
    name: 'Gold',
    rank: 1,
    share: 20,
    protectionDays: 90,
  });
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/channel-partners'));
  await button(page, 'New channel partner').click();
  await dialog(page).getByLabel('Name').fill('Harbor Resale');
  await dialog(page).getByLabel('Status').selectOption('ACTIVE');
  await dialog(page).getByLabel('Type').selectOption('RESELLER');
  await dialog(page).getByLabel('Tier').fill(tier.id);
  await send(page, 'Create');
  await heading(page, 'Harbor Resale');
  await page.getByRole('link', { name: 'Gold' }).waitFor();
  await page.getByRole('link', { name: 'Deals' }).last().click();
  await button(page, 'New deal').click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('Kestrel rollout');
  await dialog(page).getByLabel('Domain of the customer').fill('kestrel-bank.com');
  await dialog(page).getByLabel('Products 1').fill(product.id);
  await send(page, 'Create');
  await page.getByRole('link', { name: 'Kestrel rollout' }).click();
  await button(page, 'Submit').click();
  await page.getByText('Submitted', { exact: true }).first().waitFor();
  // Another member approves.
  const other = await world.desk('ADMIN');
  const theirs = await other.open(page.url());
  await button(theirs, 'Approve').click();
  await send(theirs, 'Approve');
  await theirs.getByText('Protected until').waitFor();
  await theirs.getByText('Approved', { exact: true }).first().waitFor();
  await Promise.all([desk.close(), other.close()]);
});

inChromium('the sandbox rejects incomplete offers once its switch is on', async () => {
  const own = await world.fresh('2031-05-12T10:20:00Z');
  const desk = await own.desk('ADMIN');
  const page = await desk.open(own.at('/sandbox'));
  const strict = page.getByRole('switch', { name: 'Reject incomplete offers, as in production' });
  await strict.click();
  await expect.poll(() => strict.getAttribute('aria-checked')).toBe('true');
  expect(await own.call('GET', 'organizationConfigInfo')).toMatchObject({ sandbox: { strict: true } });
  expect(await own.call('POST', 'offer/validate', { partner: 'MKA', name: 'Refused' })).toMatchObject({
    valid: false,
  });
  await desk.close();
});
