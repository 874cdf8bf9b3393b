import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { Statement } from './statement.ts';

const everyMs = 10 * 60_000;

/** What is only kept for a time: table, its time column, and how long. */
const keptFor = [
  ['offer_creation', 'first_at', '1 hour'],
  ['idempotency_key', 'first_at', '24 hours'],
  ['job', 'finished_at', '30 days'],
  ['outgoing_mail', 'finished_at', '30 days'],
  ['person_session', 'expires_at', '0 days'],
  ['authorization_code', 'expires_at', '1 day'],
  ['person_token', 'expires_at', '1 day'],
] as const;

/**
 * Removes what has served its time, as the system, a bounded number of rows at a go.
 * @param deps.sweeps statements of the slices that do the same with what is theirs
 */
export function createMaintenance(deps: { database: Database; log: Logger; sweeps: readonly Statement[] }) {
  let timer: NodeJS.Timeout | undefined;
  const sweep = async () => {
    for (const [table, column, age] of keptFor) {
      await deps.database.transaction(
        ({ query }) =>
          query({
            name: `sweep_${table}`,
            text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
                     SELECT ctid FROM ${table} WHERE ${column} < clock_timestamp() - interval '${age}' LIMIT 10000))`,
            values: [],
          }),
        'system',
      );
    }
    for (const sweep of deps.sweeps) await deps.database.transaction(({ query }) => query(sweep), 'system');
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
