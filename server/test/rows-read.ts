import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import type { Queryable } from '../src/platform/database/statement.ts';

/**
 * Wraps the database to count the rows of a table that each transaction reads from the table or its indexes,
 * using PostgreSQL's statistics.
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

/** PostgreSQL keeps one flush position for this many consecutive transactions. */
const transactionsOfOnePosition = 32;

/**
 * Wraps the database so that each transaction starts after earlier changes are committed and visible to all
 * snapshots. Otherwise index entries of dead rows are also read, regardless of the plan, while an older
 * snapshot of a test or of autovacuum is active, or while a commit is not flushed. Commits that do not wait
 * for the disk, including those of other databases, share a flush position with neighbouring transactions.
 * The wrapper therefore skips these positions, waits until older transactions have ended, and then flushes.
 */
export const afterOthers = (database: Database, system: Pick<pg.Pool, 'query'>): Database => ({
  ...database,
  transaction: async (...transaction) => {
    await system.query(`DO $$ BEGIN
      FOR n IN 1..${transactionsOfOnePosition} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
    END $$`);
    const { rows } = await system.query('SELECT pg_current_xact_id()::text AS now');
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
    // A commit that writes and waits for the disk flushes all earlier commits.
    await system.query(
      `SELECT set_config('synchronous_commit', 'on', true), pg_logical_emit_message(true, 'tests', '')`,
    );
    return database.transaction(...transaction);
  },
});
