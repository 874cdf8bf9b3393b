import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createJoinLink } from '../../src/organizations/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createIds } from '../../src/platform/ids.ts';
import { launchChromium } from '../../test/chromium.ts';
import { withDatabase } from '../database.ts';
import { startProgram } from '../processes.ts';
import type { Settings } from '../settings.ts';
import { createSellers, loadRows, openWorld } from '../world.ts';
import { type BarePage, openBarePage } from './bare-page.ts';

/** An organization, a token of its API client, and the browser state of a signed-in member. */
export type Place = {
  id: string;
  token: string;
  signedIn: NonNullable<BrowserContextOptions['storageState']>;
  rows: number;
};

export type WebWorld = {
  root: string;
  settings: Settings;
  url: string;
  browser: Browser;
  bare: BarePage;
  /** An organization of usual size, and an organization with many offers to scroll through. */
  usual: Place;
  large: Place;
};

/** The size of the browser window. */
export const viewport = { width: 1440, height: 900 };
/** Offers and entitlements of the organization of usual size. */
const usualRows = 1000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs work with a program that serves the console, and signed-in browsers. */
export async function withWeb<T>(
  root: string,
  main: string,
  settings: Settings,
  work: (world: WebWorld) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tradepost-bench-web-'));
  try {
    return await withDatabase(folder, async (connectionString) => {
      await migrate(connectionString, path.join(root, 'server/migrations'));
      const sellers = await createSellers(connectionString, 2);
      say(`Loading ${settings.webRows} offers …`);
      const counts = [usualRows, settings.webRows];
      for (const [index, seller] of sellers.entries())
        await loadRows(connectionString, [seller], counts[index] as number);
      const links = await joinLinks(
        connectionString,
        sellers.map(({ id }) => id),
      );
      const variables = { DATABASE_URL: connectionString, MASTER_KEY: '5a'.repeat(32), MIGRATE: 'off' };
      const own = await startProgram({ main, role: 'serve', folder, variables });
      const url = `http://127.0.0.1:${own.port}`;
      const [browser, bare] = await Promise.all([launchChromium(), openBarePage(root, folder, own.port)]);
      try {
        const { organizations } = await openWorld(url, sellers, 1);
        const places: Place[] = [];
        for (const [index, { id, token }] of organizations.entries()) {
          const signedIn = await signIn(browser, url + links[index]);
          places.push({ id, token, signedIn, rows: counts[index] as number });
        }
        const [usual, large] = places as [Place, Place];
        return await work({ root, settings, url, browser, bare, usual, large });
      } finally {
        await browser.close();
        await bare.stop();
        await own.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function joinLinks(connectionString: string, organizationIds: string[]): Promise<string[]> {
  const database = await openDatabase({ connectionString, poolSize: 1, pipelines: 1, onError: () => {} });
  const tools = { newId: createIds(), random: randomBytes };
  try {
    return await database.transaction(async (queryable) => {
      const links: string[] = [];
      for (const organizationId of organizationIds)
        links.push(
          await createJoinLink(queryable, tools, { organizationId, role: 'ADMIN', now: new Date() }),
        );
      return links;
    }, 'system');
  } finally {
    await database.close();
  }
}

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
