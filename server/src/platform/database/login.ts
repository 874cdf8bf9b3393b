import pg from 'pg';
import { connectionProblem } from './connection-problem.ts';
import { connectMs } from './statement.ts';

export type LoginOptions = Readonly<{ applicationName: string; timeoutMs?: number }>;

/**
 * Runs the work on a single connection of the database login.
 * @throws DatabaseUnreachable when no connection can be made
 */
export async function withLogin<T>(
  connectionString: string,
  options: LoginOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = clientOf(connectionString, options);
  // When the connection is lost, the current statement also fails. Without a listener, the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    const { host, port, database = '', user = '' } = client;
    throw connectionProblem(error, { host, port, database, user });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws DatabaseUnreachable when the address, or a file that it names, cannot be read */
function clientOf(connectionString: string, options: LoginOptions): pg.Client {
  try {
    return new pg.Client({
      connectionString,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.timeoutMs ?? connectMs,
    });
  } catch (error) {
    const url = new URL(connectionString);
    const address = { host: url.hostname, port: Number(url.port) || 5432, user: url.username };
    throw connectionProblem(error, { ...address, database: url.pathname.slice(1) });
  }
}
