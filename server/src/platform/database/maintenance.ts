import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { ColumnOf, TableName } from './rows.ts';
import type { Statement } from './statement.ts';

const everyMs = 10 * 60_000;

/** The number of rows that one transaction removes, and the maximum number of transactions in one run. */
const atOnce = 10_000;
const mostRounds = 100;

/**
 * Builds the statement that deletes rows of a table for which a condition on `t` holds, up to a limit, and returns
 * their number.
 */
export const sweepOf = (name: string, table: TableName, condition: string): Statement => ({
  name,
  text: `WITH gone AS (
           DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM ${table} t WHERE ${condition} LIMIT ${atOnce}))
           RETURNING 1)
         SELECT count(*) AS gone FROM gone`,
  values: [],
});

/** Builds the statement that deletes rows after their retention period, counted from the time in a column. */
export const sweepAfter = <T extends TableName>(table: T, column: ColumnOf<T>, age: string): Statement =>
  sweepOf(`sweep_${table}`, table, `t.${column} < clock_timestamp() - interval '${age}'`);

const ownSweeps: readonly Statement[] = [
  sweepAfter('idempotency_key', 'first_at', '24 hours'),
  sweepAfter('job', 'finished_at', '30 days'),
  sweepAfter('outgoing_mail', 'finished_at', '30 days'),
];

/**
 * Creates the function that removes expired rows in the system role. A busy service may add more rows between two runs
 * than one statement removes, so each statement is repeated until no rows match.
 * @param deps.sweeps the slices' statements for their own tables
 */
export function createMaintenance(deps: { database: Database; log: Logger; sweeps: readonly Statement[] }) {
  let timer: NodeJS.Timeout | undefined;
  const whole = async (statement: Statement): Promise<void> => {
    for (let round = 0; round < mostRounds; round++) {
      const [row] = await deps.database.transaction(({ query }) => query(statement), 'system');
      if (Number(row?.gone ?? 0) < atOnce) return;
    }
  };
  const sweep = async () => {
    for (const statement of [...ownSweeps, ...deps.sweeps]) await whole(statement);
  };
  const run = () => {
    sweep().catch((error: Error) => deps.log.error({ err: error }, 'removal of expired rows failed'));
  };
  return {
    sweep,
    start: () => {
      timer ??= setInterval(run, everyMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
