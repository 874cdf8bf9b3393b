import type { CDPSession, Page } from 'playwright-core';
import { figures, ms, percent } from '../page.ts';
import { viewport, type WebWorld } from './world.ts';

/** Maximum milliseconds of a frame that is on time. */
const frameMs = 50;
/** Pixels scrolled in each frame, about forty screens a second. */
const stepPx = 500;

/** Scrolls through all offers of a large organization, down to the oldest and up to the newest again. */
export async function measureScrolling({ browser, url, large, settings }: WebWorld): Promise<string> {
  const context = await browser.newContext({ storageState: large.signedIn, viewport });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${url}/console/org/${large.id}/offers`);
  await page.locator('tbody a').first().waitFor();
  const startMb = await heapMb(cdp);
  const [begun, cpuBefore] = [performance.now(), await cpuMs(cdp)];
  const frames = [...(await scroll(page, 1)), ...(await scroll(page, -1))];
  const seconds = (performance.now() - begun) / 1000;
  const cpu = ((await cpuMs(cdp)) - cpuBefore) / frames.length;
  const endMb = await heapMb(cdp);
  await context.close();
  const late = lateOf(frames) / frames.length;
  const of = `of ${frames.length} in ${seconds.toFixed(0)} s`;
  return figures([
    [
      `${settings.webRows} offers down and up: frames over ${frameMs} ms, ${of}`,
      percent(late, 2),
      '1.00 %',
      late <= 0.01,
    ],
    ['CPU time of a frame', ms(cpu, 1)],
    ['memory before', `${startMb.toFixed(1)} MB`],
    ['memory after', `${endMb.toFixed(1)} MB`, '150 MB', endMb <= 150],
  ]);
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
