import type pg from 'pg';
import { type BatchCallback, BatchQuery } from './batch-query.ts';
import {
  DatabaseOutcomeUnknown,
  isServerAnswer,
  isSilence,
  type Row,
  type Statement,
  silenceMs,
  type Transaction,
  type TransactionWithLast,
} from './statement.ts';

const begin: Statement = { name: 'begin', text: 'BEGIN', values: [] };
const commit: Statement = { name: 'commit', text: 'COMMIT', values: [] };
const takeRole = (role: string): Statement => ({
  name: 'take_role',
  text: `SET LOCAL ROLE ${role}`,
  values: [],
});

/** Runs the work in a transaction on a pool connection. BEGIN is sent with the first statement. */
export async function poolTransaction<T>(
  pool: pg.Pool,
  work: (ending: TransactionWithLast) => Promise<T>,
  role: string | undefined,
  /** Called for each packet; a packet is one round trip. */
  onPacket: () => void,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const packets = createPackets(client, role ? [begin, takeRole(role)] : [begin], onPacket);
  let commitment: 'none' | 'asked' | 'answered' = 'none';
  const end = async (): Promise<void> => {
    commitment = 'asked';
    const command = await packets.sendWith(commit);
    commitment = 'answered';
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back by an error in a statement that was not awaited');
  };
  const isAsked = () => commitment === 'asked';
  const last = async <R extends Row>(statement: Statement): Promise<R[]> => {
    const rows = packets.query<R>(statement);
    // When COMMIT fails too, the error of COMMIT is reported.
    rows.catch(() => {});
    await end();
    return rows;
  };
  try {
    const result = await work({ ...packets, last });
    if (commitment === 'none') await end();
    return result;
  } catch (error) {
    if (!isServerAnswer(error) && isAsked()) {
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

/** A statement with the callbacks for its rows. */
type PendingStatement = {
  statement: Statement;
  resolve: (rows: Row[]) => void;
  reject: (error: Error) => void;
};

const nobody: Pick<PendingStatement, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };

/**
 * Collects the statements of a transaction. All statements of one tick, and earlier statements passed to `send`, are
 * sent as one packet and return together, so that the database and this process each wake up once.
 */
function createPackets(
  client: pg.PoolClient,
  first: readonly Statement[],
  onPacket: () => void,
): Transaction & { sendWith: (statement: Statement) => Promise<string> } {
  let waiting: PendingStatement[] = first.map((statement) => ({ statement, ...nobody }));
  let isDue = false;

  const sendAll = (answered?: (command: string) => void): void => {
    const asked = waiting;
    waiting = [];
    onPacket();
    const done: BatchCallback = (error, rows) => {
      asked.forEach(({ resolve, reject }, index) => {
        if (rows) resolve(rows[index] as Row[]);
        else reject(error);
      });
      if (rows) answered?.(query.command);
    };
    const statements = asked.map(({ statement }) => statement);
    const query = new BatchQuery(client, statements, silenceMs, done, false);
    client.query(query as unknown as pg.Submittable);
  };
  const sendSoon = (): void => {
    if (isDue) return;
    isDue = true;
    process.nextTick(() => {
      isDue = false;
      if (waiting.length > 0) sendAll();
    });
  };

  const ask = async <R extends Row>(statement: Statement): Promise<R[]> => {
    try {
      return await new Promise<R[]>((resolve, reject) => {
        waiting.push({ statement, resolve: resolve as PendingStatement['resolve'], reject });
        sendSoon();
      });
    } catch (error) {
      // The original stack refers to the response parser. The stack of the query replaces it.
      if (isServerAnswer(error)) Error.captureStackTrace(error);
      throw error;
    }
  };

  return {
    query: ask,
    send: (statement) => {
      waiting.push({ statement, ...nobody });
    },
    sendWith: (statement) =>
      new Promise((resolve, reject) => {
        waiting.push({ statement, resolve: () => {}, reject });
        sendAll(resolve);
      }),
  };
}
