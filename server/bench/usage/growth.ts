import type { Round } from '../rounds.ts';
import { type Ground, runUsage, type Side, withProgram } from './taking.ts';
import { copyDatabase, databaseOf, dropDatabases, storeGroups } from './world.ts';

/** Batches of a thousand on a small store, beside the same batches on a large store. */
export type Growth = {
  ids: 'ordered' | 'random';
  fewRows: number;
  manyRows: number;
  few: Round[];
  many: Round[];
  /** Bytes of write-ahead log for each group. */
  fewBytes: number[];
  manyBytes: number[];
};

const fewRows = 10_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures the cost of a large store, with identifiers ordered by time and with random identifiers. */
export async function measureGrowth(
  ground: Ground,
  connectionString: string,
  template: string,
): Promise<Growth[]> {
  const results: Growth[] = [];
  for (const ids of ground.settings.usageIds) {
    const names = { few: `usage_few_${ids}`, many: `usage_many_${ids}` };
    for (const name of Object.values(names)) await copyDatabase(connectionString, template, name);
    const growth: Growth = {
      ids,
      fewRows,
      manyRows: ground.settings.usageRows,
      few: [],
      many: [],
      fewBytes: [],
      manyBytes: [],
    };
    say(`Storing ${growth.manyRows} groups with ${ids} identifiers …`);
    const [few, many] = [databaseOf(connectionString, names.few), databaseOf(connectionString, names.many)];
    await fill(ground, few, ids, fewRows);
    await fill(ground, many, ids, growth.manyRows);
    await withProgram(ground, few, 'serve', (fewSide) =>
      withProgram(ground, many, 'serve', (manySide) =>
        alternate(ground, { few: fewSide, many: manySide }, growth, () => fill(ground, few, ids, fewRows)),
      ),
    );
    results.push(growth);
    await dropDatabases(connectionString, Object.values(names));
  }
  return results;
}

const fill = ({ sellers, rows }: Ground, connectionString: string, ids: Growth['ids'], count: number) =>
  storeGroups(connectionString, {
    organizationIds: sellers.map(({ id }) => id),
    entitlements: Math.floor(rows / sellers.length),
    rows: count,
    ids,
    isSettled: true,
  });

async function alternate(
  ground: Ground,
  sides: { few: Side; many: Side },
  growth: Growth,
  empty: () => Promise<void>,
): Promise<void> {
  const { seconds, rounds } = ground.settings;
  const run = async (side: 'few' | 'many', seed: number) => {
    if (side === 'few') await empty();
    // The first change of a page after a checkpoint logs the whole page, which is the cost of random
    // identifiers.
    await sides.many.database.query('CHECKPOINT');
    const from = await logPosition(sides.many);
    const round = await runUsage(ground, sides[side], { size: 1000, ids: growth.ids, seconds, seed });
    return { round, bytes: ((await logPosition(sides.many)) - from) / round.groups };
  };
  for (const side of ['few', 'many'] as const) await run(side, 1);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const side of order) {
      const ran = await run(side, 100 + round);
      growth[side].push(ran.round);
      growth[`${side}Bytes`].push(ran.bytes);
    }
    const [few, many] = [growth.few[round] as Round, growth.many[round] as Round];
    say(
      `${growth.ids} identifiers ${round + 1}/${rounds}: of ${growth.fewRows} ${few.perSecond.toFixed(0)}, of ${growth.manyRows} ` +
        `${many.perSecond.toFixed(0)} groups a second; us a group ${costOf(few).toFixed(1)} and ${costOf(many).toFixed(1)}; ` +
        `bytes of log ${growth.fewBytes[round]?.toFixed(0)} and ${growth.manyBytes[round]?.toFixed(0)}`,
    );
  }
}

/** Microseconds of processor time of program and database for a group. */
export const costOf = ({ processorUs = Number.NaN, databaseUs = Number.NaN }: Round): number =>
  processorUs + databaseUs;

async function logPosition({ database }: Side): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
  );
  return Number(rows[0]?.bytes);
}
