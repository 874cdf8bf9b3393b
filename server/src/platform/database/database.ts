import pg from 'pg';
import { errors } from '../errors.ts';
import { createTurns } from './connection-turns.ts';
import { createPipelines } from './pipelines.ts';
import { type DatabaseRoles, usualRoles } from './roles.ts';
import {
  connectMs,
  ofDatabase,
  type Row,
  type Statement,
  silenceMs,
  type TransactionWithLast,
  typeParsers,
} from './statement.ts';
import { poolTransaction } from './transaction.ts';

export type Database = {
  /**
   * Sends the statements as one transaction in one tick on a shared pipelined connection, and returns their rows.
   * Callers cannot await between the statements. Use it only for reads and single-statement inserts: a lock wait blocks
   * the other transactions of the connection, and fails with `55P03` after 100 ms.
   * @param between allows a shared transaction with other batches of the same event loop turn that have the same
   * `between` statement, which runs before each batch except the first. A failed batch does not affect the other
   * batches.
   * @throws DatabaseOutcomeUnknown when the connection was lost after COMMIT was sent
   */
  batch(statements: readonly Statement[], between?: Statement): Promise<Row[][]>;
  /**
   * Runs the work in a transaction on a dedicated connection. Commits when the work returns; rolls back when it throws.
   * @param organizationId the organization of the work, which may use only a part of the connections at a time
   * @throws 503 when no connection becomes free in time
   */
  transaction<T>(
    work: (ending: TransactionWithLast) => Promise<T>,
    role?: 'app' | 'system',
    organizationId?: string,
  ): Promise<T>;
  /** Returns true when the database responds. */
  ping(): Promise<boolean>;
  /** Returns the current use of connections and the counters since the process started. */
  usage(): DatabaseUsage;
  close(): Promise<void>;
};

export type DatabaseUsage = {
  /** Transactions since the process started, and their statements. */
  transactions: number;
  statements: number;
  /** Round trips to the database. */
  packets: number;
  poolOpen: number;
  poolInUse: number;
  /** Transactions that are waiting for a connection. */
  poolWaiting: number;
  pipelinesInUse: number;
  /** Batches that are queued after another batch on the same connection. */
  pipelinesWaiting: number;
};

export type DatabaseOptions = {
  connectionString: string;
  poolSize: number;
  pipelines: number;
  roles?: DatabaseRoles;
  onError: (error: Error) => void;
};

/**
 * The fraction of the connections that one organization may use, so that connections stay free for other organizations.
 */
const partOfOne = 0.75;
const tooBusy =
  'No database connection became free in time. Nothing was changed. Repeat the request in a moment.';

/**
 * Creates the settings of every connection, which run before its first statement. If the server supports LZ4, large
 * values are compressed with LZ4, which needs a fraction of the default's processor time.
 */
const sessionSettings = ({ app }: DatabaseRoles, lockTimeout: string) =>
  `SET ROLE ${app}; SET TIME ZONE 'UTC'; SET DateStyle TO ISO;
   SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '${lockTimeout}';
   SELECT set_config(name, 'lz4', false) FROM pg_settings
     WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

export const openDatabase = async (options: DatabaseOptions): Promise<Database> =>
  withCounts(await connect(options));

/** Wraps a database to count its transactions and statements. */
function withCounts(database: UncountedDatabase): Database {
  const counts = { transactions: 0, statements: 0 };
  const counted = ({ query, send, last }: TransactionWithLast): TransactionWithLast => ({
    query: (statement) => {
      counts.statements++;
      return query(statement);
    },
    send: (statement) => {
      counts.statements++;
      send(statement);
    },
    last: (statement) => {
      counts.statements++;
      return last(statement);
    },
  });
  return {
    ...database,
    batch: (statements, between) => {
      counts.transactions++;
      counts.statements += statements.length;
      return database.batch(statements, between);
    },
    transaction: (work, role, organizationId) => {
      counts.transactions++;
      return database.transaction((ending) => work(counted(ending)), role, organizationId);
    },
    usage: () => ({ ...counts, ...database.usage() }),
  };
}

type UncountedDatabase = Omit<Database, 'usage'> & {
  usage(): Omit<DatabaseUsage, 'transactions' | 'statements'>;
};

async function connect(options: DatabaseOptions): Promise<UncountedDatabase> {
  const roles = options.roles ?? usualRoles;
  let packets = 0;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs,
    types: typeParsers,
    application_name: 'tradepost',
    // Statements that are sent without awaiting each other share one round trip.
    pipeline: true,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(sessionSettings(roles, '10s'));
    },
  } as pg.PoolConfig);
  const onError = (error: Error) => options.onError(ofDatabase(error));
  const noted = (error: unknown): never => {
    throw ofDatabase(error);
  };
  pool.on('error', onError);
  try {
    await refusePrivilegedRole(pool, roles);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const pipelines = createPipelines({
    connectionString: options.connectionString,
    size: options.pipelines,
    settings: sessionSettings(roles, '100ms'),
    onError,
  });
  const turns = createTurns({
    slots: options.poolSize,
    perKey: Math.max(1, Math.floor(options.poolSize * partOfOne)),
    timeoutMs: connectMs,
    createError: () => errors.unavailable(tooBusy, { headers: { 'retry-after': '1' } }),
  });
  return {
    batch: (statements, between) => {
      packets++;
      return pipelines.batch(statements, between).catch(noted);
    },
    transaction: async (work, role = 'app', organizationId) => {
      const giveBack = await turns.take(organizationId);
      const setRole = role === 'system' ? roles.system : undefined;
      const onPacket = () => {
        packets++;
      };
      return poolTransaction(pool, work, setRole, onPacket).catch(noted).finally(giveBack);
    },
    ping: () =>
      pool
        .query({ text: 'SELECT 1', query_timeout: connectMs } as pg.QueryConfig)
        .then(({ rowCount }) => rowCount === 1, noted),
    usage: () => ({
      packets,
      poolOpen: pool.totalCount,
      poolInUse: pool.totalCount - pool.idleCount,
      poolWaiting: pool.waitingCount + turns.waiting(),
      ...pipelines.usage(),
    }),
    close: async () => {
      await Promise.all([pool.end(), pipelines.close()]);
    },
  };
}

/** Rejects a role that bypasses row-level security: a superuser, a role with BYPASSRLS, or a table owner. */
async function refusePrivilegedRole(pool: pg.Pool, { app }: DatabaseRoles): Promise<void> {
  const { rows } = await pool.query(
    `SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relowner = r.oid AND n.nspname = 'public') AS too_much
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  if (rows[0]?.too_much !== false)
    throw new Error(
      `The role ${app} is a superuser, bypasses row-level security or owns tables. The service does not start with it.`,
    );
}
