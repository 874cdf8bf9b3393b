import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';
import { password } from '../../people.ts';

sayWhereThereIsNone('Invitations were not tried in the console');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();

/** Invites an address and returns the link in the mail. */
async function invite(email: string): Promise<string> {
  await world.call('POST', 'user', { email, role: 'EDITOR' });
  let text: string | undefined;
  await expect
    .poll(async () => {
      text = (await world.app.mails()).findLast(({ to }) => to[0] === email)?.text;
      return text;
    })
    .toContain('/invitation?token=');
  return /https?:\S+/.exec(text ?? '')?.[0] ?? '';
}

inChromium(
  'a member who must have a second factor sets it up first, and continues to the organization',
  async () => {
    await world.call('PATCH', '', { requireSecondFactor: true });
    const desk = await world.nobody();
    const page = await desk.open(await invite('careful@example.com'));
    await page.getByLabel('Choose a password').fill(password);
    await page.getByRole('button', { name: 'Create the account and accept' }).click();
    await page.getByText('It requires a second factor').waitFor();
    expect(await page.getByRole('link', { name: 'continue to the organization' }).getAttribute('href')).toBe(
      world.at(),
    );
    await world.call('PATCH', '', { requireSecondFactor: false });
    await page.getByRole('link', { name: 'continue to the organization' }).click();
    await overview(page);
    await desk.close();
  },
);

inChromium('a member chooses a digest and no mail about own actions on the account page', async () => {
  const desk = await world.desk('EDITOR');
  const page = await desk.open('/console/account');
  await page.getByLabel('Notifications by mail').selectOption('DAILY');
  await page.getByLabel('No mail about my own actions').check();
  await page.getByRole('button', { name: 'Save mail settings' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Save mail settings' }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByLabel('Notifications by mail').inputValue()).toBe('DAILY');
  expect(await page.getByLabel('No mail about my own actions').isChecked()).toBe(true);
  await desk.close();
});
