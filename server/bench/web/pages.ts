import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transform } from 'esbuild';
import type { Page } from 'playwright-core';
import { met, table } from '../page.ts';
import { call } from '../world.ts';
import { viewport, type WebWorld } from './world.ts';

/** Pages that only redirect to other pages. */
const passing = new Set(['/', '/callback']);
const idleMs = 1000;
/** The targets for a page and for all scripts, in bytes. */
const asked = { page: 180_000, scripts: 440_000 };

/** Measures the bytes sent until a page becomes idle, for each page of the console with an empty cache. */
export async function measurePages(world: WebWorld): Promise<string> {
  const { service, root, usual, browser } = world;
  const members = (await call(service, usual, 'GET', 'user?limit=1')).body as { id: string }[];
  const number = '0'.repeat(26);
  const examples: Readonly<Record<string, string | undefined>> = {
    $orgId: usual.id,
    $offerId: `ofr_${number}`,
    $entitlementId: `ent_${number}`,
    $memberId: members[0]?.id,
    $roleName: 'VIEWER',
  };
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const row = (name: string, bytes: number, most: number) => [name, kB(bytes), kB(most), met(bytes <= most)];
  const rows: string[][] = [];
  for (const route of await routesOf(root)) {
    if (passing.has(route)) continue;
    const address = route.replaceAll(/\$\w+/g, (name) => examples[name] ?? name);
    if (address.includes('$')) rows.push([`\`${route}\``, 'no example', kB(asked.page)]);
    else rows.push(row(`\`${route}\``, await load(world, `${world.url}/console${address}`), asked.page));
  }
  rows.push(row('all scripts', await scriptBytes(root), asked.scripts));
  return table([`sent until idle, Chromium ${browser.version()}`, 'gzip', 'target', 'met'], rows);
}

/** The addresses of the console, read from its source. */
async function routesOf(root: string): Promise<string[]> {
  const source = await readFile(path.join(root, 'console/src/paths.ts'), 'utf8');
  const { code } = await transform(source, { loader: 'ts' });
  const { paths } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    paths: Record<string, string>;
  };
  return Object.values(paths);
}

async function load({ browser, usual }: WebWorld, address: string): Promise<number> {
  const context = await browser.newContext({ storageState: usual.signedIn, viewport });
  const page = await context.newPage();
  const traffic = await watch(page);
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await traffic.idle();
  await context.close();
  return traffic.bytes();
}

/** Counts the bytes sent to a page. The long poll for events is excluded, because it happens after loading. */
async function watch(page: Page): Promise<{ bytes(): number; idle(): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  const open = new Set<string>();
  let [bytes, quietSince] = [0, Date.now()];
  const end = (id: string, sent = 0) => {
    open.delete(id);
    bytes += sent;
    quietSince = Date.now();
  };
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/\/event\?.*\bwait=/.test(request.url)) return;
    open.add(requestId);
    quietSince = Date.now();
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  return {
    bytes: () => bytes,
    idle: async () => {
      while (open.size > 0 || Date.now() - quietSince < idleMs) await delay(50);
    },
  };
}

/** The bytes of all scripts of the console, compressed with gzip. */
async function scriptBytes(root: string): Promise<number> {
  const folder = path.join(root, 'console/dist/assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js.gz'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
