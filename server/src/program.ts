import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { type App, createApp, migrationsFolder } from './app.ts';
import type { Config } from './platform/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { migrate, missingMigrations } from './platform/migrate.ts';
import { createFirstOrganization, embeddedMasterKey, firstSteps, writeSecretFile } from './setup.ts';

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
  if (config.migrate === 'auto') {
    const applied = await migrate(foundation.connectionString, migrationsFolder);
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    return;
  }
  const missing = await missingMigrations(foundation.connectionString, migrationsFolder);
  if (missing.length > 0)
    throw new Error(`MIGRATE is off and the database lacks ${missing.join(', ')}: run \`tradepost migrate\``);
}

export type Running = { app: App; stop(): Promise<void> };

/** Starts the program in the given roles and answers what ends it. */
export async function run(
  config: Config,
  roles: Roles,
  log: Logger,
  print: (text: string) => void,
): Promise<Running> {
  const foundation = await openFoundation(config, log);
  let app: App | undefined;
  const stop = async () => {
    await app?.stop();
    await foundation.embedded?.stop();
  };
  try {
    await prepareSchema(config, foundation, log);
    app = await createApp({ config, log, ...foundation });
    await app.start(roles);
    if (foundation.embedded) await introduce(config, app, print);
    const address = roles.serve ? app.addresses.baseUrl() : undefined;
    log.info({ address, roles: Object.entries(roles).flatMap(([role, on]) => (on ? [role] : [])) }, 'ready');
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first start on an empty embedded database; with a database of one's own nothing is created by itself. */
async function introduce(config: Config, app: App, print: (text: string) => void): Promise<void> {
  const file = path.join(path.resolve(config.dataDir), 'credentials.json');
  const addresses = { baseUrl: app.addresses.baseUrl(), authUrl: app.addresses.authUrl() };
  const first = await createFirstOrganization(app.database, app.newId, randomBytes);
  if (!first) return followAddresses(file, addresses);
  const credentials = {
    ...addresses,
    orgId: first.organizationId,
    clientId: first.client.id,
    clientSecret: first.client.secret,
  };
  await writeSecretFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
  print(firstSteps(addresses.baseUrl, file));
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
