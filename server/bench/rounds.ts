import type pg from 'pg';
import type { Driven } from './drive.ts';
import type { LoadOrder } from './load.ts';
import { type Load, processorMs, type Running } from './processes.ts';
import type { Target, World } from './requests.ts';
import type { Settings } from './settings.ts';
import { startStopwatch } from './stopwatch.ts';

export type Round = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  processorUs: number | undefined;
  databaseUs?: number;
};
export type Comparison = { target: Target; bare: Round[]; own: Round[] };
export type Bench = {
  settings: Settings;
  world: World;
  load: Load;
  database: Pick<pg.Pool, 'query'>;
  /** Number of runs so far, which makes the bodies of each run unique. */
  runs: number;
  /** Acknowledged offers. */
  acknowledged: number;
};

/** Runs one round of one side. A failed request ends the whole run, because the speed would be meaningless. */
export async function runLoad(
  bench: Bench,
  server: Running,
  how: { target: Target; seed: number; seconds: number; requests?: number },
): Promise<Round & { requests: number }> {
  const { settings, world, load, database } = bench;
  const run = ++bench.runs;
  const order = { ...how, world, port: server.port, connections: settings.connections, run };
  const busy = await startStopwatch(database, server.pid);
  const round = await runOrder(load, server, how.target, order);
  if (how.target === 'create') bench.acknowledged += round.requests;
  const { database: databaseUs } = await busy(round.requests);
  return { ...round, databaseUs };
}

/** Runs a load order. @throws when a response is not a success */
export async function runOrder(
  load: Load,
  server: Running,
  name: string,
  order: LoadOrder,
): Promise<Round & { requests: number }> {
  const before = processorMs(server.pid);
  const driven = await load.run(order);
  const after = processorMs(server.pid);
  refuseFailures(name, driven);
  return {
    requests: driven.requests,
    perSecond: driven.requests / driven.seconds,
    p50Ms: driven.p50Ms,
    p99Ms: driven.p99Ms,
    processorUs:
      before === undefined || after === undefined ? undefined : ((after - before) * 1000) / driven.requests,
  };
}

function refuseFailures(name: string, { requests, failures }: Driven): void {
  if (requests === 0) throw new Error(`${name}: no responses`);
  const [first] = failures;
  if (first)
    throw new Error(
      `${name}: ${first.count} of ${requests} responses were ${first.status}, for example\n${first.sample}`,
    );
}

/**
 * Runs alternating rounds after a warm-up of each side with equally many requests; the first side of a round
 * alternates too.
 */
export async function compare(
  bench: Bench,
  target: Target,
  servers: { bare: Running; own: Running },
): Promise<Comparison> {
  const { seconds, rounds, warmUp } = bench.settings;
  const comparison: Comparison = { target, bare: [], own: [] };
  for (const side of ['bare', 'own'] as const)
    await runLoad(bench, servers[side], { target, seed: 1, seconds: 600, requests: warmUp });
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'own'] as const) : (['own', 'bare'] as const);
    for (const side of order)
      comparison[side].push(await runLoad(bench, servers[side], { target, seed: 100 + round, seconds }));
    const [bare, own] = [comparison.bare[round] as Round, comparison.own[round] as Round];
    process.stdout.write(
      `${target} ${round + 1}/${rounds}: bare ${bare.perSecond.toFixed(0)}, Tradepost ${own.perSecond.toFixed(0)} ` +
        `a second, ratio ${(own.perSecond / bare.perSecond).toFixed(2)}\n`,
    );
  }
  return comparison;
}
