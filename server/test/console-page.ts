import type { Locator, Page } from 'playwright-core';

/** Waits for the title of a page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button of the open dialog. */
export const send = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** Waits for the dialog to close. */
export const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });

/** Answers the confirmation of an action. */
export const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Chooses an action from the menu of rarely used actions. */
export const chooseMore = async (page: Page, name: string) => {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Opens a page by the navigation of the console. */
export const visit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true }).click();

/** Opens a tab of a record, or a page that shares tabs with this page. */
export const openTab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^(Parts of this page|Related pages)$/ })
    .getByRole('link', { name, exact: true })
    .click();

/** Waits for the status of the record, or of a row. */
export const status = (within: Page | Locator, name: string) =>
  within.getByText(name, { exact: true }).first().waitFor();

/** Selects a record in a field by a part of its name, as the browser's list of proposals does. */
export async function pick(page: Page, input: Locator, name: string): Promise<void> {
  await input.fill(name);
  const list = await input.getAttribute('list');
  const proposed = page.locator(`[id="${list}"] option[label="${name}"]`).first();
  await proposed.waitFor({ state: 'attached' });
  await input.fill((await proposed.getAttribute('value')) ?? '');
}

/** Advances the test clock on the page of the sandbox, and waits until the clock has arrived. */
export async function advanceClock(page: Page, by: 'a day' | 'a month'): Promise<void> {
  await visit(page, 'Sandbox');
  await button(page, `Advance ${by}`).click();
  const advance = page.getByText(/, advancing to/);
  await advance.waitFor();
  await advance.waitFor({ state: 'detached' });
}
