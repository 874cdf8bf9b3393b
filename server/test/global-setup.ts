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
    /** The administrator's connection string of the server's first database; test databases are created beside it. */
    server: string;
    /** The same for the owner of the test databases, which is not a superuser, as on managed PostgreSQL. */
    ownerServer: string;
    /** Prefix of the names of this run's databases. */
    prefix: string;
    /** The folder of this run, which is removed at its end or by the next run. */
    folder: string;
    /** The migrated database that each test's own is copied from. */
    template: string;
    /** The same with a signing key, which takes a program longer to make than all else of its start. */
    templateWithKey: string;
    /** How a database is copied, as the end of CREATE DATABASE. */
    copying: string;
  }
}

/**
 * One PostgreSQL for the whole run: TEST_DATABASE_URL when given, else an embedded one in a temporary folder, of another
 * version where TEST_POSTGRES_PACKAGE is the folder of the package that holds it. The programs under test log in as an
 * owner that is neither superuser nor BYPASSRLS; TEST_RUN names the run, so that a killed one can be cleaned up.
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
        // Not even a killed server loses what it has written; only a machine that loses its power would, and its tests.
        settings: { max_connections: '300', fsync: 'off', full_page_writes: 'off' },
        internal: packageDir ? { packageDir } : {},
      });
  const server = given ?? (embedded?.connectionString as string);
  const prefix = `tp_${process.env.TEST_RUN ?? randomBytes(6).toString('hex')}`;
  const ownerServer = await createOwner(server, prefix);
  const template = `${prefix}_template`;
  const templateWithKey = `${template}_key`;
  // Files are copied faster than pages are logged; where a checkpoint waits for a disk, it is the other way round.
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

/** Creates the owner of the run's databases. @returns where it logs in */
async function createOwner(server: string, name: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await query(server, `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD '${password}'`);
  // The roles of the programs are the server's: where another owner made them, an administrator grants them.
  for (const role of Object.values(usualRoles)) {
    const [found] = await query(server, `SELECT FROM pg_roles WHERE rolname = '${role}'`);
    if (found) await query(server, `GRANT ${role} TO ${name}`);
  }
  return Object.assign(new URL(server), { username: name, password }).href;
}

/** Drops the databases and the owner of a run; roles that belong to the whole server stay. */
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
