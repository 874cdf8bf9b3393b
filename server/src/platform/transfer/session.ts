import pg from 'pg';

/** Runs work on a dedicated connection. If the work throws, the connection is closed and its statement is aborted. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'tradepost transfer', keepAlive: true });
  // When the connection is lost, the running statement also fails. Without a listener, the process would exit.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Configures the current transaction: values are formatted exactly, and the timeouts of requests do not apply. */
export async function setUpTransaction(client: pg.Client): Promise<void> {
  await client.query(
    `SET LOCAL client_encoding TO 'UTF8'; SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle TO ISO;
     SET LOCAL IntervalStyle TO postgres; SET LOCAL extra_float_digits TO 1; SET LOCAL bytea_output TO hex`,
  );
  // The names are selected from pg_settings, because older servers lack transaction_timeout.
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
