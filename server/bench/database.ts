import path from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';

/** No checkpoint in the middle: it would slow one side's round and not the other's. */
const steady = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '1h' };

/** Does the work on a new PostgreSQL in the folder, with other settings than `npm start` gives it where sides are compared. */
export async function withDatabase<T>(
  folder: string,
  work: (connectionString: string) => Promise<T>,
  settings: Record<string, string> = steady,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), settings });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
