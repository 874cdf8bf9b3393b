import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { missingMigrations } from '../platform/database/migrate.ts';
import { ofDatabase } from '../platform/database/statement.ts';
import { createMeasurement } from '../platform/observability/measurement.ts';
import { createTelemetry, type Telemetry } from '../platform/observability/telemetry.ts';
import type { Config } from '../platform/system/config.ts';
import { pendingGauges, readBacklog } from './backlog.ts';

export type Observing = {
  metricsToken: string | undefined;
  telemetry: Telemetry;
  /** True when the database answers, its migrations are done, and the process is not about to end. */
  ready: () => Promise<boolean>;
  /** True once the process got a signal to end. */
  draining: () => boolean;
  /** Has the process say so that it is about to end. */
  beginDraining: () => void;
};

/** Creates the probes and metrics of a process. */
export function createObserving(deps: {
  database: Database;
  connectionString: string;
  migrationsFolder: string;
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

/** Migrations do not vanish: once they are seen to be done, only the database is asked. */
function createReadiness(deps: {
  database: Database;
  connectionString: string;
  migrationsFolder: string;
  log: Logger;
}): () => Promise<boolean> {
  let migrated = false;
  return async () => {
    try {
      migrated ||= (await missingMigrations(deps.connectionString, deps.migrationsFolder)).length === 0;
      return migrated && (await deps.database.ping());
    } catch (error) {
      deps.log.warn({ err: ofDatabase(error) }, 'not ready');
      return false;
    }
  };
}
