import path from 'node:path';
import type { Command } from 'commander';
import { migrationsFolder } from './app.ts';
import { exportDatabase, importDatabase } from './platform/transfer/index.ts';

type WithDatabase = (
  work: (tool: { connectionString: string }) => Promise<void>,
  options?: { schema?: boolean },
) => Promise<void>;

const log = (line: string) => process.stderr.write(`${line}\n`);

/** `tradepost export FILE` and `tradepost import FILE`: everything, between the embedded database and another. */
export function transferCommands(program: Command, withDatabase: WithDatabase): void {
  program
    .command('export <file>')
    .description('write everything in the database to a file')
    .action((file: string) =>
      withDatabase(async ({ connectionString }) => {
        const { tables, rows } = await exportDatabase({
          connectionString,
          file: path.resolve(file),
          migrationsFolder,
          log,
        });
        log(`${rows} rows of ${tables} tables exported. Give the same MASTER_KEY where they are imported.`);
        log('The content of files is not in it: copy the storage, too.');
      }),
    );
  program
    .command('import <file>')
    .description('read everything from such a file into an empty database')
    .action((file: string) =>
      withDatabase(
        async ({ connectionString }) => {
          const { tables, rows } = await importDatabase({
            connectionString,
            file: path.resolve(file),
            migrationsFolder,
            log,
          });
          log(`${rows} rows of ${tables} tables imported.`);
        },
        { schema: false },
      ),
    );
}
