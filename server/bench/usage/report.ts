import { median } from '../median.ts';
import type { Round } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { met, table } from '../table.ts';
import { costOf, type Growth } from './growth.ts';
import type { UsageRounds } from './measure.ts';
import type { RunRounds } from './run.ts';
import type { Taking } from './taking.ts';

/** Minimum ratio to the bare handler, by size; 0 for the operation that reports a single group. */
const asked: Readonly<Record<number, number>> = { 1000: 0.4, 100: 0.3, 0: 0.7 };
/** Target for batches of a thousand, in groups a second. */
const askedPerSecond = 10_000;
const askedGrowth = 1.5;
const askedRun = 3;
/** The statement timeout. */
const statementMs = 15_000;

type Key = 'perSecond' | 'p50Ms' | 'p99Ms' | 'processorUs' | 'databaseUs';
const of = (rounds: readonly Round[], key: Key): number =>
  median(rounds.map((round) => round[key] ?? Number.NaN));
const ratiosOf = <T>(own: readonly T[], other: readonly T[], value: (round: T) => number): number[] =>
  own.map((round, index) => value(round) / value(other[index] as T));
const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
const titleOf = (size: number) => (size === 0 ? 'single reports' : `batches of ${size}`);
const perGroup = (rounds: readonly Round[]) =>
  `${of(rounds, 'processorUs').toFixed(1)} + ${of(rounds, 'databaseUs').toFixed(1)}`;

const takingTable = (taking: readonly Taking[]): string =>
  table(
    ['', 'bare /s', 'Tradepost /s', 'ratio', 'lowest to highest', 'target', 'met'],
    taking.map(({ size, bare, own }) => {
      const each = ratiosOf(own, bare, ({ perSecond }) => perSecond);
      const [ratio, perSecond, least] = [median(each), of(own, 'perSecond'), asked[size] ?? 0];
      const isFast = size !== 1000 || perSecond >= askedPerSecond;
      return [
        titleOf(size),
        of(bare, 'perSecond').toFixed(0),
        perSecond.toFixed(0),
        ratio.toFixed(2),
        range(each),
        size === 1000 ? `${least} and ${askedPerSecond} /s` : String(least),
        met(ratio >= least && isFast),
      ];
    }),
  );

const timesTable = (taking: readonly Taking[]): string =>
  table(
    ['', 'p50 and p99 bare', 'p50 and p99 Tradepost', 'us a group, bare', 'us a group, Tradepost'],
    taking.map(({ size, bare, own }) => [
      titleOf(size),
      ...[bare, own].map(
        (rounds) => `${of(rounds, 'p50Ms').toFixed(1)} ms, ${of(rounds, 'p99Ms').toFixed(1)} ms`,
      ),
      perGroup(bare),
      perGroup(own),
    ]),
  );

const growthTable = (growth: readonly Growth[]): string =>
  table(
    [
      'identifiers',
      'stored',
      'us a group',
      'ratio',
      'lowest to highest',
      'ratio of time',
      'log a group',
      'target',
      'met',
    ],
    growth.flatMap(({ ids, fewRows, manyRows, few, many, fewBytes, manyBytes }) => {
      const each = ratiosOf(many, few, costOf);
      const ratio = median(each);
      // The ratio of time for a group, the inverse of speed.
      const slower = median(ratiosOf(few, many, ({ perSecond }) => perSecond));
      const isAsked = ids === 'ordered';
      const name = isAsked ? 'UUIDv7' : 'random';
      return [
        [name, String(fewRows), perGroup(few), '', '', '', bytesOf(fewBytes), '', ''],
        [
          name,
          String(manyRows),
          perGroup(many),
          ratio.toFixed(2),
          range(each),
          slower.toFixed(2),
          bytesOf(manyBytes),
          isAsked ? String(askedGrowth) : '',
          isAsked ? met(ratio <= askedGrowth) : '',
        ],
      ];
    }),
  );

const bytesOf = (values: readonly number[]) => `${median(values).toFixed(0)} B`;

function runTable({ groups, sums, rounds }: RunRounds): string {
  const ratios = rounds.map(({ ownMs, bareMs }) => ownMs / bareMs);
  const [ratio, longest] = [median(ratios), Math.max(...rounds.map(({ longestChunkMs }) => longestChunkMs))];
  return table(
    ['', 'measured', 'target', 'met'],
    [
      [
        `bare sum of ${groups} groups in ${sums} sums`,
        `${median(rounds.map(({ bareMs }) => bareMs)).toFixed(0)} ms`,
        '',
        '',
      ],
      ['the run', `${median(rounds.map(({ ownMs }) => ownMs)).toFixed(0)} ms`, '', ''],
      [
        'ratio, and lowest to highest',
        `${ratio.toFixed(2)}, ${range(ratios)}`,
        String(askedRun),
        met(ratio <= askedRun),
      ],
      ['the longest chunk', `${longest.toFixed(0)} ms`, `${statementMs} ms`, met(longest < statementMs)],
    ],
  );
}

/** The tables of usage: reporting speed, cost of a large store, and duration of a settlement. */
export const usageTables = ({ taking, growth, run }: UsageRounds): string =>
  [
    ...(taking.length > 0 ? [takingTable(taking), timesTable(taking)] : []),
    ...(growth.length > 0 ? [growthTable(growth)] : []),
    ...(run ? [runTable(run)] : []),
  ].join('\n\n');

/** The explanation of the figures of usage. */
export const usageText = ({ usageRows, usageGroups }: Settings): string =>
  `\`npm run bench -- usage\` measures and prints only this section; \`BENCH_USAGE=reports\`, \`growth\` or \`run\`
limits it to a part. Speed and CPU time (microseconds, program + database) are for one record group with two quantities. Batches arrive over 8
connections, single reports over as many as other requests, from 20 organizations with 100 entitlements each. For a batch,
the bare handler (\`server/bench/bare-usage.ts\`) runs one \`INSERT … SELECT FROM unnest(…) ON CONFLICT DO NOTHING\` into
a table with identifier, entitlement, time, keys and quantities, and serializes the groups with \`JSON.stringify\`. For
a single report, it writes the same rows as Tradepost to the same tables: identifier with hash, call, group, event.

The large store has ${usageRows} groups (\`BENCH_USAGE_ROWS\`; \`BENCH_USAGE_IDS=ordered\` omits random identifiers) in the same tables
with their indexes. Batches of 1000 are reported to this store and to a store of 10000 groups in alternating rounds,
each after a checkpoint. The ratio compares the CPU time. The run is the job \`metering.run\` over ${usageGroups} groups (\`BENCH_USAGE_GROUPS\`)
of one hour and 1000 entitlements, from its first claim to its end, compared with one statement that sums the same
groups by entitlement, hour and dimension.`;
