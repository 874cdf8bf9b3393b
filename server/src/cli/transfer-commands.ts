import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../platform/system/config.ts';

/** Modules that are loaded only when a command runs, so that help output is fast. */
const load = async () => ({
  ...(await import('../platform/transfer/index.ts')),
  migrationsFolder: (await import('../platform/database/migrate.ts')).migrationsFolder,
});

type WithDatabase = (
  work: (tool: { config: Config; connectionString: string }) => Promise<void>,
  options?: { schema?: boolean },
) => Promise<void>;

const log = (line: string) => process.stderr.write(`${line}\n`);

/** Adds `tradepost export FILE` and `tradepost import FILE`, which transfer all data between two databases. */
export function transferCommands(program: Command, withDatabase: WithDatabase): void {
  program
    .command('export <file>')
    .description('write the whole database to a file')
    .option('--verbose', 'print the number of rows of each table')
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
        log(`${rows} rows of ${tables} tables exported. Import them with the same MASTER_KEY.`);
        log('Contents of uploaded files are not included; copy the file storage, too.');
      }),
    );
  program
    .command('import <file>')
    .description('import an exported file into an empty database')
    .option('--verbose', 'print the number of rows of each table')
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
