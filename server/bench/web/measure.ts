import os from 'node:os';
import { chromiumFile, sayWhereThereIsNone } from '../../test/chromium.ts';
import type { Settings } from '../settings.ts';
import { measureBytes, measureScripts, type RouteBytes } from './bytes.ts';
import { measurePainting, type Painting } from './painting.ts';
import { measureScrolling, type Scrolling } from './scrolling.ts';
import { withWeb } from './world.ts';

export type Web = {
  chromium: string;
  routes: RouteBytes[];
  scripts: number;
  paintings: Painting[];
  scrolling: Scrolling;
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the built console in Chromium. @returns undefined without Chromium */
export async function measureWeb(root: string, main: string, settings: Settings): Promise<Web | undefined> {
  sayWhereThereIsNone('The console was not measured');
  if (!chromiumFile) return undefined;
  return withWeb(root, main, settings, async (world) => {
    const [routes, scripts] = [await measureBytes(world), await measureScripts(root)];
    say(`Bytes: ${routes.map(({ route, bytes }) => `${route} ${bytes}`).join(', ')}; all scripts ${scripts}`);
    const paintings = await measurePainting(world);
    const scrolling = await measureScrolling(world);
    say(`Load of the machine in the end: ${os.loadavg()[0]?.toFixed(2)}`);
    return { chromium: world.browser.version(), routes, scripts, paintings, scrolling };
  });
}
