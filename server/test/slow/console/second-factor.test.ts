import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { stepAt, totpCode } from '../../../src/authentication/totp.ts';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole, signIn } from '../../console-world.ts';
import { fromBase32 } from '../../factors.ts';
import { password } from '../../people.ts';
import { freePort } from '../../process/program.ts';

sayWhereThereIsNone('Second factors in the console were not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (!chromiumFile) return;
  // A relying party needs a host name.
  const port = await freePort();
  world = await openConsole({ PORT: String(port), BASE_URL: `http://localhost:${port}` });
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const inChromium = test.skipIf(!chromiumFile);

/** Adds a virtual authenticator with user verification to a page, like the authenticator of a laptop. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const signOut = async (page: Page) => {
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
};

inChromium(
  'a passkey is added on the account page, signs in without a password, and is removed',
  async () => {
    const desk = await world.desk();
    const page = await desk.open('/console/account');
    await addAuthenticator(page);
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await page.getByLabel('Your password, to add or remove a passkey').fill(password);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Store these recovery codes').waitFor();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('Laptop, added').waitFor();
    await signOut(page);
    await page.goto(world.at('/offers'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    await page.goto('/console/account');
    await page.getByLabel('Your password, to add or remove a passkey').fill(password);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No second factor is set up').waitFor();
    await desk.close();
  },
);

inChromium(
  'an authenticator app is set up on the account page, and an organization that requires one opens',
  async () => {
    const desk = await world.desk();
    const page = await desk.open('/console/account');
    await world.call('PATCH', '', { requireSecondFactor: true });
    await page.goto(world.at('/offers'));
    await page.getByText('A second factor is required').first().waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).first().click();
    await page.getByLabel('Your password, to change the second factor').fill(password);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const secret = (await page.locator('section#second-factor code').first().innerText()).replaceAll(' ', '');
    const code = (shift: number) => totpCode(fromBase32(secret), stepAt(new Date()) + shift);
    await page.getByLabel('Code from the app').fill(code(0));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.goto(world.at('/offers'));
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    await signOut(page);
    await page.goto(world.at('/offers'));
    await signIn(page, desk.email);
    await page.locator('input[name=code]').fill(code(1));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    await world.call('PATCH', '', { requireSecondFactor: false });
    await desk.close();
  },
);
