import pg from 'pg';

/** Runs a statement and prints the first column of each row. */
const [connectionString, text] = process.argv.slice(2);
const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
try {
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' });
  for (const [value] of rows) console.log(String(value));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.end().catch(() => {});
}
