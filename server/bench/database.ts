import path from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';

/** Does the work on a new PostgreSQL in the folder. */
export async function withDatabase<T>(
  folder: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  // No checkpoint in the middle: it would slow one side's round and not the other's.
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '1h' };
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), settings });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
