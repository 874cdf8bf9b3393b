import pg from 'pg';
import { type BatchCallback, BatchQuery } from './batch-query.ts';
import { createSharedTransactions } from './shared-transactions.ts';
import {
  connectMs,
  DatabaseOutcomeUnknown,
  isServerAnswer,
  type Row,
  type Statement,
  silenceMs,
  typeParsers,
} from './statement.ts';

type Pipeline = { client: pg.Client | undefined; opening: Promise<pg.Client> | undefined; inFlight: number };

/**
 * Creates a few connections that all requests share. A transaction is queued on one connection in a single synchronous
 * tick, so that two transactions never interleave.
 */
export function createPipelines(options: {
  connectionString: string;
  size: number;
  settings: string;
  onError: (error: Error) => void;
}) {
  const pipelines: Pipeline[] = Array.from({ length: options.size }, () => ({
    client: undefined,
    opening: undefined,
    inFlight: 0,
  }));
  let closed = false;

  const open = async (pipeline: Pipeline): Promise<pg.Client> => {
    const config = {
      connectionString: options.connectionString,
      types: typeParsers,
      pipeline: true,
      connectionTimeoutMillis: connectMs,
    };
    const client = new pg.Client({ ...config, application_name: 'tradepost pipeline' } as pg.ClientConfig);
    const forget = (error?: Error) => {
      if (pipeline.client === client) pipeline.client = undefined;
      if (error && !closed) options.onError(error);
    };
    client.on('error', forget);
    client.on('end', () => forget());
    await client.connect();
    await client.query(options.settings);
    pipeline.client = client;
    return client;
  };

  const clientOf = async (pipeline: Pipeline): Promise<pg.Client> => {
    pipeline.opening ??= open(pipeline).finally(() => {
      pipeline.opening = undefined;
    });
    return pipeline.opening;
  };

  const send = async (statements: readonly Statement[]): Promise<Row[][]> => {
    if (closed) throw new Error('connection closed');
    const pipeline = pipelines.reduce((least, other) => (other.inFlight < least.inFlight ? other : least));
    pipeline.inFlight++;
    try {
      return await sendTransaction(pipeline.client ?? (await clientOf(pipeline)), statements);
    } finally {
      pipeline.inFlight--;
    }
  };

  const shared = createSharedTransactions(send);
  /** @param between allows a shared transaction with other batches that have the same `between` statement */
  const batch = (statements: readonly Statement[], between?: Statement): Promise<Row[][]> =>
    between ? shared.add(statements, between) : send(statements);

  const close = async () => {
    closed = true;
    await Promise.all(pipelines.map((pipeline) => pipeline.client?.end()));
  };

  const usage = () => {
    const inFlight = pipelines.map((pipeline) => pipeline.inFlight);
    const pipelinesInUse = inFlight.filter((count) => count > 0).length;
    return {
      pipelinesInUse,
      pipelinesWaiting: inFlight.reduce((sum, count) => sum + count, 0) - pipelinesInUse,
    };
  };

  return { batch, usage, close };
}

/** Returns whether the client rejected the query before sending it. */
const wasNotSent = (error: Error): boolean => /not queryable|was closed/.test(error.message);

/** Sends one transaction as one packet, queued in a single tick. */
function sendTransaction(client: pg.Client, statements: readonly Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    const done: BatchCallback = (error, rows) => {
      if (!error) resolve(rows);
      else if (isServerAnswer(error) || wasNotSent(error)) reject(error);
      else reject(new DatabaseOutcomeUnknown('connection lost in COMMIT', { cause: error }));
    };
    client.query(new BatchQuery(client, statements, silenceMs, done) as unknown as pg.Submittable);
  });
}
