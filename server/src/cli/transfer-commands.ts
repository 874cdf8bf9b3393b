import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../platform/system/config.ts';

/** Loaded when a command runs: what only lists the commands does not wait for it. */
const load = async () => ({
  ...(await import('../platform/transfer/index.ts')),
  migrationsFolder: (await import('../platform/database/migrate.ts')).migrationsFolder,
});

type WithDatabase = (
  work: (tool: { config: Config; connectionString: string }) => Promise<void>,
  options?: { schema?: boolean },
) => Promise<void>;

const log = (line: string) => process.stderr.write(`${line}\n`);

/** `tradepost export FILE` and `tradepost import FILE`: everything, between the embedded database and another. */
export function transferCommands(program: Command, withDatabase: WithDatabase): void {
  program
    .command('export <file>')
    .description('write everything in the database to a file')
    .option('--verbose', 'say how many rows each table has')
    .action((file: string, { verbose }: { verbose?: boolean }) =>
      withDatabase(async ({ config, connectionString }) => {
        const { exportDatabase, migrationsFolder } = await load();
        const { tables, rows } = await exportDatabase({
          connectionString,
          file: path.resolve(file),
          migrationsFolder,
          roles: config.databaseRoles,
          ...(verbose ? { log } : {}),
        });
        log(`${rows} rows of ${tables} tables exported. Give the same MASTER_KEY where they are imported.`);
        log('The content of files is not in it: copy the storage, too.');
      }),
    );
  program
    .command('import <file>')
    .description('read everything from such a file into an empty database')
    .option('--verbose', 'say how many rows each table has')
    .action((file: string, { verbose }: { verbose?: boolean }) =>
      withDatabase(
        async ({ config, connectionString }) => {
          const { importDatabase, migrationsFolder } = await load();
          const { tables, rows } = await importDatabase({
            connectionString,
            file: path.resolve(file),
            migrationsFolder,
            roles: config.databaseRoles,
            ...(verbose ? { log } : {}),
          });
          log(`${rows} rows of ${tables} tables imported.`);
        },
        { schema: false },
      ),
    );
}
