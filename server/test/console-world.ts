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

/** How a page is shown. */
export type Look = { colorScheme?: 'light' | 'dark'; width?: number; height?: number; locale?: string };

/** A browser of one person: its tabs share the sign-in. */
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
  /** An address of the console in the organization. */
  at(address?: string): string;
  /** A person of the role, who has come by a link and is signed in. */
  desk(role?: Role, look?: Look): Promise<Desk>;
  /** A browser in which nobody is signed in. */
  nobody(look?: Look): Promise<Desk>;
  /** The address of a link by which somebody joins, good once. */
  joinLink(role?: Role): Promise<string>;
  /** Calls the API as the organization's client. @throws for another answer than 200 */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>;
  /** What pages complained about since it was asked last: errors, and what the policy of the page refused. */
  complaints(): string[];
  stop(): Promise<void>;
};

/** The console as it is built, served by a service that works, in Chromium. `npm test` builds it; by hand: `npm run console`. */
export async function openConsole(environment: Record<string, string> = {}): Promise<ConsoleWorld> {
  if (!existsSync(path.join(consoleFolder, 'dist/index.html')))
    throw new Error('The console is not built: npm run console');
  const app = await startTestApp({ consoleFolder, work: true, environment });
  const [org, browser] = await Promise.all([app.organization(), launchChromium()]);
  const complaints: string[] = [];
  let people = 0;
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
      const email = `${role.toLowerCase()}${++people}@example.com`;
      const desk = { ...(await nobody(look)), email };
      const page = await desk.open(await joinLink(role));
      await page.getByLabel('Your name').fill(`Person ${people}`);
      await signIn(page, email);
      await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
      await page.close();
      return desk;
    },
    joinLink,
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

/** Fills in a page that asks for an address and a password. */
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
      // The browser says this of each answer that is no success, which pages show themselves.
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
