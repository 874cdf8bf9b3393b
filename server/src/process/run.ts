import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { Tracing } from '../platform/observability/trace-export.ts';
import { requireStorageFolder } from '../platform/storage/index.ts';
import type { Config } from '../platform/system/config.ts';
import { openFoundation, prepareSchema } from './foundation.ts';
import { type Roles, requireFreePort } from './ports.ts';
import { startWarnings } from './warnings.ts';

export type Running = {
  app: App;
  /** Has callers go elsewhere before it stops, where others may serve them and until it is to be quick. */
  drain(hurry: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/** Loads what the database is not opened with. */
const load = async () => ({
  ...(await import('../app.ts')),
  ...(await import('./introduction.ts')),
  ...(await import('../platform/observability/trace-export.ts')),
});

/** Starts the program in the given roles and answers what ends it. */
export async function run(
  config: Config,
  roles: Roles,
  log: Logger,
  print: (text: string) => void,
  onDatabaseLost: () => void = () => {},
): Promise<Running> {
  for (const warning of startWarnings(config)) log.warn(warning);
  await requireFreePort(config, roles);
  await requireStorageFolder(config);
  let loading: ReturnType<typeof load> | undefined;
  const foundation = await openFoundation(config, log, () => {
    loading ??= load();
    // Who waits for it hears of a failure; until then it is nobody's.
    loading.catch(() => {});
  });
  let app: App | undefined;
  let tracing: Tracing | undefined;
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
    // A process that does all is alone as a rule: nobody else would take its callers.
    return { app, stop, drain: roles.serve && !roles.work ? drain : async () => {} };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The embedded database has nobody but this program to bring it back: when it has been gone for 15 s the program
 * says so and ends, and the next start begins with it.
 */
function watchDatabase(app: App, log: Logger, onLost: () => void): NodeJS.Timeout {
  let misses = 0;
  const look = async () => {
    const answered = await app.database.ping().catch(() => false);
    misses = answered ? 0 : misses + 1;
    if (misses !== 3) return;
    log.fatal('the embedded database is gone: ending');
    onLost();
  };
  return setInterval(() => void look(), 5000).unref();
}
