import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { clearLeftovers, forget, remember } from './leftovers.ts';
import { placeOfRuns, placesOfRuns } from './memory.ts';
import { addSigningKey } from './signing-key.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string of the server's first database; test databases are made beside it. */
    server: string;
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
 * version where TEST_POSTGRES_PACKAGE is the folder of the package that holds it.
 */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_PACKAGE: packageDir } = process.env;
  for (const place of placesOfRuns()) await clearLeftovers((message) => console.warn(message), place);
  const dataDir = given
    ? undefined
    : realpathSync(await mkdtemp(path.join(placeOfRuns(), 'tradepost-test-')));
  if (dataDir) await remember(dataDir);
  const embedded = dataDir
    ? await startEmbeddedPostgres({
        dataDir,
        // Not even a killed server loses what it has written; only a machine that loses its power would, and its tests.
        settings: { max_connections: '300', fsync: 'off', full_page_writes: 'off' },
        internal: packageDir ? { packageDir } : {},
      })
    : undefined;
  const server = given ?? (embedded?.connectionString as string);
  const template = `tp_template_${randomBytes(6).toString('hex')}`;
  const templateWithKey = `${template}_key`;
  // Files are copied faster than pages are logged; where a checkpoint waits for a disk, it is the other way round.
  const copying = embedded ? 'STRATEGY FILE_COPY' : '';
  const databaseAt = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await query(server, `CREATE DATABASE ${template}`);
  await migrate(databaseAt(template), migrationsFolder);
  await query(server, `CREATE DATABASE ${templateWithKey} TEMPLATE ${template} ${copying}`);
  await addSigningKey(databaseAt(templateWithKey));
  project.provide('server', server);
  project.provide('template', template);
  project.provide('templateWithKey', templateWithKey);
  project.provide('copying', copying);
  return async () => {
    for (const name of [template, templateWithKey])
      await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await embedded?.stop();
    if (!dataDir) return;
    await rm(dataDir, { recursive: true, force: true });
    await forget(dataDir);
  };
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
