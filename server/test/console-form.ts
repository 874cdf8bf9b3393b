import type { Locator, Page } from 'playwright-core';

/** Opens a step of the offer form. */
export async function toStep(page: Page, label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: label }).click();
  await page.getByRole('heading', { level: 2, name: label, exact: true }).waitFor();
}

/** Returns the field with exactly this label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Fills in the fields of a first offer. */
export async function fillInOffer(page: Page, name: string, price: string): Promise<void> {
  await field(page, 'Name').fill(name);
  await toStep(page, 'Price');
  await field(page, 'Unit price').fill(price);
}
