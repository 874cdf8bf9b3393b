import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { TraceExport } from '../platform/observability/trace-export.ts';
import { requireStorageFolder } from '../platform/storage/index.ts';
import type { Config } from '../platform/system/config.ts';
import { openFoundation, prepareSchema } from './foundation.ts';
import { type Roles, requireFreePort } from './ports.ts';
import { startWarnings } from './warnings.ts';

export type RunningProcess = {
  app: App;
  /** Waits while callers switch to other processes, before the shutdown. `hurry` ends the wait. */
  drain(hurry: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/** Loads the modules that are not needed to open the database, while the database is starting. */
const load = async () => ({
  ...(await import('../app.ts')),
  ...(await import('./introduction.ts')),
  ...(await import('../platform/observability/trace-export.ts')),
});

/** Starts the service in the given roles, and returns the functions that end the process. */
export async function run(
  config: Config,
  roles: Roles,
  log: Logger,
  print: (text: string) => void,
  onDatabaseLost: () => void = () => {},
): Promise<RunningProcess> {
  for (const warning of startWarnings(config)) log.warn(warning);
  await requireFreePort(config, roles);
  await requireStorageFolder(config);
  let loading: ReturnType<typeof load> | undefined;
  const foundation = await openFoundation(config, log, () => {
    loading ??= load();
    // A failure is reported by a later await. Until then, this handler prevents an unhandled rejection, which would end
    // the process.
    loading.catch(() => {});
  });
  let app: App | undefined;
  let tracing: TraceExport | undefined;
  let watch: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearInterval(watch);
    await app?.stop();
    await tracing?.stop();
    await foundation.embedded?.stop();
  };
  try {
    await prepareSchema(config, foundation, log);
    const { createApp, startAndIntroduce, startTracing } = await (loading ?? load());
    if (config.sendsTraces) tracing = await startTracing(log);
    app = await createApp({ config, log, ...foundation });
    await startAndIntroduce(config, app, roles, foundation.embedded ? print : undefined);
    if (foundation.embedded) watch = watchDatabase(app, log, onDatabaseLost);
    const address = roles.serve ? app.addresses.baseUrl() : undefined;
    const named = Object.entries(roles).flatMap(([role, on]) => (on ? [role] : []));
    log.info({ address, health: app.healthAddress(), roles: named }, 'ready');
    const { drain } = app;
    // A process with both roles is usually the only process, so its callers have no alternative.
    return { app, stop, drain: roles.serve && !roles.work ? drain : async () => {} };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Monitors the embedded database, which only a restart of the service can recover. After 15 s without the database, the
 * process logs the loss and ends.
 */
function watchDatabase(app: App, log: Logger, onLost: () => void): NodeJS.Timeout {
  let misses = 0;
  const look = async () => {
    const answered = await app.database.ping().catch(() => false);
    misses = answered ? 0 : misses + 1;
    if (misses !== 3) return;
    log.fatal('the embedded database has ended; the program ends, too');
    onLost();
  };
  return setInterval(() => void look(), 5000).unref();
}
