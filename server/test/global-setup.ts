import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { clearLeftovers, forget, remember } from './leftovers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string of the server's first database; test databases are made beside it. */
    server: string;
    /** The migrated database that each test's own is copied from. */
    template: string;
  }
}

/**
 * One PostgreSQL for the whole run: TEST_DATABASE_URL when given, else an embedded one in a temporary folder, of another
 * version where TEST_POSTGRES_PACKAGE is the folder of the package that holds it.
 */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_PACKAGE: packageDir } = process.env;
  await clearLeftovers((message) => console.warn(message));
  const dataDir = given ? undefined : realpathSync(await mkdtemp(path.join(tmpdir(), 'tradepost-test-')));
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
  await query(server, `CREATE DATABASE ${template}`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  await migrate(url.href, migrationsFolder);
  project.provide('server', server);
  project.provide('template', template);
  return async () => {
    await query(server, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
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
