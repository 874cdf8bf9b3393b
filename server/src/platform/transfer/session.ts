import pg from 'pg';

/** A connection of its own; whatever it was doing is broken off when the work throws. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'tradepost transfer', keepAlive: true });
  // The statement in hand fails too when the connection is lost; without a listener the process would end.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sets up the transaction in hand: values are printed exactly, and no limit that is set for requests ends the work. */
export async function setUpTransaction(client: pg.Client): Promise<void> {
  await client.query(
    `SET LOCAL client_encoding TO 'UTF8'; SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle TO ISO;
     SET LOCAL IntervalStyle TO postgres; SET LOCAL extra_float_digits TO 1; SET LOCAL bytea_output TO hex`,
  );
  // The last of them is unknown to older servers.
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
}
