import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Migration } from './format.ts';

export type Trigger = { name: string; enabled: 'O' | 'R' | 'A' };
export type Table = {
  name: string;
  /** The columns except generated columns. */
  columns: string[];
  partitioned: boolean;
  rowSecurity: boolean;
  forced: boolean;
  /** Whether the system role sees all rows: its policy covers all rows, and no restrictive policy applies to it. */
  seenWhole: boolean;
  triggers: Trigger[];
  /** Tables that the foreign keys of this table reference. */
  needs: string[];
};
export type Sequence = { name: string; increment: string; table: string | null; column: string | null };

const migrationTable = 'schema_migration';

export const quote = (name: string): string => pg.escapeIdentifier(name);
export const qualified = (name: string): string => `public.${quote(name)}`;
export const columnList = (columns: readonly string[]): string => columns.map(quote).join(', ');

const notOfExtension = (catalog: string) => `NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** Excludes tables with the comment `derived` from the export, because their contents can be recomputed. */
const notDerived = `obj_description(c.oid, 'pg_class') IS DISTINCT FROM 'derived'`;
const tableFilter = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND ${notOfExtension('pg_class')}`;

/**
 * Lists the tables of the schema, except derived tables and the list of migrations. A table comes after the tables that
 * its foreign keys reference.
 */
export async function listTables(client: pg.Client, systemRole: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS name, c.relkind = 'p' AS partitioned,
       c.relrowsecurity AS "rowSecurity", c.relforcerowsecurity AS forced,
       EXISTS (SELECT FROM pg_policy p JOIN pg_roles r ON r.oid = ANY (p.polroles)
         WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('*', 'r') AND r.rolname = $1
           AND pg_get_expr(p.polqual, c.oid) = 'true')
       AND NOT EXISTS (SELECT FROM pg_policy p, unnest(p.polroles) AS held WHERE p.polrelid = c.oid AND NOT p.polpermissive
         AND CASE held WHEN 0 THEN true ELSE pg_has_role($1, held, 'USAGE') END) AS "seenWhole",
       (SELECT coalesce(json_agg(a.attname ORDER BY a.attnum), '[]') FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(json_agg(json_build_object('name', t.tgname, 'enabled', t.tgenabled)), '[]')
         FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgparentid = 0
           AND t.tgenabled <> 'D') AS triggers,
       (SELECT coalesce(json_agg(DISTINCT n.relname::text), '[]')
         FROM pg_constraint f JOIN pg_class n ON n.oid = f.confrelid
         WHERE f.conrelid = c.oid AND f.contype = 'f') AS needs
     FROM pg_class c WHERE ${tableFilter} AND ${notDerived} AND c.relname <> $2 ORDER BY c.relname COLLATE "C"`,
    [systemRole, migrationTable],
  );
  return inOrderOfNeed(rows);
}

/** Lists the partitions of range-partitioned tables, except default partitions. */
export async function listPartitions(
  client: pg.Client,
): Promise<{ table: string; name: string; bound: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; bound: string }>(
    `SELECT t.relname::text AS table, c.relname::text AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class t ON t.oid = i.inhparent
       JOIN pg_partitioned_table p ON p.partrelid = t.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND p.partstrat = 'r'
       AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
     ORDER BY c.relname COLLATE "C"`,
  );
  return rows;
}

export async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c WHERE ${tableFilter} ORDER BY c.relname COLLATE "C"`,
  );
  return rows.map((row) => row.name);
}

function inOrderOfNeed(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>();
  const visited = new Set<Table>();
  const visit = (table: Table) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const other of tables) if (table.needs.includes(other.name)) visit(other);
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

/** Lists the sequences of the schema, each with its owning column, if any. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT c.relname::text AS name, s.seqincrement::text AS increment, t.relname::text AS table,
       a.attname::text AS column
     FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
       LEFT JOIN pg_depend o ON o.classid = 'pg_class'::regclass AND o.objid = c.oid
         AND o.refclassid = 'pg_class'::regclass AND o.refobjsubid > 0 AND o.deptype IN ('a', 'i')
       LEFT JOIN pg_class t ON t.oid = o.refobjid
       LEFT JOIN pg_attribute a ON a.attrelid = o.refobjid AND a.attnum = o.refobjsubid
     WHERE c.relnamespace = 'public'::regnamespace AND ${notOfExtension('pg_class')}
     ORDER BY c.relname COLLATE "C"`,
  );
  return rows;
}

/** Reads the next value of a sequence without advancing it. */
export async function nextValue(client: pg.Client, { name, increment }: Sequence): Promise<string> {
  const { rows } = await client.query<{ next: string }>(
    `SELECT (last_value::numeric + CASE WHEN is_called THEN $1::numeric ELSE 0 END)::text AS next
     FROM ${qualified(name)}`,
    [increment],
  );
  return (rows[0] as { next: string }).next;
}

export async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const present = await client.query(`SELECT to_regclass('public.${migrationTable}') IS NOT NULL AS present`);
  if (!present.rows[0].present) return [];
  const { rows } = await client.query<Migration>(
    `SELECT name, checksum FROM ${qualified(migrationTable)} ORDER BY name COLLATE "C"`,
  );
  return rows;
}

/** Reads the migrations of this program, with the same checksums as in the database. */
export async function programMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type MigrationSource<T> = { is: string; migrations: readonly T[] };

/** Requires that two lists of migrations are equal. @throws Error that names the migrations that differ */
export function requireSameMigrations(
  one: MigrationSource<Migration>,
  other: MigrationSource<Migration>,
): void {
  const key = ({ name, checksum }: Migration) => `${name} ${checksum}`;
  const missingFrom = (from: MigrationSource<Migration>, to: MigrationSource<Migration>) => {
    const known = new Set(to.migrations.map(key));
    return from.migrations.filter((migration) => !known.has(key(migration))).map(({ name }) => name);
  };
  const differences = [
    [one.is, missingFrom(one, other)],
    [other.is, missingFrom(other, one)],
  ] as const;
  const onlyInOne = differences.filter(([, names]) => names.length > 0);
  if (onlyInOne.length === 0) return;
  throw new Error(
    `the migrations of ${one.is} and ${other.is} differ: ` +
      `${onlyInOne.map(([is, names]) => `only ${is} has ${names.join(', ')}`).join('; ')}. ` +
      'Use the same version of the program on both sides, and "tradepost migrate" to bring a database up to date',
  );
}
