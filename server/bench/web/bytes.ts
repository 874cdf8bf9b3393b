import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transform } from 'esbuild';
import type { Page } from 'playwright-core';
import { viewport, type WebWorld } from './world.ts';

/** Sent bytes until a page becomes idle; undefined without an example of the page. */
export type RouteBytes = { route: string; bytes: number | undefined };

/** Pages that only redirect to other pages. */
const passing = new Set(['/', '/callback']);
const idleMs = 1000;

/** Loads each page of the console with an empty cache. */
export async function measureBytes(world: WebWorld): Promise<RouteBytes[]> {
  const number = '0'.repeat(26);
  const examples: Readonly<Record<string, string>> = {
    $orgId: world.usual.id,
    $offerId: `ofr_${number}`,
    $entitlementId: `ent_${number}`,
    $memberId: await memberOf(world),
    $roleName: 'VIEWER',
  };
  const results: RouteBytes[] = [];
  for (const route of await routesOf(world.root)) {
    if (passing.has(route)) continue;
    const address = route.replaceAll(/\$\w+/g, (name) => examples[name] ?? name);
    results.push({
      route,
      bytes: address.includes('$') ? undefined : await load(world, `${world.url}/console${address}`),
    });
  }
  return results;
}

async function memberOf({ url, usual: { id, token } }: WebWorld): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/org/${id}/user?limit=1`, { headers });
  const [member] = (await response.json()) as { id: string }[];
  if (!member) throw new Error('the organization has no member');
  return member.id;
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
export async function measureScripts(root: string): Promise<number> {
  const folder = path.join(root, 'console/dist/assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js.gz'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
