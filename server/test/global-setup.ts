import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { usualRoles } from '../src/platform/database/roles.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { clearLeftovers, forget, remember } from './leftovers.ts';
import { placeOfRuns, placesOfRuns } from './memory.ts';
import { checkSentStatements } from './sent-statements-check.ts';
import { addSigningKey } from './signing-key.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The administrator's connection string for the default database; test databases are created beside it. */
    server: string;
    /**
     * The connection string for the owner of the test databases. As on managed PostgreSQL, the owner is not a
     * superuser.
     */
    ownerServer: string;
    /** Prefix of the names of this run's databases. */
    prefix: string;
    /** The folder of this run, which is removed at its end or by the next run. */
    folder: string;
    /** The migrated template database from which each test database is copied. */
    template: string;
    /** The template with a signing key, whose creation takes longer than the rest of a program start. */
    templateWithKey: string;
    /** Options at the end of CREATE DATABASE that select the copy strategy. */
    copying: string;
  }
}

/**
 * Provides one PostgreSQL server for the whole run: the server of TEST_DATABASE_URL if set, otherwise an
 * embedded server in a temporary folder. TEST_POSTGRES_PACKAGE is the folder of a package with a different
 * version. The services under test log in as an owner without SUPERUSER and BYPASSRLS. TEST_RUN identifies
 * the run, so that a killed run can be cleaned up.
 */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_PACKAGE: packageDir } = process.env;
  for (const place of placesOfRuns()) await clearLeftovers((message) => console.warn(message), place);
  const folder = realpathSync(await mkdtemp(path.join(placeOfRuns(), 'tradepost-test-')));
  await remember(folder);
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: folder,
        // The settings are safe for tests, because only a power failure would lose data, not a killed server.
        settings: { max_connections: '300', fsync: 'off', full_page_writes: 'off' },
        internal: packageDir ? { packageDir } : {},
      });
  const server = given ?? (embedded?.connectionString as string);
  const prefix = `tp_${process.env.TEST_RUN ?? randomBytes(6).toString('hex')}`;
  const ownerServer = await createOwner(server, prefix);
  const template = `${prefix}_template`;
  const templateWithKey = `${template}_key`;
  // File copies are faster than logging pages, except on a disk with slow checkpoints.
  const copying = embedded ? 'STRATEGY FILE_COPY' : '';
  const databaseAt = (name: string) => Object.assign(new URL(ownerServer), { pathname: `/${name}` }).href;
  await query(ownerServer, `CREATE DATABASE ${template}`);
  await migrate(databaseAt(template), migrationsFolder);
  await query(ownerServer, `CREATE DATABASE ${templateWithKey} TEMPLATE ${template} ${copying}`);
  await addSigningKey(databaseAt(templateWithKey));
  project.provide('server', server);
  project.provide('ownerServer', ownerServer);
  project.provide('prefix', prefix);
  project.provide('folder', folder);
  project.provide('template', template);
  project.provide('templateWithKey', templateWithKey);
  project.provide('copying', copying);
  const sentStatements = path.join(folder, 'sent');
  await mkdir(sentStatements);
  project.provide('sentStatements', sentStatements);
  const removeAll = async () => {
    if (given) await dropRun(server, prefix);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
    await forget(folder);
  };
  return () => checkSentStatements(project, sentStatements, databaseAt(template)).finally(removeAll);
}

/**
 * Creates the owner of the run's databases.
 * @returns its connection string
 */
async function createOwner(server: string, name: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await query(server, `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD '${password}'`);
  // The service roles belong to the server. If a different owner created them, an administrator grants the
  // roles.
  for (const role of Object.values(usualRoles)) {
    const [found] = await query(server, `SELECT FROM pg_roles WHERE rolname = '${role}'`);
    if (found) await query(server, `GRANT ${role} TO ${name}`);
  }
  return Object.assign(new URL(server), { username: name, password }).href;
}

/** Drops the databases and the owner of a run; server-wide roles are kept. */
async function dropRun(server: string, prefix: string): Promise<void> {
  for (const { datname } of await query(server, 'SELECT datname FROM pg_database'))
    if (datname.startsWith(`${prefix}_`))
      await query(server, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await query(server, `DROP ROLE ${prefix}`);
}

async function query(connectionString: string, text: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
