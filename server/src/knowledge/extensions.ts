import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';

/** What the search is without an extension of the database. */
const without: Readonly<Record<string, string>> = {
  btree_gin:
    'the search is slower where several organizations have much, and that of lists compares all rows',
  pg_trgm: 'the search suggests nothing, and that of lists compares all rows',
};

/** Says in the log which extensions the database lacks, and what that means. */
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
          'Where it can be made, "CALL prepare_knowledge_search(); CALL prepare_list_search()" as the owner of the tables makes ' +
          'it, and the indexes',
      );
}
