import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import type { Queryable } from '../src/platform/database/statement.ts';

/**
 * The database, and how many rows of a table each of its transactions has read, from the table or from an index of it:
 * what PostgreSQL counts itself, whatever the plan was.
 */
export function countingRows(database: Database, table: string): { database: Database; rows: number[] } {
  const rows: number[] = [];
  const count = async ({ query }: Queryable): Promise<number> => {
    const [row] = await query<{ read: number }>({
      name: `count_rows_read_of_${table}`,
      text: `SELECT (pg_stat_get_xact_tuples_returned(c.oid) + (
               SELECT sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) FROM pg_index i
               WHERE i.indrelid = c.oid))::bigint AS read
             FROM pg_class c WHERE c.oid = $1::regclass`,
      values: [table],
    });
    return row?.read ?? 0;
  };
  const transaction: Database['transaction'] = (work, role, organizationId) =>
    database.transaction(
      async (queryable) => {
        const before = await count(queryable);
        const result = await work(queryable);
        rows.push((await count(queryable)) - before);
        return result;
      },
      role,
      organizationId,
    );
  return { database: { ...database, transaction }, rows };
}

/**
 * The database, each of whose transactions begins when nothing looks at the database as it was before: neither another
 * test's transaction in the same cluster nor autovacuum. Until then entries of rows that ended are met, whatever the plan;
 * and while a commit is not on the disk yet, by which rows ended, as where commits do not wait for it.
 */
export const afterOthers = (database: Database, system: Pick<pg.Pool, 'query'>): Database => ({
  ...database,
  transaction: async (...transaction) => {
    // A commit that writes something and waits for the disk takes all earlier ones with it.
    const { rows } = await system.query(
      `SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'tests', ''),
         pg_current_xact_id()::text AS now`,
    );
    const isOver = async () => {
      const seen = await system.query(
        `SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AND NOT EXISTS (
           SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND age(backend_xmin) >= age($1::xid8::xid)) AS over`,
        [rows[0].now],
      );
      return seen.rows[0].over;
    };
    if (!(await isOver())) await expect.poll(isOver).toBe(true);
    return database.transaction(...transaction);
  },
});
