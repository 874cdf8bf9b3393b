import pg from 'pg';
import { errors } from '../errors.ts';
import { createTurns } from './connection-turns.ts';
import { createPipelines } from './pipelines.ts';
import { type DatabaseRoles, usualRoles } from './roles.ts';
import {
  connectMs,
  type Ending,
  ofDatabase,
  type Row,
  type Statement,
  silenceMs,
  typeParsers,
} from './statement.ts';
import { poolTransaction } from './transaction.ts';

export type Database = {
  /**
   * Sends the statements as one transaction on a shared pipelined connection, all in one tick, and answers their
   * rows. Nothing can be awaited in between. For reads and single-statement inserts only: a lock wait would stall
   * the others on the connection, so waiting longer than 100 ms fails with `55P03`.
   * @param between where given, other batches of the same turn of the event loop that give it may be in the same
   * transaction, with this statement in front of each but the first; one that fails has no effect on the others
   * @throws DatabaseOutcomeUnknown when the connection was lost after COMMIT was sent
   */
  batch(statements: readonly Statement[], between?: Statement): Promise<Row[][]>;
  /**
   * Runs the work in one transaction on a connection of its own; commits when it returns, else rolls back.
   * @param organizationId whose work it is: of one organization, only a part of the connections is used at once
   * @throws 503 when there is no connection for it in time
   */
  transaction<T>(
    work: (ending: Ending) => Promise<T>,
    role?: 'app' | 'system',
    organizationId?: string,
  ): Promise<T>;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  /** How much of its connections is in use at this moment. */
  usage(): DatabaseUsage;
  close(): Promise<void>;
};

export type DatabaseUsage = {
  /** Transactions begun, and statements sent in them, since the process began. */
  transactions: number;
  statements: number;
  /** Round trips to the database: what is sent in one go, and answered in one. */
  packets: number;
  poolOpen: number;
  poolInUse: number;
  /** Transactions that wait for a connection. */
  poolWaiting: number;
  pipelinesInUse: number;
  /** Batches behind another on their connection. */
  pipelinesWaiting: number;
};

export type DatabaseOptions = {
  connectionString: string;
  poolSize: number;
  pipelines: number;
  roles?: DatabaseRoles;
  onError: (error: Error) => void;
};

/** Whatever one organization does, and however long its transactions wait for each other, some are left for others. */
const partOfOne = 0.75;
const tooBusy = 'Too much is under way here; nothing was done. Repeat the request in a moment.';

/**
 * The settings of every connection, before its first statement. Large values are compressed by LZ4, where the server was
 * built with it: writing and reading them takes a fraction of the processor's time.
 */
const sessionSettings = ({ app }: DatabaseRoles, lockTimeout: string) =>
  `SET ROLE ${app}; SET TIME ZONE 'UTC'; SET DateStyle TO ISO;
   SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '30s'; SET lock_timeout = '${lockTimeout}';
   SELECT set_config(name, 'lz4', false) FROM pg_settings
     WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

export const openDatabase = async (options: DatabaseOptions): Promise<Database> =>
  withCounts(await connect(options));

/** Counts the transactions, and the statements in them. */
function withCounts(database: Uncounted): Database {
  const counts = { transactions: 0, statements: 0 };
  const counted = ({ query, send, last }: Ending): Ending => ({
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

type Uncounted = Omit<Database, 'usage'> & {
  usage(): Omit<DatabaseUsage, 'transactions' | 'statements'>;
};

async function connect(options: DatabaseOptions): Promise<Uncounted> {
  const roles = options.roles ?? usualRoles;
  let packets = 0;
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
      await client.query(sessionSettings(roles, '10s'));
    },
  } as pg.PoolConfig);
  const onError = (error: Error) => options.onError(ofDatabase(error));
  const noted = (error: unknown): never => {
    throw ofDatabase(error);
  };
  pool.on('error', onError);
  try {
    await refuseTooMuchPower(pool, roles);
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
    ofOne: Math.max(1, Math.floor(options.poolSize * partOfOne)),
    longestMs: connectMs,
    refuse: () => errors.unavailable(tooBusy, { headers: { 'retry-after': '1' } }),
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

/** Row-level security says nothing to a superuser, a role that bypasses it, or an owner without FORCE. */
async function refuseTooMuchPower(pool: pg.Pool, { app }: DatabaseRoles): Promise<void> {
  const { rows } = await pool.query(
    `SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relowner = r.oid AND n.nspname = 'public') AS too_much
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  if (rows[0]?.too_much !== false)
    throw new Error(
      `The role ${app} is a superuser, bypasses row-level security or owns tables: not serving.`,
    );
}
