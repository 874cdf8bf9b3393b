import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseUsage } from '../database/database.ts';
import { service } from '../version.ts';

/** Metrics of the service. Labels never contain organizations or identifiers. */
export type Telemetry = {
  registry: Registry;
  request(route: string, method: string, status: number, seconds: number): void;
  job(kind: string, outcome: string): void;
  delivery(channel: DeliveryChannel, outcome: DeliveryOutcome): void;
  /** Registers job kinds with a count of 0, so that the first run is an increase. */
  expectJobs(kinds: readonly string[]): void;
};

/** The channel of a delivery. */
export type DeliveryChannel = 'email' | 'webhook';
/** The outcome of an attempt: accepted, failed with a pending retry, or given up. */
export type DeliveryOutcome = 'done' | 'retry' | 'failed';
const channels: readonly DeliveryChannel[] = ['email', 'webhook'];
const outcomes: readonly DeliveryOutcome[] = ['done', 'retry', 'failed'];

/** The pending work of the whole installation. */
export type Backlog = {
  jobs: readonly { kind: string; waiting: number; oldestSeconds: number }[];
  /** Counts by name of the gauge. */
  pending: Readonly<Record<string, number>>;
};

export type TelemetrySources = {
  /** Reads the backlog; undefined while the database is unresponsive. */
  backlog: () => Promise<Backlog | undefined>;
  /** The names of the gauges of `Backlog.pending` and their help texts. */
  pending: Readonly<Record<string, string>>;
  usage: () => DatabaseUsage;
  /** Bytes of long responses that wait to be sent. */
  held: () => number;
  draining: () => boolean;
};

/**
 * The interval in milliseconds at which the event loop lag is sampled. Each sample wakes an idle process, so the
 * interval is long; the lag metrics include it.
 */
const loopLookMs = 50;

export function createTelemetry(sources: TelemetrySources): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopLookMs });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to process a request',
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
    help: 'Always 1; version of the program and of Node.js as labels',
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
  gauge('draining', '1 while the process shuts down, else 0', () => (draining() ? 1 : 0));
  gauge('answers_held_bytes', 'Bytes of long responses not yet sent (limit: LIST_MEMORY)', held);
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
  gauge('database_pool_connections', 'Open connections for transactions', () => usage().poolOpen);
  gauge('database_pool_in_use', 'Connections in use by a transaction', () => usage().poolInUse);
  gauge('database_pool_waiting', 'Transactions waiting for a connection', () => usage().poolWaiting);
  gauge('database_pipelines_in_use', 'Shared connections executing a batch', () => usage().pipelinesInUse);
  gauge(
    'database_pipelines_waiting',
    'Batches waiting for a shared connection',
    () => usage().pipelinesWaiting,
  );
}

/**
 * Registers the gauges of the whole installation. A value that cannot be read is NaN or absent, because a stale value
 * would hide the problem.
 */
function gaugesOfTheInstallation(
  registry: Registry,
  { backlog, pending }: TelemetrySources,
  jobKinds: ReadonlySet<string>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'database_up',
    help: '1 if the database responds, else 0',
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
  byKind('jobs_waiting', 'Jobs that are ready and not running', (job) => job?.waiting ?? 0);
  byKind(
    'job_oldest_waiting_seconds',
    'Seconds since the oldest waiting job became ready',
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
