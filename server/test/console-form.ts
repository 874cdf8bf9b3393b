import type { Locator, Page } from 'playwright-core';

/** Goes to a step of the form of an offer. */
export async function toStep(page: Page, label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: label }).click();
  await page.getByRole('heading', { level: 2, name: label, exact: true }).waitFor();
}

/** The field that is called so, and no other that has the word in its name. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Fills in what a first offer needs. */
export async function fillInOffer(page: Page, name: string, price: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await toStep(page, 'Price');
  await field(page, 'Price of one').fill(price);
}
