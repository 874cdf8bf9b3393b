import type { CDPSession, Page } from 'playwright-core';
import { viewport, type WebWorld } from './world.ts';

/** The frames in which a list moved, how many of them were late, and the memory of the page at the end. */
export type Scrolling = {
  rows: number;
  frames: number;
  late: number;
  seconds: number;
  /** Processor time of the page's thread for a frame. */
  frameCpuMs: number;
  startHeapMb: number;
  heapMb: number;
};

/** Maximum milliseconds of a frame that is on time. */
export const frameMs = 50;
/** Pixels scrolled in each frame, about forty screens a second. */
const stepPx = 500;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Scrolls through all offers of a large organization, down to the oldest and up to the newest again. */
export async function measureScrolling({ browser, url, large }: WebWorld): Promise<Scrolling> {
  const context = await browser.newContext({ storageState: large.signedIn, viewport });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${url}/console/org/${large.id}/offers`);
  await page.locator('tbody a').first().waitFor();
  const startHeapMb = await heapMb(cdp);
  const [begun, cpuBefore] = [performance.now(), await cpuMs(cdp)];
  const down = await scroll(page, 1);
  say(`${large.rows} offers down: ${down.length} frames, ${lateOf(down)} over ${frameMs} ms`);
  const up = await scroll(page, -1);
  say(`and up: ${up.length} frames, ${lateOf(up)} over ${frameMs} ms`);
  const seconds = (performance.now() - begun) / 1000;
  const frames = [...down, ...up];
  const frameCpuMs = ((await cpuMs(cdp)) - cpuBefore) / frames.length;
  const result = { rows: large.rows, frames: frames.length, late: lateOf(frames), seconds, frameCpuMs };
  const heap = await heapMb(cdp);
  await context.close();
  return { ...result, startHeapMb, heapMb: heap };
}

const lateOf = (frames: readonly number[]): number => frames.filter((ms) => ms > frameMs).length;

/** Scrolls to the end or back. @returns the duration of each frame in which the list moved */
const scroll = (page: Page, direction: 1 | -1): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const frame = document.querySelector('section[aria-label="Offers"]');
    const taken = [];
    let [before, moved] = [undefined, false];
    const step = (now) => {
      if (moved) taken.push(now - before);
      before = now;
      const isWhole = frame.querySelector('table').getAttribute('aria-rowcount') !== '-1';
      const place = frame.scrollTop;
      frame.scrollTop += ${direction * stepPx};
      moved = frame.scrollTop !== place;
      if (!moved && isWhole) resolve(taken);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await metric(cdp, 'JSHeapUsedSize')) / 1e6;
}

const cpuMs = async (cdp: CDPSession): Promise<number> => (await metric(cdp, 'TaskDuration')) * 1000;

async function metric(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}
