import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../bundled.ts';
import { type Chance, chanceOf, countOf } from '../seeded.ts';
import { connected, type Side, startService, type World } from './world.ts';

/** The random histories of a marketplace: its local service, actions, faults, and the comparison at the end. */
export type Histories<S extends Side, Work> = {
  /** Number of actions of a history. */
  acts: number;
  startSide(chance: Chance): Promise<S>;
  /** Prepares the connected organization. */
  prepare?(world: World<S>): Promise<void>;
  /** Creates random actions. `acknowledged` has the operations whose effects must exist in the end. */
  createLife(world: World<S>): Life<Work>;
  createFaults(world: World<S>): Faults;
  /** Requires that both sides agree, without duplicates, losses or permanent waits. */
  reconcile(world: World<S>, acknowledged: Work): Promise<void>;
};

type Life<Work> = {
  acknowledged: Work;
  /** Performs an action and returns its description. */
  act(): Promise<string>;
  /** Returns the time until the next action. */
  pauseMs(): number;
  /** Performs the actions that buyers owe after all faults. */
  conclude?(): Promise<void>;
};

export type Faults = {
  /** Injects a fault and returns its description. */
  begin(): string;
  /** Ends all lasting faults; pending faults of single calls are kept. */
  mend(): Promise<void>;
  /** Ends all faults. */
  endAll(): Promise<void>;
};

/**
 * Without a first seed, the seeds are fixed, so that runs are comparable between changes. Before a release, use
 * 200 seeds from 1.
 */
const usualSeed = 1000;
/**
 * For one of this number of seeds, the service runs as a separate process that is killed; otherwise it runs
 * in this process.
 */
const apartEvery = 8;

/** Executes one seed: a seller’s history with faults, and the comparison of its result. */
async function play<S extends Side, Work>(
  histories: Histories<S, Work>,
  chance: Chance,
  bundle: string | undefined,
): Promise<string> {
  const side = await histories.startSide(chance);
  const started = await startService(side, { chance, bundle });
  const history: string[] = [];
  try {
    const world: World<S> = { ...side, ...started, ...(await connected(side, started)) };
    await histories.prepare?.(world);
    const [life, faults] = [histories.createLife(world), histories.createFaults(world)];
    // Most seeds disable the reconciliation that replaces lost notifications.
    const looks = chance.below(4) === 0;
    if (!looks) await world.looksPeriodically(false);
    for (let turn = 0; turn < histories.acts; turn++) {
      if (chance.below(3) === 0) await faults.mend();
      if (chance.below(3) > 0) history.push(faults.begin());
      history.push(await life.act());
      const pauseMs = life.pauseMs();
      history.push(`${pauseMs / 1000} s`);
      await world.go(pauseMs);
    }
    await faults.endAll();
    await life.conclude?.();
    await world.comeToRest();
    await histories.reconcile(world, life.acknowledged);
    return `${history.length} steps, ${world.kills()} kills${looks ? ', with looks' : ''}`;
  } catch (error) {
    console.log(`seed ${chance.seed} failed after: ${history.join(', ')}`);
    throw error;
  } finally {
    await started.end().catch(() => {});
    await side.service.stop();
    await started.database.drop();
  }
}

/**
 * Defines the test of a marketplace’s histories. The environment variables `<NAME>_FAULT_SEED` and
 * `<NAME>_FAULT_SEEDS` select the first seed and their number.
 */
export function testHistories<S extends Side, Work>(
  { title, name, file }: { title: string; name: string; file: string },
  histories: Histories<S, Work>,
): void {
  const seeds = countOf(`${name}_FAULT_SEEDS`, 3);
  let bundle: Awaited<ReturnType<typeof bundleProgram>>;
  beforeAll(async () => {
    bundle = await bundleProgram('server/test/slow/faults/program.ts');
  });
  afterAll(() => bundle.remove());
  test(
    `${seeds} ${title}`,
    async () => {
      const first = Number(process.env[`${name}_FAULT_SEED`] || usualSeed);
      const failures: string[] = [];
      for (let seed = first; seed < first + seeds; seed++) {
        const isApart = seed % apartEvery === 1;
        const end = await play(histories, chanceOf(seed), isApart ? bundle.file : undefined).catch(
          (error: Error) => {
            failures.push(
              `${error.message}\nAgain: ${name}_FAULT_SEED=${seed} ${name}_FAULT_SEEDS=1 npm test -- ` +
                `--config vitest.slow.config.ts server/test/slow/${file}`,
            );
            return `FAILED: ${error.message}`;
          },
        );
        console.log(`seed ${seed}${isApart ? ' apart' : ''}: ${end}`);
      }
      expect(failures).toEqual([]);
    },
    900_000 + seeds * 120_000,
  );
}
