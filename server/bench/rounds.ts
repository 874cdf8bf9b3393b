import type { Driven, LoadOrder } from './load.ts';
import { median, quantile, ratiosOf } from './page.ts';
import { startStopwatch } from './processes.ts';
import type { Service } from './world.ts';

export type Round = {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  programUs: number;
  databaseUs: number;
};

export const say = (line: string) => process.stdout.write(`${line}\n`);

type Loaded = Pick<Service, 'port' | 'pid' | 'database' | 'load'>;
type Order = LoadOrder extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'port' | 'run'>
    : never
  : never;

/** Number of rounds so far, which makes the bodies and identifiers of each round unique. */
let runs = 0;

/**
 * Runs one round of one side. Speed and processor time are per item, with `items` items in each request.
 * @throws when a response is not a success, because the speed would be meaningless
 */
export async function runLoad(
  { port, pid, database, load }: Loaded,
  order: Order,
  items = 1,
): Promise<Round> {
  const busy = await startStopwatch(database, pid);
  const { seconds, times, failures } = await load.ask<Driven>({ ...order, port, run: ++runs });
  const [requests, [failure]] = [times.length, failures];
  if (failure)
    throw new Error(`${failure.count} of ${requests} responses were ${failure.status}:\n${failure.sample}`);
  if (requests === 0) throw new Error('there were no responses');
  const { program, database: databaseUs } = await busy(requests * items);
  const values = [...times];
  const [p50Ms, p99Ms] = [quantile(values, 0.5), quantile(values, 0.99)];
  return { requests, perSecond: (requests * items) / seconds, p50Ms, p99Ms, programUs: program, databaseUs };
}

/** Runs two sides in each round; the first side of a round alternates. */
export async function alternate<Side extends string, Result>(
  name: string,
  rounds: number,
  sides: readonly [Side, Side],
  run: (side: Side, round: number) => Promise<Result>,
  shown: (result: Result) => number | string,
): Promise<Record<Side, Result[]>> {
  const [one, other] = sides;
  const results = { [one]: [], [other]: [] } as unknown as Record<Side, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      results[side].push(await run(side, round));
    const texts = sides.map((side) => `${side} ${shown(results[side][round] as Result)}`);
    say(`${name} ${round + 1}/${rounds}: ${texts.join(', ')}`);
  }
  return results;
}

/** The median of a value of all rounds. */
export const of = <Key extends string>(rounds: readonly Record<Key, number>[], key: Key): number =>
  median(rounds.map((round) => round[key]));

/** The ratios of a value of two sides in each round. */
export const ratios = <Key extends string>(
  own: readonly Record<Key, number>[],
  other: readonly Record<Key, number>[],
  key: Key,
): number[] =>
  ratiosOf(
    own.map((round) => round[key]),
    other.map((round) => round[key]),
  );
