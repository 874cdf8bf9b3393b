import { median } from '../median.ts';
import type { Settings } from '../settings.ts';
import { met, table } from '../table.ts';
import type { RouteBytes } from './bytes.ts';
import type { Web } from './measure.ts';
import type { Paint, Painting } from './painting.ts';
import { frameMs, type Scrolling } from './scrolling.ts';

/**
 * The targets: bytes of a page and of all scripts, paint time relative to the bare page, layout shift, late
 * frames, memory.
 */
const asked = { bytes: 150_000, scripts: 400_000, ratio: 2, shift: 0.02, late: 0.01, heapMb: 150 };

export const webText = ({
  rounds,
  webRows,
}: Settings): string => `\`npm run bench -- web\` measures and prints only this section, in headless Chromium. Sizes are
the bytes transferred, including headers and API responses, from the time a signed-in user opens a page with an empty
cache until the page is idle.

Pages are painted with a CPU slowed down 4 times, Chromium's network profile Fast 4G (9 Mbit/s, 165 ms) and an empty
cache, in ${rounds} rounds that alternate with the bare page (\`server/bench/web/bare/\`). The bare page uses only React, is built
with the same Vite, compressed, and served from the API's origin. Its document contains the token, whereas the console
first loads the session and the user's permissions; the bare page fetches and prints one response. The ratio is the
median of the rounds' ratios of the time to the largest paint; the layout shift is the sum of all shifts.

A list of ${webRows} offers (\`BENCH_WEB_ROWS\`) is scrolled down and up, by 500 pixels in each frame; only frames in
which the list moved are counted. Memory is the JavaScript heap after a garbage collection.`;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The tables of the console in a browser. */
export const webTables = (web: Web | undefined): string =>
  web
    ? `Chromium ${web.chromium}\n\n${bytesTable(web.routes, web.scripts)}\n\n${paintTable(web.paintings)}\n\n${scrollTable(web.scrolling)}`
    : 'Not measured, as Chromium was not installed.';

const bytesTable = (routes: readonly RouteBytes[], scripts: number): string =>
  table(
    ['sent until idle', 'gzip', 'target', 'met'],
    [
      ...routes.map(({ route, bytes }) =>
        bytes === undefined
          ? [`\`${route}\``, 'no example', kB(asked.bytes), '']
          : [`\`${route}\``, kB(bytes), kB(asked.bytes), met(bytes <= asked.bytes)],
      ),
      ['all scripts', kB(scripts), kB(asked.scripts), met(scripts <= asked.scripts)],
    ],
  );

const of = (paints: readonly Paint[], key: keyof Paint): number => median(paints.map((paint) => paint[key]));
const ms = (value: number) => `${value.toFixed(0)} ms`;

const paintTable = (paintings: readonly Painting[]): string =>
  table(
    ['', 'bare', 'console', 'ratio', 'target', 'met'],
    paintings.flatMap(({ page, own, bare }) => {
      const ratioOf = (key: 'largestMs' | 'shownMs') =>
        median(own.map((paint, round) => paint[key] / (bare[round]?.[key] ?? Number.NaN)));
      const [ratio, shift] = [ratioOf('largestMs'), of(own, 'shift')];
      const both = (key: 'largestMs' | 'shownMs') => [ms(of(bare, key)), ms(of(own, key))];
      return [
        [
          `${page}: largest paint`,
          ...both('largestMs'),
          ratio.toFixed(2),
          asked.ratio.toFixed(1),
          met(ratio <= asked.ratio),
        ],
        [`${page}: response shown`, ...both('shownMs'), ratioOf('shownMs').toFixed(2), '', ''],
        [
          `${page}: layout shift`,
          of(bare, 'shift').toFixed(3),
          shift.toFixed(3),
          '',
          `${asked.shift}`,
          met(shift <= asked.shift),
        ],
      ];
    }),
  );

function scrollTable({ rows, frames, late, seconds, frameCpuMs, startHeapMb, heapMb }: Scrolling): string {
  const share = late / frames;
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  return table(
    ['', 'measured', 'target', 'met'],
    [
      [
        `${rows} offers down and up: frames over ${frameMs} ms, of ${frames} in ${seconds.toFixed(0)} s`,
        percent(share),
        percent(asked.late),
        met(share <= asked.late),
      ],
      ['CPU time of a frame', `${frameCpuMs.toFixed(1)} ms`, '', ''],
      ['memory before', `${startHeapMb.toFixed(1)} MB`, '', ''],
      ['memory after', `${heapMb.toFixed(1)} MB`, `${asked.heapMb} MB`, met(heapMb <= asked.heapMb)],
    ],
  );
}
