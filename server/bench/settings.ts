import path from 'node:path';

/** The requests that the bare handler answers too. */
const compared = ['term', 'offer', 'create'] as const;
type ComparedTarget = (typeof compared)[number];

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
    targets: given.BENCH_TARGETS ? targetsIn(given.BENCH_TARGETS) : compared,
    bursts: [number('BENCH_BURST', 400), 4 * number('BENCH_BURST', 400)],
    idleSeconds: number('BENCH_IDLE_SECONDS', 20),
    output: path.resolve(root, given.BENCH_OUTPUT ?? 'docs/performance.md'),
    profile: given.BENCH_PROFILE ? path.resolve(root, given.BENCH_PROFILE) : undefined,
    given,
  };
}

/** @throws when one of them is not compared */
function targetsIn(names: string): readonly ComparedTarget[] {
  return names.split(',').map((name) => {
    const target = compared.find((each) => each === name);
    if (!target) throw new Error(`BENCH_TARGETS may name ${compared.join(', ')}`);
    return target;
  });
}
