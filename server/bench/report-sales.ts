import { type Idle, rateOf, type SalesRounds } from './sales.ts';
import { met, table } from './table.ts';

/** A whole sale: how fast, what it costs, and what the program costs when there is none. */
export function salesTable({ bursts, rates, bareRate, idle, idleAfter, beside }: SalesRounds): string {
  const [first] = bursts;
  const costOf = (index: number) => {
    const { program, database } = bursts[index]?.processorUs ?? { program: Number.NaN, database: Number.NaN };
    return program + database;
  };
  const rate = first ? rateOf(first) : Number.NaN;
  const growth = costOf(bursts.length - 1) / costOf(0);
  return table(
    ['', 'measured', 'asked', 'met'],
    [
      ...bursts.flatMap(({ offers, acceptedMs, publishedMs, dispatchedMs, commits, processorUs }) => [
        [
          `a burst of ${offers}: accepted, published, dispatched after`,
          times(acceptedMs, publishedMs, dispatchedMs),
          '',
          '',
        ],
        [
          'each: commits, processor time of program and database',
          costs(commits, processorUs),
          '10 commits',
          met(commits <= 10),
        ],
      ]),
      [
        `offers of a burst of ${first?.offers} published a second (${rates.map((each) => each.toFixed(0)).join(', ')})`,
        rate.toFixed(0),
        '100',
        met(rate >= 100),
      ],
      [
        'the same, to what the bare handler writes a second of such a burst, just started as well',
        `${(rate / bareRate).toFixed(2)} of ${bareRate.toFixed(0)}`,
        '',
        '',
      ],
      [
        'processor time of each in the larger burst, to the smaller',
        growth.toFixed(2),
        '1.2',
        met(growth <= 1.2),
      ],
      ['`GET` of an offer beside a burst, p99', `${beside.besideP99Ms.toFixed(1)} ms`, '', ''],
      ['the same alone', `${beside.aloneP99Ms.toFixed(1)} ms`, '', ''],
      [
        `${idle.afterSeconds} s after a start, with nothing to do: of a core`,
        shareOf(idle),
        '1 %',
        met(idle.processorShare <= 0.01),
      ],
      [`the same ${idleAfter.afterSeconds} s after a burst`, shareOf(idleAfter), '', ''],
      [
        'with nothing to do: commits a second',
        idle.commitsPerSecond.toFixed(1),
        '2',
        met(idle.commitsPerSecond <= 2),
      ],
    ],
  );
}

const shareOf = ({ processorShare }: Idle) => `${(processorShare * 100).toFixed(1)} %`;
const times = (...ms: readonly number[]) => ms.map((each) => `${(each / 1000).toFixed(1)} s`).join(', ');
const costs = (commits: number, { program, database }: { program: number; database: number }) =>
  `${commits.toFixed(1)}, ${(program / 1000).toFixed(1)} ms, ${(database / 1000).toFixed(1)} ms`;
