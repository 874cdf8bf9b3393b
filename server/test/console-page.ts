import type { Page } from 'playwright-core';

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
