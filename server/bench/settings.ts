import path from 'node:path';

/** The requests that the bare handler answers too. */
const compared = ['term', 'offer', 'create'] as const;
type ComparedTarget = (typeof compared)[number];
/** What is measured of usage. */
const usageParts = ['reports', 'growth', 'run'] as const;
type UsagePart = (typeof usageParts)[number];

/** The settings of a run, which the environment may change; as they are, a run takes about ten minutes. */
export type Settings = {
  /** Seconds of one round of one side. */
  seconds: number;
  rounds: number;
  /** Offers, and as many entitlements with a term each. */
  rows: number;
  organizations: number;
  /** Rows of each list whose pages are measured. */
  listRows: number;
  connections: number;
  memorySeconds: number;
  starts: number;
  /** Requests that each side answers before it is measured. */
  warmUp: number;
  /** The requests that are compared with the bare handler. */
  targets: readonly ComparedTarget[];
  /** How many offers each burst of whole sales has. */
  bursts: readonly number[];
  /** How long a program that has nothing to do is watched. */
  idleSeconds: number;
  usageParts: readonly UsagePart[];
  /** Groups in a report whose speed is compared; 0 is the operation that reports a single one. */
  usageSizes: readonly number[];
  /** Groups that are stored where a large store is measured. */
  usageRows: number;
  /** Groups that a run settles. */
  usageGroups: number;
  output: string;
  /** A folder for a CPU profile of the program. */
  profile: string | undefined;
  /** The variables that were given, to be shown with the command. */
  given: Record<string, string>;
};

export function readSettings(variables: Record<string, string | undefined>, root: string): Settings {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables))
    if (name.startsWith('BENCH_') && value) given[name] = value;
  const number = (name: string, usual: number): number => {
    const value = given[name] === undefined ? usual : Number(given[name]);
    if (!(value > 0)) throw new Error(`${name} must be a number greater than 0`);
    return value;
  };
  return {
    seconds: number('BENCH_SECONDS', 3),
    rounds: number('BENCH_ROUNDS', 6),
    rows: number('BENCH_ROWS', 100_000),
    organizations: 100,
    listRows: number('BENCH_LIST_ROWS', 1_000_000),
    connections: number('BENCH_CONNECTIONS', 48),
    memorySeconds: number('BENCH_MEMORY_SECONDS', 60),
    starts: number('BENCH_STARTS', 3),
    warmUp: number('BENCH_WARM_UP', 10_000),
    targets: chosen('BENCH_TARGETS', given.BENCH_TARGETS, compared),
    bursts: [number('BENCH_BURST', 400), 4 * number('BENCH_BURST', 400)],
    idleSeconds: number('BENCH_IDLE_SECONDS', 20),
    usageParts: chosen('BENCH_USAGE', given.BENCH_USAGE, usageParts),
    usageSizes: chosen('BENCH_USAGE_SIZES', given.BENCH_USAGE_SIZES, ['1000', '100', '0']).map(Number),
    usageRows: number('BENCH_USAGE_ROWS', 1_000_000),
    usageGroups: number('BENCH_USAGE_GROUPS', 1_000_000),
    output: path.resolve(root, given.BENCH_OUTPUT ?? 'docs/performance.md'),
    profile: given.BENCH_PROFILE ? path.resolve(root, given.BENCH_PROFILE) : undefined,
    given,
  };
}

/** @throws when a name is none of those that there are */
function chosen<T extends string>(
  variable: string,
  names: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (names === undefined) return all;
  return names.split(',').map((name) => {
    const found = all.find((each) => each === name);
    if (!found) throw new Error(`${variable} may name ${all.join(', ')}`);
    return found;
  });
}
