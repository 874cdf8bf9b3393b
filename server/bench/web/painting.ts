import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContextOptions } from 'playwright-core';
import { viewport, type WebWorld } from './world.ts';

/** Time of the largest paint, time of rendering the response, and layout shift until then. */
export type Paint = { largestMs: number; shownMs: number; shift: number };
export type Painting = { page: string; own: Paint[]; bare: Paint[] };

/** The settings of `Fast 4G` in Chromium's developer tools. */
const network = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
};
/** Slowdown factor of the processor. */
const slowness = 4;
/** Duration of watching a page after its response is rendered, because late paints count, too. */
const afterMs = 1500;

const fields = 'id,organizationID,name,status,partner,expireTime,creationTime';

/**
 * The compared pages: the address in the console with the element that renders the response, and the same request to
 * the API.
 */
const pages = [
  { page: 'overview', address: '', shown: 'p:has-text("Counted")', of: 'overview' },
  {
    page: 'list of offers',
    address: '/offers',
    shown: 'tbody a',
    of: `offer?order=desc&limit=50&fields=${fields}`,
  },
];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Loads pages of the console and the bare page in turn, with an empty cache. */
export async function measurePainting(world: WebWorld): Promise<Painting[]> {
  const { url, bare, usual, settings } = world;
  const results: Painting[] = [];
  for (const { page, address, shown, of } of pages) {
    const sides = {
      own: () => paint(world, `${url}/console/org/${usual.id}${address}`, `main ${shown}`, usual.signedIn),
      bare: () => paint(world, bare.showing(`/org/${usual.id}/${of}`, usual.token), '#shown', undefined),
    };
    const painting: Painting = { page, own: [], bare: [] };
    for (let round = 0; round < settings.rounds; round++) {
      const order = round % 2 === 0 ? (['own', 'bare'] as const) : (['bare', 'own'] as const);
      for (const side of order) painting[side].push(await sides[side]());
      const [own, other] = [painting.own[round] as Paint, painting.bare[round] as Paint];
      say(
        `${page} ${round + 1}/${settings.rounds}: painted after ${own.largestMs.toFixed(0)} ms, bare ` +
          `${other.largestMs.toFixed(0)} ms; shown after ${own.shownMs.toFixed(0)} ms, bare ${other.shownMs.toFixed(0)} ms; ` +
          `moved ${own.shift.toFixed(3)}`,
      );
    }
    results.push(painting);
  }
  return results;
}

const observe = `
  globalThis.painted = { largestMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painted.largestMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) painted.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

async function paint(
  { browser }: WebWorld,
  address: string,
  shown: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<Paint> {
  const context = await browser.newContext({ viewport, ...(storageState ? { storageState } : {}) });
  await context.addInitScript({ content: observe });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(shown).first().waitFor();
  const shownMs = await page.evaluate<number>('performance.now()');
  await delay(afterMs);
  const painted = await page.evaluate<Omit<Paint, 'shownMs'>>('painted');
  await context.close();
  return { ...painted, shownMs };
}
