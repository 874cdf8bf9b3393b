import { randomInt } from 'node:crypto';
import { afterEach } from 'vitest';

/** Chance that can be had again: the same seed gives the same numbers. */
export type Chance = {
  seed: number;
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
};

/**
 * The chance of a file of tests, to be made outside of them. The seed is SEED of the environment, else a new one. It is
 * printed, and after a test that fails with the command that runs the file again with the same seed and counts.
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

/** The chance of a seed that is known. */
export function chanceOf(seed: number): Chance {
  const below = generator(seed);
  return { seed, below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** The variables that decide how much is done. */
const counted = new Set<string>();

/** How often, by a variable of the environment. */
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
