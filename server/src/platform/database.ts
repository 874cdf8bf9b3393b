import pg from 'pg';
import { createPipelines } from './pipelines.ts';

/** A statement with a name: it is parsed and planned once for each connection. */
export type Statement = { name: string; text: string; values: readonly unknown[] };
export type Row = Record<string, unknown>;

export type Queryable = {
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
};

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

/** The answer to a COMMIT never came: the change is there or it is not. */
export class DatabaseOutcomeUnknown extends Error {
  override readonly name = 'DatabaseOutcomeUnknown';
}

export type DatabaseOptions = {
  connectionString: string;
  poolSize: number;
  pipelines: number;
  onError: (error: Error) => void;
};

/** Times come as RFC 3339 text, JSON and numeric as the text that the database has: nothing is parsed to be printed. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 114 || oid === 3802 || oid === 1700) return (value: string) => value;
    if (oid === 1184) return rfc3339;
    if (oid === 20) return Number;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** `2026-11-21 12:00:00.1+00`, as PostgreSQL prints it in UTC, to `2026-11-21T12:00:00.100Z`. */
export function rfc3339(value: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/.exec(value);
  if (!match) return value;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

/** What every connection is told before its first statement. */
const sessionSettings = (lockTimeout: string) =>
  `SET ROLE tradepost_app; SET TIME ZONE 'UTC'; SET DateStyle TO ISO; SET statement_timeout = '15s';
   SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '${lockTimeout}'`;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    types: typeParsers,
    application_name: 'tradepost',
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
    ping: async () => (await pool.query('SELECT 1')).rowCount === 1,
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
    await client.query(role === 'system' ? 'BEGIN; SET LOCAL ROLE tradepost_system' : 'BEGIN');
    const result = await work({
      query: async <R extends Row>({ name, text, values }: Statement) =>
        (await client.query<R>({ name, text, values: values as unknown[] })).rows,
    });
    committing = true;
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back by an error that nobody saw');
    return result;
  } catch (error) {
    if (!isServerAnswer(error) && committing) {
      broken ??= error as Error;
      throw new DatabaseOutcomeUnknown('connection lost in COMMIT', { cause: error });
    }
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** True when PostgreSQL itself answered with an error, so that the outcome is known. */
export const isServerAnswer = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/** The SQLSTATE of an error that PostgreSQL answered, if it is one. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** True for errors that say nothing of the request: the database is away, restarting or full. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state)
    return state.startsWith('08') || state.startsWith('57P') || state.startsWith('53') || state === '55P03';
  const code = (error as { code?: string } | null)?.code;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'].includes(code ?? '') ||
    /terminated|connection|queryable|timeout exceeded/i.test((error as Error | null)?.message ?? '')
  );
}
