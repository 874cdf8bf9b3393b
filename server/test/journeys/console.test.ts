import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../chromium.ts';
import { fillInOffer } from '../console-form.ts';
import { type ConsoleWorld, openConsole } from '../console-world.ts';
import { password } from '../people.ts';

sayWhereThereIsNone('The console was not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());

const join = async (page: Page, email: string) => {
  await page.getByLabel('e-mail').fill(email);
  await page.getByLabel(/password/).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
};

test.skipIf(!chromiumFile)('a user joins by link and sells an offer, by mouse', async () => {
  const desk = await world.nobody();
  const page = await desk.open(await world.joinLink());
  await join(page, 'mouse@example.com');
  await page.getByRole('link', { name: 'New offer' }).first().click();
  await fillInOffer(page, 'Seats for a year', '1200');
  await page.getByRole('button', { name: 'Create offer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Seats for a year' }).waitFor();
  await page.getByRole('button', { name: 'Accept as buyer' }).click();
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  await page.locator('section', { hasText: 'Entitlements' }).getByRole('link').first().click();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByText('Activity').waitFor();
  expect(world.complaints()).toEqual([]);
  await desk.close();
});
