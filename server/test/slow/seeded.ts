import { randomInt } from 'node:crypto';
import { afterEach } from 'vitest';

/** A reproducible random generator: a seed always results in the same numbers. */
export type Chance = {
  seed: number;
  /** Returns an integer from 0 to the limit (exclusive). */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

/**
 * Creates the random generator of a test file, outside of its tests. The seed is the environment variable
 * SEED or a new seed. The seed is printed; after a failing test, the command that repeats the file with this
 * seed and the same counts is printed.
 */
export function seededChance(suite: string): Chance {
  const seed = Number(process.env.SEED || randomInt(2 ** 31));
  console.log(`${suite}: SEED=${seed}`);
  afterEach(({ task }) => {
    if (task.result?.state !== 'fail') return;
    const counts = [...counted].filter((name) => process.env[name]);
    const variables = [`SEED=${seed}`, ...counts.map((name) => `${name}=${process.env[name]}`)].join(' ');
    console.log(
      `${suite} failed. Again: ${variables} npm test -- --config vitest.slow.config.ts ${task.file.name}`,
    );
  });
  return chanceOf(seed);
}

/** Creates the random generator of a given seed. */
export function chanceOf(seed: number): Chance {
  const below = generator(seed);
  return { seed, below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** The environment variables that determine the number of repeats. */
const counted = new Set<string>();

/** Returns a number of repeats from an environment variable. */
export function countOf(variable: string, usual: number): number {
  counted.add(variable);
  return Number(process.env[variable] || usual);
}

/** mulberry32 */
function generator(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
