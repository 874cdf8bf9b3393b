import type { Socket } from 'node:net';
import pg from 'pg';
import { createPipelines } from './pipelines.ts';
import {
  connectMs,
  DatabaseOutcomeUnknown,
  isServerAnswer,
  isSilence,
  type Queryable,
  type Row,
  type Statement,
  silenceMs,
  typeParsers,
} from './statement.ts';

export type Database = {
  /**
   * Sends the statements as one transaction on a shared pipelined connection, all in one tick, and answers their
   * rows. Nothing can be awaited in between. For reads and single-statement inserts only: a lock wait would stall
   * the others on the connection, so waiting longer than 100 ms fails with `55P03`.
   * @throws DatabaseOutcomeUnknown when the connection was lost after COMMIT was sent
   */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
  /** Runs the work in one transaction on a connection of its own; commits when it returns, else rolls back. */
  transaction<T>(work: (queryable: Queryable) => Promise<T>, role?: 'app' | 'system'): Promise<T>;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connectionString: string;
  poolSize: number;
  pipelines: number;
  onError: (error: Error) => void;
};

/** What every connection is told before its first statement. */
const sessionSettings = (lockTimeout: string) =>
  `SET ROLE tradepost_app; SET TIME ZONE 'UTC'; SET DateStyle TO ISO; SET statement_timeout = '15s';
   SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '${lockTimeout}'`;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs,
    types: typeParsers,
    application_name: 'tradepost',
    // Statements that do not wait for each other's answers go in one round trip.
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(sessionSettings('10s'));
    },
  } as pg.PoolConfig);
  pool.on('error', options.onError);
  try {
    await refuseTooMuchPower(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const pipelines = createPipelines({
    connectionString: options.connectionString,
    size: options.pipelines,
    settings: sessionSettings('100ms'),
    onError: options.onError,
  });
  return {
    batch: pipelines.batch,
    transaction: (work, role = 'app') => poolTransaction(pool, work, role),
    ping: async () =>
      (await pool.query({ text: 'SELECT 1', query_timeout: connectMs } as pg.QueryConfig)).rowCount === 1,
    close: async () => {
      await Promise.all([pool.end(), pipelines.close()]);
    },
  };
}

/** Row-level security says nothing to a superuser, a role that bypasses it, or an owner without FORCE. */
async function refuseTooMuchPower(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relowner = r.oid AND n.nspname = 'public') AS too_much
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  if (rows[0]?.too_much !== false)
    throw new Error(
      'The role tradepost_app is a superuser, bypasses row-level security or owns tables: not serving.',
    );
}

async function poolTransaction<T>(
  pool: pg.Pool,
  work: (queryable: Queryable) => Promise<T>,
  role: 'app' | 'system',
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committing = false;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const together = gatherWrites(client);
    together();
    // Not waited for: it goes with the first statement, which fails too if this fails.
    const begun = client.query(role === 'system' ? 'BEGIN; SET LOCAL ROLE tradepost_system' : 'BEGIN');
    begun.catch(() => {});
    const result = await work({
      query: async <R extends Row>({ name, text, values }: Statement) => {
        together();
        return (await client.query<R>({ name, text, values: values as unknown[] })).rows;
      },
    });
    await begun;
    committing = true;
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back by an error that nobody saw');
    return result;
  } catch (error) {
    if (!isServerAnswer(error) && committing) {
      broken ??= error as Error;
      throw new DatabaseOutcomeUnknown('connection lost in COMMIT', { cause: error });
    }
    if (isSilence(error)) broken ??= error;
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** What is sent until the end of this tick goes in one packet: the database is woken once for all of it. */
function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let gathering = false;
  return () => {
    if (gathering) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  };
}
