import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { createJoinLink } from '../../src/organizations/index.ts';
import { createIds } from '../../src/platform/ids.ts';
import { chromiumFile, launchChromium, sayWhereThereIsNone } from '../../test/chromium.ts';
import { table } from '../page.ts';
import { asSystem, type Bench, loadRows, type Service, withService } from '../world.ts';
import { openBarePage } from './bare-page.ts';
import { measurePages } from './pages.ts';
import { measurePainting } from './painting.ts';
import { measureScrolling } from './scrolling.ts';
import { type Place, viewport } from './world.ts';

/** Offers and entitlements of the organization of usual size. */
const usualRows = 1000;

/** Measures the built console in Chromium. */
export async function measureWeb(bench: Bench): Promise<string[]> {
  sayWhereThereIsNone('The console was not measured');
  if (!chromiumFile) return Array<string>(3).fill(table(['not measured, as Chromium was not installed'], []));
  const prepare = async (connectionString: string, sellers: Service['sellers']) => {
    await loadRows(connectionString, sellers.slice(0, 1), usualRows);
    await loadRows(connectionString, sellers.slice(1), bench.settings.webRows);
  };
  return withService(bench, { sellers: 2, prepare }, async (service) => {
    const { root, settings, folder, port, organizations } = service;
    const url = `http://127.0.0.1:${port}`;
    const links = await joinLinks(service);
    const [browser, bare] = await Promise.all([launchChromium(), openBarePage(root, folder, port)]);
    try {
      const [usual, large] = organizations;
      const world = {
        root,
        settings,
        service,
        url,
        browser,
        bare,
        usual: { ...usual, signedIn: await signIn(browser, `${url}${links[0]}`) },
        large: { ...large, signedIn: await signIn(browser, `${url}${links[1]}`) },
      };
      return [await measurePages(world), await measurePainting(world), await measureScrolling(world)];
    } finally {
      await browser.close();
      await bare.stop();
    }
  });
}

const joinLinks = ({ connectionString, sellers }: Service): Promise<string[]> =>
  asSystem(connectionString, async (queryable) => {
    const tools = { newId: createIds(), random: randomBytes };
    const links: string[] = [];
    for (const { id: organizationId } of sellers)
      links.push(await createJoinLink(queryable, tools, { organizationId, role: 'ADMIN', now: new Date() }));
    return links;
  });

/** Joins by a link as a new person. @returns the browser's state */
async function signIn(browser: Browser, link: string): Promise<Place['signedIn']> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Ada');
  await page.locator('input[type=email]').fill(`ada${randomBytes(4).toString('hex')}@example.com`);
  await page.locator('input[type=password]').fill('a password for the bench');
  await page.keyboard.press('Enter');
  await page.locator('nav').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
