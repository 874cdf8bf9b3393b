import { median } from '../median.ts';
import type { Settings } from '../settings.ts';
import { met, table } from '../table.ts';
import type { RouteBytes } from './bytes.ts';
import type { Web } from './measure.ts';
import type { Paint, Painting } from './painting.ts';
import { frameMs, type Scrolling } from './scrolling.ts';

/** The most of a page and of all scripts in bytes; of a painting to a bare one, of what moves, of late frames, of memory. */
const asked = { bytes: 150_000, scripts: 400_000, ratio: 2, shift: 0.02, late: 0.01, heapMb: 150 };

export const webText = ({
  rounds,
  webRows,
}: Settings): string => `\`npm run bench -- web\` measures these alone, and prints them, in Chromium without a window. Bytes are what is sent, headers
and answers of the API included, until a page is idle that was opened with an empty cache by somebody who has signed in.

Pages are painted with a processor 4 times slower and the network that Chromium's tools call Fast 4G (9 Mbit/s, 165 ms),
with an empty cache, in ${rounds} rounds that alternate with the bare page (\`server/bench/web/bare/\`): React alone, built by the same
Vite, compressed, from the origin of the API. It is given its token in its document, where the console finds out first who
has signed in and what the person may do; it fetches the one answer and prints it. The ratio is the median of the ratios of
each round, of the time to the largest paint; what has moved is the sum of all shifts of the layout.

${webRows} offers (\`BENCH_WEB_ROWS\`) are scrolled through down and up, each frame by 500 pixels; frames count in which the list
moved. Memory is what JavaScript uses after a collection.`;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The tables of the console in a browser. */
export const webTables = (web: Web | undefined): string =>
  web
    ? `Chromium ${web.chromium}\n\n${bytesTable(web.routes, web.scripts)}\n\n${paintTable(web.paintings)}\n\n${scrollTable(web.scrolling)}`
    : 'Not measured: there was no Chromium.';

const bytesTable = (routes: readonly RouteBytes[], scripts: number): string =>
  table(
    ['sent until idle', 'gzip', 'asked', 'met'],
    [
      ...routes.map(({ route, bytes }) =>
        bytes === undefined
          ? [`\`${route}\``, 'no example of it', kB(asked.bytes), '']
          : [`\`${route}\``, kB(bytes), kB(asked.bytes), met(bytes <= asked.bytes)],
      ),
      ['all scripts', kB(scripts), kB(asked.scripts), met(scripts <= asked.scripts)],
    ],
  );

const of = (paints: readonly Paint[], key: keyof Paint): number => median(paints.map((paint) => paint[key]));
const ms = (value: number) => `${value.toFixed(0)} ms`;

const paintTable = (paintings: readonly Painting[]): string =>
  table(
    ['', 'bare', 'console', 'ratio', 'asked', 'met'],
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
        [`${page}: answer shown`, ...both('shownMs'), ratioOf('shownMs').toFixed(2), '', ''],
        [
          `${page}: moved`,
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
    ['', 'measured', 'asked', 'met'],
    [
      [
        `${rows} offers down and up: of ${frames} frames in ${seconds.toFixed(0)} s, over ${frameMs} ms`,
        percent(share),
        percent(asked.late),
        met(share <= asked.late),
      ],
      ['processor time of a frame', `${frameCpuMs.toFixed(1)} ms`, '', ''],
      ['memory before', `${startHeapMb.toFixed(1)} MB`, '', ''],
      ['memory after', `${heapMb.toFixed(1)} MB`, `${asked.heapMb} MB`, met(heapMb <= asked.heapMb)],
    ],
  );
}
