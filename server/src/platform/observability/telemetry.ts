import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseUsage } from '../database/database.ts';
import { service } from '../version.ts';

/** The metrics of the program. No organization and no identifier ever becomes a label. */
export type Telemetry = {
  registry: Registry;
  request(route: string, method: string, status: number, seconds: number): void;
  job(kind: string, outcome: string): void;
  delivery(channel: DeliveryChannel, outcome: DeliveryOutcome): void;
  /** What has not happened yet is 0, and not absent: its first time is seen to grow. */
  expectJobs(kinds: readonly string[]): void;
};

/** The way by which something was sent. */
export type DeliveryChannel = 'email' | 'webhook';
/** Taken; not taken, and tried again later; given up. */
export type DeliveryOutcome = 'done' | 'retry' | 'failed';
const channels: readonly DeliveryChannel[] = ['email', 'webhook'];
const outcomes: readonly DeliveryOutcome[] = ['done', 'retry', 'failed'];

/** The work that waits, in the whole installation. */
export type Backlog = {
  jobs: readonly { kind: string; waiting: number; oldestSeconds: number }[];
  /** By the name of its gauge. */
  pending: Readonly<Record<string, number>>;
};

export type TelemetrySources = {
  /** Nothing while the database does not answer. */
  backlog: () => Promise<Backlog | undefined>;
  /** The gauges of `Backlog.pending`, and what they count. */
  pending: Readonly<Record<string, string>>;
  usage: () => DatabaseUsage;
  /** How many bytes of long answers wait to be taken. */
  held: () => number;
  draining: () => boolean;
};

/**
 * How often the lag of the event loop is looked at, in milliseconds: each look wakes a process that has nothing to do.
 * The metrics of the lag have this time in them.
 */
const loopLookMs = 50;

export function createTelemetry(sources: TelemetrySources): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopLookMs });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Jobs run, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'deliveries_total',
    help: 'Attempts to send a mail or a webhook, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  });
  for (const channel of channels) for (const outcome of outcomes) deliveries.inc({ channel, outcome }, 0);
  const jobKinds = new Set<string>();
  gaugesOfTheProcess(registry, sources);
  gaugesOfTheInstallation(registry, sources, jobKinds);
  return {
    registry,
    request: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    job: (kind, outcome) => jobs.inc({ kind, outcome }),
    delivery: (channel, outcome) => deliveries.inc({ channel, outcome }),
    expectJobs: (kinds) => {
      for (const kind of kinds) {
        jobKinds.add(kind);
        for (const outcome of outcomes) jobs.inc({ kind, outcome }, 0);
      }
    },
  };
}

function gaugesOfTheProcess(registry: Registry, { usage, held, draining }: TelemetrySources): void {
  const registers = [registry];
  const build = new Gauge({
    name: 'tradepost_build_info',
    help: 'Always 1: which program this is',
    labelNames: ['version', 'node'],
    registers,
  });
  build.set({ version: service.version, node: process.version }, 1);
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('draining', '1 once the process was told to end', () => (draining() ? 1 : 0));
  gauge('answers_held_bytes', 'Of LIST_MEMORY, what long answers take until they were sent', held);
  const counter = (name: string, help: string, value: () => number) => {
    let shown = 0;
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.inc(value() - shown);
        shown = value();
      },
    });
  };
  counter('database_transactions_total', 'Transactions begun', () => usage().transactions);
  counter('database_statements_total', 'Statements sent in transactions', () => usage().statements);
  gauge('database_pool_connections', 'Connections for transactions that are open', () => usage().poolOpen);
  gauge('database_pool_in_use', 'Connections for transactions that have one', () => usage().poolInUse);
  gauge('database_pool_waiting', 'Transactions that wait for a connection', () => usage().poolWaiting);
  gauge('database_pipelines_in_use', 'Shared connections with a batch', () => usage().pipelinesInUse);
  gauge('database_pipelines_waiting', 'Batches behind another one', () => usage().pipelinesWaiting);
}

/**
 * Registers the gauges of the whole installation. What cannot be read is not a number, or absent: an old one would look
 * as if all were well.
 */
function gaugesOfTheInstallation(
  registry: Registry,
  { backlog, pending }: TelemetrySources,
  jobKinds: ReadonlySet<string>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'database_up',
    help: '1 when the database answered, 0 when not',
    registers,
    async collect() {
      this.set((await backlog()) ? 1 : 0);
    },
  });
  const byKind = (name: string, help: string, value: (job: Backlog['jobs'][number] | undefined) => number) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['kind'],
      async collect() {
        const known = await backlog();
        this.reset();
        if (!known) return;
        const jobs = new Map(known.jobs.map((job) => [job.kind, job]));
        for (const kind of new Set([...jobKinds, ...jobs.keys()])) this.set({ kind }, value(jobs.get(kind)));
      },
    });
  byKind('jobs_waiting', 'Jobs that are ready and that nobody runs', (job) => job?.waiting ?? 0);
  byKind(
    'job_oldest_waiting_seconds',
    'For how long the oldest of them has been ready',
    (job) => job?.oldestSeconds ?? 0,
  );
  for (const [name, help] of Object.entries(pending))
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await backlog())?.pending[name] ?? Number.NaN);
      },
    });
}
