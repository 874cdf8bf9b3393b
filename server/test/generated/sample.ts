type Choice = { seed: number; share: number };

/**
 * The cases of one part. The cases are dealt out in turn to 1 / share parts, rounded, and the seed modulo the number of parts
 * chooses one: with a share of 0.25 any four consecutive seeds try every case once, and of twenty runs with random seeds
 * 0.3 % leave a given case out. CI tries all.
 */
export function partOf<T>(cases: readonly T[], { seed, share }: Choice): T[] {
  const parts = Math.round(1 / share);
  return cases.filter((_, index) => index % parts === seed % parts);
}

/** Reads a variable of the environment; a value that would silently try nothing is an error. */
function numberOf(variable: string, isAllowed: (value: number) => boolean): number {
  const value = Number(process.env[variable] || 1);
  if (!isAllowed(value)) throw new Error(`${variable} cannot be ${process.env[variable]}`);
  return value;
}

/** Times as many values for each case. */
export const runs = numberOf('GENERATED_RUNS', (value) => value > 0);

/** Decides which cases and values are tried. `npm test` chooses one and prints it; a single file run by vitest has always the same. */
export const seed = numberOf('GENERATED_SEED', (value) => Number.isSafeInteger(value) && value >= 0);

/** Share of the cases that a run tries. `npm test` sets a smaller one. */
export const share = numberOf('GENERATED_SHARE', (value) => value > 0 && value <= 1);

/** The cases that this run tries. */
export const sampled = <T>(cases: readonly T[]): T[] => partOf(cases, { seed, share });
