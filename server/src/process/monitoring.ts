import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { ofDatabase } from '../platform/database/statement.ts';
import { createMeasurement } from '../platform/observability/measurement.ts';
import { createTelemetry, type Telemetry } from '../platform/observability/telemetry.ts';
import type { Config } from '../platform/system/config.ts';
import { pendingGauges, readBacklog } from './backlog.ts';

export type Monitoring = {
  metricsToken: string | undefined;
  telemetry: Telemetry;
  /**
   * Returns true if the database responds and the process is not shutting down. A process starts only after migrations
   * are applied.
   */
  ready: () => Promise<boolean>;
  /** Returns true after the process has received a termination signal. */
  draining: () => boolean;
  /** Sets the probes to report the shutdown. */
  beginDraining: () => void;
};

/** Creates the probes and metrics of a process. */
export function createMonitoring(deps: {
  database: Database;
  log: Logger;
  config: Config;
  /** Returns the bytes of long responses that callers have not read yet. */
  held: () => number;
}): Monitoring {
  const { database, log, config } = deps;
  let draining = false;
  const backlog = createMeasurement({
    measure: () => readBacklog(database),
    onError: (error) => log.warn({ err: error }, 'could not count pending work'),
  });
  const isReady = createReadiness(deps);
  return {
    metricsToken: config.secrets.metricsToken,
    telemetry: createTelemetry({
      backlog: backlog.read,
      pending: pendingGauges,
      usage: database.usage,
      held: deps.held,
      draining: () => draining,
    }),
    ready: async () => !draining && (await isReady()),
    draining: () => draining,
    beginDraining: () => {
      draining = true;
    },
  };
}

const createReadiness =
  ({ database, log }: { database: Database; log: Logger }): (() => Promise<boolean>) =>
  async () => {
    try {
      return await database.ping();
    } catch (error) {
      log.warn({ err: ofDatabase(error) }, 'not ready');
      return false;
    }
  };
