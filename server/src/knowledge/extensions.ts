import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';

/** The effects of a missing database extension on the search. */
const without: Readonly<Record<string, string>> = {
  btree_gin:
    'the search is slower where several organizations have many records, and the search of lists compares all rows',
  pg_trgm: 'the search makes no suggestions, and the search of lists compares all rows',
};

/** Logs the missing database extensions with their effects. */
export async function warnOfExtensions(database: Database, log: Logger): Promise<void> {
  const rows = await database.transaction(({ query }) =>
    query<{ name: string }>({
      name: 'read_extensions',
      text: 'SELECT e.extname AS name FROM pg_extension e WHERE e.extname = ANY ($1)',
      values: [Object.keys(without)],
    }),
  );
  for (const [name, means] of Object.entries(without))
    if (!rows.some((row) => row.name === name))
      log.warn(
        { extension: name },
        `the database has no extension ${name}: ${means}. ` +
          'If the extension is available, run "CALL prepare_knowledge_search(); CALL prepare_list_search()" as the owner of the tables ' +
          'to create it and the indexes',
      );
}
