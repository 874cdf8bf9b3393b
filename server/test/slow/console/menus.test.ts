import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../../axe.ts';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { heading } from '../../console-page.ts';
import { type ConsoleWorld, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('The menus of the console were not looked at');
let world: ConsoleWorld;
let offerId: string;
beforeAll(async () => {
  if (!chromiumFile) return;
  world = await openConsole();
  offerId = (await world.call('POST', 'offer', { name: 'Yearly plan', info: { currency: 'USD' } })).id;
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

/** What opens over the page of an offer: how it opens, and the role of its items. */
const opened: readonly [name: string, open: (page: Page) => Promise<void>, item: 'menuitem' | 'option'][] = [
  [
    'the menu of organizations',
    (page) => page.getByRole('button', { name: /^Organization / }).click(),
    'menuitem',
  ],
  ['the menu of the user', (page) => page.getByRole('button', { name: /^User / }).click(), 'menuitem'],
  ['the menu of actions', (page) => page.getByRole('button', { name: 'More actions' }).click(), 'menuitem'],
  [
    'the command palette',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search pages' }).fill('offer');
    },
    'option',
  ],
];

test.skipIf(!chromiumFile).each(['light', 'dark'] as const)(
  'open menus and the command palette have nothing for axe to find, %s',
  async (colorScheme) => {
    const desk = await world.desk('ADMIN', { colorScheme });
    const page = await desk.open(world.at(`/offers/${offerId}`));
    await heading(page, 'Yearly plan');
    for (const [name, open, item] of opened) {
      await open(page);
      const items = page.getByRole(item);
      await items.first().waitFor();
      // A menu belongs to its button, and is outside of the page's regions.
      expect.soft(await axeFindings(page, ['region']), name).toEqual([]);
      await page.keyboard.press('Escape');
      await items.first().waitFor({ state: 'detached' });
    }
    await desk.close();
  },
);
