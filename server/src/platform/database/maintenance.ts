import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { ColumnOf, TableName } from './rows.ts';
import type { Statement } from './statement.ts';

const everyMs = 10 * 60_000;

/** Rows that go in one transaction, and how many of these there are at a go. */
const atOnce = 10_000;
const mostRounds = 100;

/** The statement that removes what a condition on `t` describes, a bounded number of rows, and answers how many. */
export const sweepOf = (name: string, table: TableName, condition: string): Statement => ({
  name,
  text: `WITH gone AS (
           DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM ${table} t WHERE ${condition} LIMIT ${atOnce}))
           RETURNING 1)
         SELECT count(*) AS gone FROM gone`,
  values: [],
});

/** The statement that removes what is only kept for a time: so long after the time in a column. */
export const sweepAfter = <T extends TableName>(table: T, column: ColumnOf<T>, age: string): Statement =>
  sweepOf(`sweep_${table}`, table, `t.${column} < clock_timestamp() - interval '${age}'`);

const ownSweeps: readonly Statement[] = [
  sweepAfter('idempotency_key', 'first_at', '24 hours'),
  sweepAfter('job', 'finished_at', '30 days'),
  sweepAfter('outgoing_mail', 'finished_at', '30 days'),
];

/**
 * Removes what has served its time, as the system. A busy service ends more in the meantime than one statement removes.
 * @param deps.sweeps statements of the slices that do the same with what is theirs
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
    sweep().catch((error: Error) => deps.log.error({ err: error }, 'sweeping failed'));
  };
  return {
    sweep,
    start: () => {
      timer ??= setInterval(run, everyMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
