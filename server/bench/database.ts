import path from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';

/** Prevents checkpoints during a round, because a checkpoint would slow only one of the compared sides. */
const steady = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '1h' };

/**
 * Runs work on a new PostgreSQL in the folder. By default its settings differ from those of `npm start`, for
 * fair comparisons.
 */
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
