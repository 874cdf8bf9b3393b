import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { chooseMore } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The console was not tried offline');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());

const notice = (page: Page) => page.getByText('You are offline. The page shows the last known data');
const published = async (name: string): Promise<string> => {
  const { id } = await world.call('POST', 'offer', { partner: 'MKA', name });
  await expect.poll(async () => (await world.call('GET', `offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
  return id;
};

const inChromium = test.skipIf(!chromiumFile);

inChromium('offline, a page that is not loaded says so, and is there at another try', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at());
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  await desk.context.setOffline(true);
  await notice(page).waitFor();
  await page.getByRole('link', { name: 'Members' }).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'You are offline' }).waitFor();
  await desk.context.setOffline(false);
  await notice(page).waitFor({ state: 'detached' });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await desk.close();
});

inChromium(
  'offline, reading waits and goes on by itself, and a change fails and is not made later',
  async () => {
    const [known, other] = [await published('Read before'), await published('Not read yet')];
    const desk = await world.desk();
    const page = await desk.open(world.at(`/offers/${known}`));
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor();
    await page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Offers', exact: true })
      .click();
    await page.getByRole('link', { name: 'Not read yet' }).waitFor();
    await desk.context.setOffline(true);
    await notice(page).waitFor();
    await page.getByRole('link', { name: 'Not read yet' }).click();
    await page.getByText('Loading …').first().waitFor();
    await desk.context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Not read yet' }).waitFor();
    await chooseMore(page, 'Cancel offer');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await desk.context.setOffline(true);
    await question.getByRole('button', { name: 'Cancel offer' }).click();
    await question.getByRole('heading', { name: 'You are offline' }).waitFor();
    await desk.context.setOffline(false);
    await notice(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Pending acceptance', { exact: true }).waitFor();
    expect((await world.call('GET', `offer/${other}`)).status).toBe('PENDING_ACCEPTANCE');
    await desk.close();
  },
);
