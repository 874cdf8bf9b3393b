import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the program tells of itself. No organization and no identifier ever becomes a label. */
export type Telemetry = {
  registry: Registry;
  request(route: string, method: string, status: number, seconds: number): void;
  job(kind: string, outcome: string): void;
};

export function createTelemetry(): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  return {
    registry,
    request: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    job: (kind, outcome) => jobs.inc({ kind, outcome }),
  };
}
