import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type ApiDeps, apiRoutes } from './api.ts';
import { createProgram } from './cli/index.ts';
import { commandPage } from './cli/page.ts';
import { apiDescription } from './description.ts';
import { migrate, migrationsFolder } from './platform/database/migrate.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import type { Route } from './platform/http/route.ts';
import { createOpenApi } from './platform/openapi/document.ts';
import { configurationPage } from './process/setting-meanings.ts';

/** Documentation pages that are generated from the sources, by file. */
export const generatedPages = (): Record<string, string> => ({
  'docs/configuration.md': configurationPage(),
  'docs/cli.md': commandPage(createProgram({ serve: async () => undefined })),
});

/** Writes the generated files in the repository: the OpenAPI document, the table types, and documentation pages. */
export async function generate(root: string): Promise<void> {
  await writeFile(path.join(root, 'openapi.json'), openApiText());
  for (const [file, text] of Object.entries(generatedPages())) await writeFile(path.join(root, file), text);
  await writeFile(path.join(root, 'server/src/platform/database/tables.ts'), await migratedTables());
}

/** Creates the routes for their descriptions only. Their handlers are not called, so dependencies may be undefined. */
export function describedRoutes(): Route[] {
  const nothing = undefined as never;
  const deps: ApiDeps = {
    database: nothing,
    tokens: nothing,
    keys: nothing,
    addresses: nothing,
    door: nothing,
    registry: nothing,
    connectors: nothing,
    ai: nothing,
    randomBytes: nothing,
    vault: nothing,
    newId: nothing,
    now: nothing,
    log: nothing,
    passwords: nothing,
    attemptRates: nothing,
    sessionLimits: nothing,
    checkSecret: nothing,
    join: nothing,
    allowInsecureIssuer: nothing,
    addressRules: nothing,
    environmentOf: nothing,
    hasMailServer: false,
    inOrganization: nothing,
    pixels: nothing,
    feedWatch: nothing,
    partnerName: nothing,
    previews: nothing,
    pageTemplates: nothing,
    wake: nothing,
    fetchPicture: nothing,
    documents: { files: nothing, pdfLinks: nothing, log: nothing },
    files: { storage: nothing, links: nothing },
    console: { routes: [], page: nothing, home: nothing },
    defaultSender: '',
    providers: nothing,
    supportMail: {
      secret: nothing,
      receive: nothing,
      channel: nothing,
      correspondence: nothing,
      stop: nothing,
    },
    taxRates: nothing,
    system: { telemetry: nothing, ready: nothing, metricsToken: undefined },
  };
  return apiRoutes(deps);
}

export const openApiText = (): string =>
  `${JSON.stringify(createOpenApi(describedRoutes(), apiDescription), null, 2)}\n`;

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

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
};

/**
 * Generates the row types of each table, according to the connections' type parsers, and the data for building
 * statements: the column types, and the columns that do not require a value.
 */
export async function tablesText(connectionString: string): Promise<string> {
  const columns = await readColumns(connectionString);
  const unknown = columns.find(({ type }) => !(type in typesInProgram));
  if (unknown)
    throw new Error(
      `${unknown.table}.${unknown.column} has the type ${unknown.type}, which has no type in the program yet`,
    );
  const rows = byTable(columns, ({ column, type, nullable }) => [
    `    ${column}: ${typesInProgram[type]}${nullable ? ' | null' : ''};\n`,
  ]).map(([table, lines]) => `  ${table}: {\n${lines.join('')}  };\n`);
  const types = byTable(columns, ({ column, type }) =>
    type === 'text' ? [] : [`    ${column}: '${shortNames[type] ?? type}',\n`],
  ).map(([table, lines]) => `  ${table}: {\n${lines.join('')}  },\n`);
  const named = (isNamed: (column: Column) => boolean) =>
    byTable(columns, (column) => (isNamed(column) ? [`'${column.column}'`] : []))
      .map(([table, names]) => `  ${table}: ${names.join(' | ')};\n`)
      .join('');
  return [
    '/** Generated from the migrations by `npm run generate`; do not edit. */\n',
    `export type Tables = {\n${rows.join('')}};\n\n`,
    `/** Types of columns, except text. */\nexport const columnTypes = {\n${types.join('')}} as const;\n\n`,
    '/** Columns with a default, which inserts may omit. */\n',
    `export type Defaulted = {\n${named(({ hasDefault, isGenerated }) => hasDefault && !isGenerated)}};\n\n`,
    '/** Columns that only the database writes. */\n',
    `export type Generated = {\n${named(({ isGenerated }) => isGenerated)}};\n`,
  ].join('');
}

/** Generates the lines for each table, without tables that have no lines. */
function byTable(columns: readonly Column[], linesOf: (column: Column) => string[]): [string, string[]][] {
  const tables = new Map<string, string[]>();
  for (const column of columns) {
    const lines = linesOf(column);
    if (lines.length > 0) tables.set(column.table, [...(tables.get(column.table) ?? []), ...lines]);
  }
  return [...tables];
}

const shortNames: Record<string, string> = { 'timestamp with time zone': 'timestamptz' };

const typesInProgram: Record<string, string> = {
  text: 'string',
  'text[]': 'string[]',
  json: 'string',
  jsonb: 'string',
  numeric: 'string',
  'numeric[]': 'string[]',
  date: 'string',
  'timestamp with time zone': 'string',
  bigint: 'number',
  'double precision': 'number',
  integer: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  tsvector: 'string',
};

async function readColumns(connectionString: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault",
         a.attgenerated <> '' OR a.attidentity = 'a' AS "isGenerated"
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
