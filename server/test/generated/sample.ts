type Choice = { seed: number; share: number };

/**
 * Returns the cases of one part. The cases are distributed in turn over 1 / share parts, rounded, and the seed modulo
 * the number of parts selects one: with a share of 0.25, any four consecutive seeds run every case once, and twenty
 * runs with random seeds omit a given case with a probability of 0.3 %. CI runs all cases.
 */
export function partOf<T>(cases: readonly T[], { seed, share }: Choice): T[] {
  const parts = Math.round(1 / share);
  return cases.filter((_, index) => index % parts === seed % parts);
}

/** Reads a variable of the environment. An invalid value is an error, because it would silently skip cases. */
function numberOf(variable: string, isAllowed: (value: number) => boolean): number {
  const value = Number(process.env[variable] || 1);
  if (!isAllowed(value)) throw new Error(`${variable} cannot be ${process.env[variable]}`);
  return value;
}

/** Multiplier for the number of values per case. */
export const runs = numberOf('GENERATED_RUNS', (value) => value > 0);

/**
 * Seed that selects cases and values. `npm test` selects and prints a seed; vitest on a single file always
 * uses the same seed.
 */
export const seed = numberOf('GENERATED_SEED', (value) => Number.isSafeInteger(value) && value >= 0);

/** Fraction of the cases that a run tests. `npm test` sets a smaller fraction. */
export const share = numberOf('GENERATED_SHARE', (value) => value > 0 && value <= 1);

/** Returns the cases of this run. */
export const sampled = <T>(cases: readonly T[]): T[] => partOf(cases, { seed, share });
