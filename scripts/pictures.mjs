import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillOrganization } from './pictures/world.mjs';
import { ensureBuilt, ensureConsole, ensureInstalled, root } from './ready.mjs';

/**
 * Takes the screenshots in docs/pictures: twelve pages, each in light, in dark and on a phone. The script starts a
 * service with a new database, which it deletes at the end.
 */
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file && existsSync(file),
);
if (!executablePath) {
  process.stderr.write('Chromium was not found; set CHROMIUM to its path.\n');
  process.exit(2);
}
ensureInstalled();
ensureBuilt();
ensureConsole();
const { chromium } = await import('playwright-core');
const folder = path.join(root, 'docs/pictures');
const data = mkdtempSync(path.join(tmpdir(), 'tradepost-pictures-'));
const looks = {
  light: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 2 },
};

/** The addresses of the pages, relative to the organization's console or absolute. */
function screensOf({ offer, entitlement, invoice, webhook, buyersPage }) {
  return {
    overview: '',
    offers: '/offers',
    offer: `/offers/${offer.id}`,
    'new-offer': '/offers/new?partner=MKA&step=price',
    entitlement: `/entitlements/${entitlement.id}`,
    usage: `/entitlements/${entitlement.id}?tab=usage`,
    invoice: `/invoices/${invoice.id}`,
    revenue: '/revenue',
    webhook: `/webhooks/${webhook.id}`,
    notifications: '/notifications',
    integration: '/integrations/MKA/MARKETPLACE?tab=setup',
    'buyer-page': buyersPage,
  };
}

async function startService() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env: environment });
  child.stderr.pipe(process.stderr);
  const link = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /http:\S+\/join\?\S+/.exec(printed);
      if (found && printed.includes('listens on')) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`The service ended:\n${printed}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { url, link, stop };
}

/** Returns a port that was free a moment ago. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Returns a function that calls operations of the organization as the first client. */
async function signInAsClient() {
  const { orgId, clientId, clientSecret } = JSON.parse(
    readFileSync(path.join(data, 'credentials.json'), 'utf8'),
  );
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    resource: service.url,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { access_token } = await (
    await fetch(`${service.url}/oauth2/token`, { method: 'POST', body })
  ).json();
  return async (method, address, content) => {
    const response = await fetch(`${service.url}/org/${orgId}${address && `/${address}`}`, {
      method,
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      body: content && JSON.stringify(content),
    });
    if (!response.ok) throw new Error(`${method} ${address}: ${await response.text()}`);
    return response.json();
  };
}

async function takePictures(screens) {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const first = await browser.newPage();
  await join(first);
  const organization = new URL(first.url()).pathname.split('/').slice(0, 4).join('/');
  const storageState = await first.context().storageState();
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      storageState,
      ...options,
    });
    const page = await context.newPage();
    for (const [name, address] of Object.entries(screens)) {
      await page.goto(
        new URL(address.startsWith('http') ? address : organization + address, service.url).href,
      );
      await settled(page);
      await save(page, look === 'light' ? name : `${name}-${look}`);
    }
    await context.close();
  }
  await browser.close();
}

/** Accepts the invitation of the first start. */
async function join(page) {
  await page.goto(service.link);
  await page.getByLabel('Your e-mail address').fill('ann@lumen.example');
  await page.getByLabel('Your name').fill('Ann Lee');
  await page.getByLabel(/password/).fill('a password for pictures');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'New offer' }).first().waitFor();
}

/** Waits until the page shows its data. */
async function settled(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.skeleton'));
  await page.waitForTimeout(1000);
}

/** Saves the visible part of the page as WebP, which needs a third of the bytes of PNG. */
async function save(page, name) {
  const session = await page.context().newCDPSession(page);
  const { data: picture } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(picture, 'base64'));
  await session.detach();
}

const service = await startService();
try {
  const shown = await fillOrganization(await signInAsClient());
  await takePictures(screensOf(shown));
} finally {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
