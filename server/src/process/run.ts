import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import { type App, createApp, migrationsFolder } from '../app.ts';
import { migrate, missingMigrations } from '../platform/database/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';
import { startTracing, type Tracing } from '../platform/observability/trace-export.ts';
import type { Config } from '../platform/system/config.ts';
import { createFirstOrganization, embeddedMasterKey, firstSteps, writeSecretFile } from './first-start.ts';

export type Roles = { serve: boolean; work: boolean };

/** A database to work on: the one of DATABASE_URL, or the embedded one, which is started. One code path after that. */
export type Foundation = {
  connectionString: string;
  masterKey: string;
  embedded: EmbeddedPostgres | undefined;
};

export async function openFoundation(config: Config, log: Logger): Promise<Foundation> {
  const { databaseUrl, masterKey } = config.secrets;
  if (databaseUrl)
    return { connectionString: databaseUrl, masterKey: masterKey as string, embedded: undefined };
  const dataDir = path.resolve(config.dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log: (message) => log.info(message) });
  try {
    const key = masterKey ?? (await embeddedMasterKey(dataDir));
    return { connectionString: embedded.connectionString, masterKey: key, embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

export async function prepareSchema(config: Config, foundation: Foundation, log: Logger): Promise<void> {
  const onNewer = (newer: readonly string[]) =>
    log.warn({ newer }, 'the database is newer than this program, and lets it run');
  if (config.migrate === 'auto') {
    const options = { roles: config.databaseRoles, onNewer };
    const applied = await migrate(foundation.connectionString, migrationsFolder, options);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    return;
  }
  const missing = await missingMigrations(foundation.connectionString, migrationsFolder, onNewer);
  if (missing.length > 0)
    throw new Error(`MIGRATE is off and the database lacks ${missing.join(', ')}: run \`tradepost migrate\``);
}

export type Running = {
  app: App;
  /** Has callers go elsewhere before it stops, where others may serve them and until it is to be quick. */
  drain(hurry: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the program in the given roles and answers what ends it. */
export async function run(
  config: Config,
  roles: Roles,
  log: Logger,
  print: (text: string) => void,
  onDatabaseLost: () => void = () => {},
): Promise<Running> {
  const foundation = await openFoundation(config, log);
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
 * Whoever finds the port answering finds the credentials too; where the port is not known before, nobody can look.
 * @param print where the first steps are printed, if there is an embedded database
 */
async function startAndIntroduce(
  config: Config,
  app: App,
  roles: Roles,
  print: ((text: string) => void) | undefined,
): Promise<void> {
  const isKnown = config.port !== 0 || config.baseUrl !== undefined;
  // A start that fails for its port has made nothing, so that the next one prints the first steps.
  if (print && isKnown && roles.serve && config.port !== 0) await requireFreePort(config);
  let steps = print && isKnown ? await introduce(config, app) : undefined;
  await app.start(roles);
  if (print && !isKnown) steps = await introduce(config, app);
  if (print && steps) print(steps);
}

/** @throws as listening does, when another program has the port */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
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

/**
 * The first start on an empty embedded database; with a database of one's own nothing is created by itself.
 * @returns the first steps, where this is the first start
 */
async function introduce(config: Config, app: App): Promise<string | undefined> {
  const file = path.join(path.resolve(config.dataDir), 'credentials.json');
  const addresses = { baseUrl: app.addresses.baseUrl(), authUrl: app.addresses.authUrl() };
  const first = await createFirstOrganization(
    app.database,
    app.newId,
    randomBytes,
    ({ organizationId, client }) => {
      const credentials = {
        ...addresses,
        orgId: organizationId,
        clientId: client.id,
        clientSecret: client.secret,
      };
      return writeSecretFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
    },
  );
  if (first) return firstSteps(addresses.baseUrl, file);
  await followAddresses(file, addresses);
  return undefined;
}

/** The credentials stay good when the service listens elsewhere: only the addresses in their file are renewed. */
async function followAddresses(file: string, addresses: { baseUrl: string; authUrl: string }): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const known = JSON.parse(text) as { baseUrl?: string; authUrl?: string };
  if (known.baseUrl === addresses.baseUrl && known.authUrl === addresses.authUrl) return;
  await writeSecretFile(file, `${JSON.stringify({ ...known, ...addresses }, null, 2)}\n`);
}
