import path from 'node:path';

/** The requests that the bare handler answers too. */
const compared = ['term', 'offer', 'create'] as const;
type ComparedTarget = (typeof compared)[number];
/** What is measured of usage. */
const usageParts = ['reports', 'growth', 'run'] as const;
type UsagePart = (typeof usageParts)[number];
/** Identifiers of record groups: in the order of time, or random. */
const usageIds = ['ordered', 'random'] as const;
type UsageIds = (typeof usageIds)[number];
/** What is measured of billing. */
const billingParts = ['documents', 'drafts'] as const;
type BillingPart = (typeof billingParts)[number];

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
  bursts: readonly [fewer: number, more: number];
  /** How long a program that has nothing to do is watched. */
  idleSeconds: number;
  /** How long after a start or a burst that begins. */
  settleSeconds: number;
  usageParts: readonly UsagePart[];
  /** Groups in a report whose speed is compared; 0 is the operation that reports a single one. */
  usageSizes: readonly number[];
  /** Groups that are stored where a large store is measured, and their identifiers. */
  usageRows: number;
  usageIds: readonly UsageIds[];
  /** Groups that a run settles. */
  usageGroups: number;
  /** Entries of usage that are billed, and of how many direct sales they are. */
  billingLines: number;
  billingInvoices: number;
  /** Documents of invoices that are asked for in a round. */
  documents: number;
  /** Passages that are searched. */
  passages: number;
  /** Offers that are imported, and as many agreements. */
  importRows: number;
  /** Queues that are read, and for how many seconds that is watched while they are quiet. */
  queues: number;
  queueSeconds: number;
  /** Acceptances that queues tell of. */
  events: number;
  /** Rows of usage that one organization reads or sends while another is measured. */
  fairnessRows: number;
  /** Offers that are scrolled through in the console. */
  webRows: number;
  billingParts: readonly BillingPart[];
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
    settleSeconds: number('BENCH_SETTLE_SECONDS', 60),
    usageParts: chosen('BENCH_USAGE', given.BENCH_USAGE, usageParts),
    usageSizes: chosen('BENCH_USAGE_SIZES', given.BENCH_USAGE_SIZES, ['1000', '100', '0']).map(Number),
    usageRows: number('BENCH_USAGE_ROWS', 1_000_000),
    usageIds: chosen('BENCH_USAGE_IDS', given.BENCH_USAGE_IDS, usageIds),
    usageGroups: number('BENCH_USAGE_GROUPS', 1_000_000),
    billingLines: number('BENCH_BILLING_LINES', 1_000_000),
    billingInvoices: number('BENCH_BILLING_INVOICES', 1000),
    documents: number('BENCH_DOCUMENTS', 500),
    passages: number('BENCH_PASSAGES', 100_000),
    importRows: number('BENCH_IMPORT_ROWS', 10_000),
    queues: number('BENCH_QUEUES', 500),
    queueSeconds: number('BENCH_QUEUE_SECONDS', 60),
    events: number('BENCH_EVENTS', 400),
    fairnessRows: number('BENCH_FAIRNESS_ROWS', 54_500),
    webRows: number('BENCH_WEB_ROWS', 100_000),
    billingParts: chosen('BENCH_BILLING', given.BENCH_BILLING, billingParts),
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
