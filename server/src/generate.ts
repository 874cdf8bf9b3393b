import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type ApiDeps, apiRoutes, apiWebhooks } from './api.ts';
import { migrationsFolder } from './app.ts';
import { migrate } from './platform/database/migrate.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { createOpenApi } from './platform/openapi/document.ts';

/** Writes what is made from the sources and checked in: the OpenAPI document and the types of the tables. */
export async function generate(root: string): Promise<void> {
  await writeFile(path.join(root, 'openapi.json'), openApiText());
  await writeFile(path.join(root, 'server/src/platform/database/tables.ts'), await migratedTables());
}

/** Routes are data: to describe them nothing is needed of what their handlers would use. */
export function openApiText(): string {
  const nothing = undefined as never;
  const deps: ApiDeps = {
    database: nothing,
    tokens: nothing,
    keys: nothing,
    addresses: nothing,
    door: nothing,
    registry: nothing,
    randomBytes: nothing,
    vault: nothing,
    newId: nothing,
    now: nothing,
    log: nothing,
    passwords: nothing,
    checkSecret: nothing,
    join: nothing,
    allowInsecureIssuer: nothing,
    addressRules: nothing,
    inOrganization: nothing,
    pixels: nothing,
    feedWatch: nothing,
    previews: nothing,
    wake: nothing,
    documents: { files: nothing, pdfLinks: nothing },
    files: { storage: nothing, links: nothing },
    defaultSender: '',
    system: { telemetry: nothing, ready: nothing, metricsToken: undefined },
  };
  return `${JSON.stringify(createOpenApi(apiRoutes(deps), apiWebhooks), null, 2)}\n`;
}

async function migratedTables(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-generate-'));
  try {
    await using embedded = await startEmbeddedPostgres({ dataDir });
    await migrate(embedded.connectionString, migrationsFolder);
    return await tablesText(embedded.connectionString);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Column = { table: string; column: string; type: string; nullable: boolean };

/** What a row of each table is to the program, by the type parsers of its connections. */
export async function tablesText(connectionString: string): Promise<string> {
  const tables = new Map<string, string[]>();
  for (const { table, column, type, nullable } of await readColumns(connectionString)) {
    const known = typesInProgram[type];
    if (!known)
      throw new Error(`${table}.${column} has the type ${type}, which has no type in the program yet`);
    const lines = tables.get(table) ?? [];
    tables.set(table, [...lines, `    ${column}: ${known}${nullable ? ' | null' : ''};\n`]);
  }
  const types = [...tables].map(([table, lines]) => `  ${table}: {\n${lines.join('')}  };\n`);
  return `/** Made from the migrations by \`npm run generate\`: do not edit. */\nexport type Tables = {\n${types.join('')}};\n`;
}

const typesInProgram: Record<string, string> = {
  text: 'string',
  'text[]': 'string[]',
  json: 'string',
  jsonb: 'string',
  numeric: 'string',
  'timestamp with time zone': 'string',
  bigint: 'number',
  integer: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
};

async function readColumns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
         AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
       ORDER BY c.relname COLLATE "C", a.attnum`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
