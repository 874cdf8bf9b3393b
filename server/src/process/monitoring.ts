import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { ofDatabase } from '../platform/database/statement.ts';
import { createMeasurement } from '../platform/observability/measurement.ts';
import { createTelemetry, type Telemetry } from '../platform/observability/telemetry.ts';
import type { Config } from '../platform/system/config.ts';
import { pendingGauges, readBacklog } from './backlog.ts';

export type Observing = {
  metricsToken: string | undefined;
  telemetry: Telemetry;
  /** True when the database answers and the process is not about to end: none begins before the migrations are done. */
  ready: () => Promise<boolean>;
  /** True once the process got a signal to end. */
  draining: () => boolean;
  /** Has the process say so that it is about to end. */
  beginDraining: () => void;
};

/** Creates the probes and metrics of a process. */
export function createObserving(deps: {
  database: Database;
  log: Logger;
  config: Config;
  /** How many bytes of long answers wait to be taken. */
  held: () => number;
}): Observing {
  const { database, log, config } = deps;
  let draining = false;
  const backlog = createMeasurement({
    measure: () => readBacklog(database),
    onError: (error) => log.warn({ err: error }, 'what waits could not be counted'),
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
