import path from 'node:path';

/**
 * The numbers of a run. An environment variable changes each of them: `BENCH_LIST_ROWS` sets `listRows`. With these
 * numbers, a run takes about an hour.
 */
const usual = {
  /** Seconds of one round of one side. */
  seconds: 3,
  rounds: 6,
  /** Offers, and entitlements with a term each, of the compared requests. */
  rows: 100_000,
  /** Rows of each list, and revenue records of a report. */
  listRows: 1_000_000,
  connections: 48,
  memorySeconds: 60,
  starts: 3,
  /** Requests that each side processes before the measurement. */
  warmUp: 10_000,
  /** Offers in the smaller burst of whole sales; the larger burst has four times as many. */
  burst: 400,
  /** Duration of watching an idle program, and the pause before. */
  idleSeconds: 20,
  settleSeconds: 60,
  /** Record groups in the large store, and record groups that a run settles. */
  usageRows: 1_000_000,
  usageGroups: 1_000_000,
  /** Usage entries that are billed, and the number of direct sales that have them. */
  billingLines: 1_000_000,
  billingInvoices: 1000,
  /** Invoice documents that are requested in a round. */
  documents: 500,
  passages: 100_000,
  /** Offers that are imported, with as many agreements. */
  importRows: 10_000,
  /** Queues that are read, seconds of watching quiet queues, and acceptances that queues deliver. */
  queues: 500,
  queueSeconds: 60,
  events: 400,
  /** Usage rows that one organization reads or sends while another is measured. */
  fairnessRows: 54_500,
  /** Offers that are scrolled through in the console. */
  webRows: 100_000,
};

export type Settings = typeof usual & {
  output: string;
  /** A folder for CPU profiles of the program. */
  profile: string | undefined;
  /** The variables that were set, as before a command. */
  given: string;
};

export function readSettings(variables: Record<string, string | undefined>, root: string): Settings {
  const read = Object.entries(usual).map(([name, number]) => {
    const variable = `BENCH_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
    const value = Number(variables[variable] || number);
    if (!(value > 0)) throw new Error(`${variable} must be a number greater than 0`);
    return [name, value];
  });
  const { BENCH_OUTPUT: output, BENCH_PROFILE: profile } = variables;
  const given = Object.entries(variables).filter(([name, value]) => name.startsWith('BENCH_') && value);
  return {
    ...(Object.fromEntries(read) as typeof usual),
    output: path.resolve(root, output || 'docs/performance.md'),
    profile: profile ? path.resolve(root, profile) : undefined,
    given: given.map(([name, value]) => `${name}=${value} `).join(''),
  };
}
