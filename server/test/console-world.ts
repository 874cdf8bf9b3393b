import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createJoinLink } from '../src/organizations/index.ts';
import type { Role } from '../src/organizations/roles/permissions.ts';
import { launchChromium } from './chromium.ts';
import { startTestApp, type TestApp, type TestOrganization } from './harness.ts';
import { password } from './people.ts';

export const consoleFolder = fileURLToPath(new URL('../../console', import.meta.url));

/** Options for opening a page. */
export type Look = { colorScheme?: 'light' | 'dark'; width?: number; height?: number; locale?: string };

/** A browser of one person; its tabs share the session. */
export type Desk = {
  context: BrowserContext;
  email: string;
  open(address: string): Promise<Page>;
  close(): Promise<void>;
};

export type ConsoleWorld = {
  app: TestApp;
  org: TestOrganization;
  browser: Browser;
  /** Returns the URL of a console page in the organization. */
  at(address?: string): string;
  /** Creates a signed-in person with the role, who joined by a link. */
  desk(role?: Role, look?: Look): Promise<Desk>;
  /** Opens a browser without a session. */
  nobody(look?: Look): Promise<Desk>;
  /** Returns a one-time link to join the organization. */
  joinLink(role?: Role): Promise<string>;
  /** Returns this world with a new organization, whose clock starts at a time. */
  fresh(at?: string): Promise<ConsoleWorld>;
  /**
   * Calls the API as the organization's client.
   * @throws for any status other than 200
   */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>;
  /** Returns the errors and policy violations of pages since the last call. */
  complaints(): string[];
  stop(): Promise<void>;
};

/**
 * Opens the built console of a running service in Chromium. `npm test` builds the console; to build it
 * manually, run `npm run console`.
 */
export async function openConsole(environment: Record<string, string> = {}): Promise<ConsoleWorld> {
  if (!existsSync(path.join(consoleFolder, 'dist/index.html')))
    throw new Error('The console is not built: npm run console');
  const app = await startTestApp({ consoleFolder, work: true, environment });
  const [org, browser] = await Promise.all([app.organization(), launchChromium()]);
  return worldIn({ app, browser, complaints: [], people: 0 }, org);
}

/** The parts of a world that do not depend on its organization. */
type Shared = { app: TestApp; browser: Browser; complaints: string[]; people: number };

function worldIn(shared: Shared, org: TestOrganization): ConsoleWorld {
  const { app, browser, complaints } = shared;
  const nobody = (look: Look = {}) => deskOf(app.url, browser, complaints, look);
  const joinLink = (role: Role = 'ADMIN') =>
    app.app.database.transaction(
      (queryable) =>
        createJoinLink(
          queryable,
          { newId: app.app.newId, random: randomBytes },
          { organizationId: org.id, role, now: app.app.clock.now() },
        ),
      'system',
    );
  return {
    app,
    org,
    browser,
    nobody,
    at: (address = '') => `/console/org/${org.id}${address}`,
    desk: async (role = 'ADMIN', look = {}) => {
      const person = ++shared.people;
      const email = `${role.toLowerCase()}${person}@example.com`;
      const desk = { ...(await nobody(look)), email };
      const page = await desk.open(await joinLink(role));
      await page.getByLabel('Your name').fill(`Person ${person}`);
      await signIn(page, email);
      await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
      await page.close();
      return desk;
    },
    joinLink,
    fresh: async (at) => worldIn(shared, await app.organization(at ? { at } : {})),
    call: async (method, target, body) => {
      const reply = await app.request(method, `/org/${org.id}/${target}`.replace(/\/$/, ''), {
        token: org.token,
        body,
      });
      if (reply.status !== 200) throw new Error(`${method} ${target}: ${reply.text}`);
      return reply.body;
    },
    complaints: () => complaints.splice(0),
    stop: async () => {
      await browser.close();
      await app.stop();
    },
  };
}

/** Fills in a page that asks for an email address and password. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
}

const reportRefusals = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.sourceFile))`;

async function deskOf(url: string, browser: Browser, complaints: string[], look: Look): Promise<Desk> {
  const { width = 1440, height = 900, colorScheme = 'light', locale = 'en-GB' } = look;
  const viewport = { width, height };
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    locale,
    timezoneId: 'Asia/Tokyo',
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript({ content: reportRefusals });
  context.on('page', (page) => {
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The browser logs this message for every error response; pages display these errors.
      const isOfAnswer = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isOfAnswer)
        complaints.push(`${page.url()}: ${message.text()}`);
    });
  });
  return {
    context,
    email: '',
    open: async (address) => {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
    close: () => context.close(),
  };
}
