import path from 'node:path';

/** The requests that the bare handler supports too. */
const compared = ['term', 'offer', 'create'] as const;
type ComparedTarget = (typeof compared)[number];
/** The parts of the usage measurement. */
const usageParts = ['reports', 'growth', 'run'] as const;
type UsagePart = (typeof usageParts)[number];
/** The order of record groups' identifiers: by time, or random. */
const usageIds = ['ordered', 'random'] as const;
type UsageIds = (typeof usageIds)[number];
/** The parts of the billing measurement. */
const billingParts = ['documents', 'drafts'] as const;
type BillingPart = (typeof billingParts)[number];

/**
 * The settings of a run, which environment variables may change. With the defaults, a run takes about ten
 * minutes.
 */
export type Settings = {
  /** Seconds of one round of one side. */
  seconds: number;
  rounds: number;
  /** Number of offers, and of entitlements with a term each. */
  rows: number;
  organizations: number;
  /** Rows of each list whose pages are measured. */
  listRows: number;
  connections: number;
  memorySeconds: number;
  starts: number;
  /** Requests that each side processes before the measurement. */
  warmUp: number;
  /** The requests that are compared with the bare handler. */
  targets: readonly ComparedTarget[];
  /** Offers in each burst of whole sales. */
  bursts: readonly [fewer: number, more: number];
  /** Duration of watching an idle program. */
  idleSeconds: number;
  /** The pause between a start or burst and watching the idle program. */
  settleSeconds: number;
  usageParts: readonly UsagePart[];
  /** Groups in a report that is compared; 0 for the operation that reports a single group. */
  usageSizes: readonly number[];
  /** Groups in the large store, and the order of their identifiers. */
  usageRows: number;
  usageIds: readonly UsageIds[];
  /** Groups that a run settles. */
  usageGroups: number;
  /** Usage entries that are billed, and the number of direct sales that have them. */
  billingLines: number;
  billingInvoices: number;
  /** Invoice documents that are requested in a round. */
  documents: number;
  /** Passages that are searched. */
  passages: number;
  /** Offers that are imported, with as many agreements. */
  importRows: number;
  /** Number of queues that are read, and duration of watching quiet queues in seconds. */
  queues: number;
  queueSeconds: number;
  /** Number of acceptances that queues deliver. */
  events: number;
  /** Usage rows that one organization reads or sends while another is measured. */
  fairnessRows: number;
  /** Offers that are scrolled through in the console. */
  webRows: number;
  billingParts: readonly BillingPart[];
  output: string;
  /** A folder for a CPU profile of the program. */
  profile: string | undefined;
  /** The variables that were set, to be shown with the command. */
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

/** Reads a list of names. @throws when a name is unknown */
function chosen<T extends string>(
  variable: string,
  names: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (names === undefined) return all;
  return names.split(',').map((name) => {
    const found = all.find((each) => each === name);
    if (!found) throw new Error(`${variable} may contain ${all.join(', ')}`);
    return found;
  });
}
