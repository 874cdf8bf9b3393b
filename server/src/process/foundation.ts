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

/** The database of a process: the database of DATABASE_URL, or the embedded database, which is started first. */
export type Foundation = {
  connectionString: string;
  masterKey: string;
  embedded: EmbeddedPostgres | undefined;
};

/** @param onLaunch called while the embedded database is starting, so that other work can run at the same time */
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

/** Opens the database for a command, which may use the embedded database of a running service. */
export async function joinFoundation(config: Config, log: Logger): Promise<Foundation> {
  try {
    return await openFoundation(config, log);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresInUse) || error.connectionString === undefined) throw error;
    const masterKey = config.secrets.masterKey ?? (await embeddedMasterKey(path.resolve(config.dataDir)));
    return { connectionString: error.connectionString, masterKey, embedded: undefined };
  }
}

/**
 * Requires that the login in DATABASE_URL has the rights to run the service. The embedded database always grants these
 * rights.
 */
export async function requireLogin(config: Config, { embedded }: Foundation): Promise<void> {
  const { databaseUrl } = config.secrets;
  if (databaseUrl && !embedded)
    await requireLoginRights(databaseUrl, config.databaseRoles, config.migrate === 'auto');
}

/** Applies pending migrations, or requires that the database is up to date. */
export async function prepareSchema(config: Config, foundation: Foundation, log: Logger): Promise<void> {
  await requireLogin(config, foundation);
  const onNewer = (newer: readonly string[]) =>
    log.warn({ newer }, 'the database is newer than this program but compatible with it');
  if (config.migrate === 'auto') {
    const options = { roles: config.databaseRoles, onNewer };
    const applied = await migrate(foundation.connectionString, migrationsFolder, options);
    // Migrations of an operator's database are logged at a higher level than those of the internal embedded database.
    if (applied.length > 0) log[foundation.embedded ? 'debug' : 'info']({ applied }, 'migrations applied');
    return;
  }
  const missing = await missingMigrations(foundation.connectionString, migrationsFolder, onNewer);
  if (missing.length > 0)
    throw new Error(
      `MIGRATE is off, and these migrations are pending: ${missing.join(', ')}. Run \`tradepost migrate\`.`,
    );
}

/**
 * Reads the key in the data folder, or creates the key at the first start. The secrets in the database can be decrypted
 * only with this key.
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
