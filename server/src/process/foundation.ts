import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { requireLoginRights } from '../platform/database/login-rights.ts';
import { migrate, migrationsFolder, missingMigrations } from '../platform/database/migrate.ts';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresInUse,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/index.ts';
import { requireWritableFolder } from '../platform/folders.ts';
import type { Config } from '../platform/system/config.ts';
import { writeSecretFile } from './secret-file.ts';

/** A database to work on: the one of DATABASE_URL, or the embedded one, which is started. One code path after that. */
export type Foundation = {
  connectionString: string;
  masterKey: string;
  embedded: EmbeddedPostgres | undefined;
};

/** @param onLaunch called while an embedded database starts, with nothing to do but to wait for it */
export async function openFoundation(
  config: Config,
  log: Logger,
  onLaunch: () => void = () => {},
): Promise<Foundation> {
  const { databaseUrl, masterKey } = config.secrets;
  if (databaseUrl)
    return { connectionString: databaseUrl, masterKey: masterKey as string, embedded: undefined };
  const dataDir = path.resolve(config.dataDir);
  await requireWritableFolder('DATA_DIR', dataDir);
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: (message) => log.info(message),
    logDetail: (message) => log.debug(message),
    onLaunch,
  });
  try {
    const key = masterKey ?? (await embeddedMasterKey(dataDir));
    return { connectionString: embedded.connectionString, masterKey: key, embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** The same for a command, which works beside the program that runs on the embedded database, if one does. */
export async function joinFoundation(config: Config, log: Logger): Promise<Foundation> {
  try {
    return await openFoundation(config, log);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresInUse) || error.connectionString === undefined) throw error;
    const masterKey = config.secrets.masterKey ?? (await embeddedMasterKey(path.resolve(config.dataDir)));
    return { connectionString: error.connectionString, masterKey, embedded: undefined };
  }
}

/** Requires that the login of DATABASE_URL can run the service; the embedded database has its own. */
export async function requireLogin(config: Config, { embedded }: Foundation): Promise<void> {
  const { databaseUrl } = config.secrets;
  if (databaseUrl && !embedded)
    await requireLoginRights(databaseUrl, config.databaseRoles, config.migrate === 'auto');
}

/** Brings the database up to date, or requires that it is. */
export async function prepareSchema(config: Config, foundation: Foundation, log: Logger): Promise<void> {
  await requireLogin(config, foundation);
  const onNewer = (newer: readonly string[]) =>
    log.warn({ newer }, 'the database is newer than this program, and lets it run');
  if (config.migrate === 'auto') {
    const options = { roles: config.databaseRoles, onNewer };
    const applied = await migrate(foundation.connectionString, migrationsFolder, options);
    // The operator of a database of their own sees what changed in it; the embedded one belongs to the program.
    if (applied.length > 0) log[foundation.embedded ? 'debug' : 'info']({ applied }, 'migrations applied');
    return;
  }
  const missing = await missingMigrations(foundation.connectionString, migrationsFolder, onNewer);
  if (missing.length > 0)
    throw new Error(`MIGRATE is off and the database lacks ${missing.join(', ')}: run \`tradepost migrate\``);
}

/**
 * Reads the key in the data folder, which is made at the first start: whoever has the database's files but not it has
 * no secret.
 */
async function embeddedMasterKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'master.key');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(32).toString('hex');
  await writeSecretFile(file, `${key}\n`);
  return key;
}
