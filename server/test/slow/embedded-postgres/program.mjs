import { startEmbeddedPostgres } from './index.js';

try {
  const { connectionString } = await startEmbeddedPostgres(JSON.parse(process.argv[2]));
  console.log(JSON.stringify({ connectionString }));
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(JSON.stringify({ error: `${error.name}: ${error.message}` }));
}
