import { type Idle, rateOf, type SalesRounds } from './sales.ts';
import { met, table } from './table.ts';

/** The table of whole sales: their speed, their cost, and the cost of an idle program. */
export function salesTable({ bursts, rates, bareRate, idle, idleAfter, beside }: SalesRounds): string {
  const [first] = bursts;
  const costOf = (index: number) => {
    const { program, database } = bursts[index]?.processorUs ?? { program: Number.NaN, database: Number.NaN };
    return program + database;
  };
  const rate = first ? rateOf(first) : Number.NaN;
  const growth = costOf(bursts.length - 1) / costOf(0);
  return table(
    ['', 'measured', 'target', 'met'],
    [
      ...bursts.flatMap(({ offers, acceptedMs, publishedMs, dispatchedMs, commits, processorUs }) => [
        [
          `a burst of ${offers}: accepted, published, dispatched after`,
          times(acceptedMs, publishedMs, dispatchedMs),
          '',
          '',
        ],
        [
          'each: commits, CPU time of program and database',
          costs(commits, processorUs),
          '10 commits',
          met(commits <= 10),
        ],
      ]),
      [
        `offers of a burst of ${first?.offers} published per second (${rates.map((each) => each.toFixed(0)).join(', ')})`,
        rate.toFixed(0),
        '100',
        met(rate >= 100),
      ],
      [
        'the same, relative to the bare handler in such a burst after a fresh start',
        `${(rate / bareRate).toFixed(2)} of ${bareRate.toFixed(0)}`,
        '',
        '',
      ],
      [
        'CPU time of an offer, larger burst relative to smaller',
        growth.toFixed(2),
        '1.2',
        met(growth <= 1.2),
      ],
      ['`GET` of an offer beside a burst, p99', `${beside.besideP99Ms.toFixed(1)} ms`, '', ''],
      ['the same alone', `${beside.aloneP99Ms.toFixed(1)} ms`, '', ''],
      [
        `idle ${idle.afterSeconds} s after a start: fraction of a core`,
        shareOf(idle),
        '1 %',
        met(idle.processorShare <= 0.01),
      ],
      [`the same ${idleAfter.afterSeconds} s after a burst`, shareOf(idleAfter), '', ''],
      ['idle: commits per second', idle.commitsPerSecond.toFixed(1), '2', met(idle.commitsPerSecond <= 2)],
    ],
  );
}

const shareOf = ({ processorShare }: Idle) => `${(processorShare * 100).toFixed(1)} %`;
const times = (...ms: readonly number[]) => ms.map((each) => `${(each / 1000).toFixed(1)} s`).join(', ');
const costs = (commits: number, { program, database }: { program: number; database: number }) =>
  `${commits.toFixed(1)}, ${(program / 1000).toFixed(1)} ms, ${(database / 1000).toFixed(1)} ms`;
