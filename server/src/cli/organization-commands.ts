import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { OperatorCommand } from '../organizations/wiring.ts';
import { jsonLine, oneField } from './printed.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;

/** Modules that are loaded only when a command runs, so that help output is fast. */
const organizations = () => import('../organizations/index.ts');

/** Adds `tradepost organization …`. */
export function organizationCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('organization').description('organizations of this service');
  group
    .command('list')
    .description('list all organizations: id, environment, status and name')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      withApp(async (app) => {
        const { listEveryOrganization } = await organizations();
        const rows = await app.database.transaction(listEveryOrganization, 'system');
        if (options.json) return print(jsonLine(rows));
        for (const row of rows)
          print([row.organization_id, row.environment, row.status, oneField(row.name)].join('\t'));
      }),
    );
  group
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'name of the organization')
    .option('--environment <environment>', 'TEST or PROD', 'PROD')
    .option('--json', 'print JSON')
    .action(async (options: { name: string; environment: string; json?: boolean }) => {
      const environment = options.environment.toUpperCase();
      if (environment !== 'TEST' && environment !== 'PROD')
        throw new Error('--environment must be TEST or PROD');
      requireName(options.name, 200);
      await withApp(async (app) => {
        const { createOrganization } = await organizations();
        const id = await app.database.transaction(
          (queryable) =>
            createOrganization(queryable, app.newId, app.clock.now(), { name: options.name, environment }),
          'system',
        );
        print(options.json ? JSON.stringify({ orgId: id }) : `Organization ${id} created.`);
      });
    });
  for (const [command, description] of Object.entries(commandDescriptions)) {
    group
      .command(`${command} <orgId>`)
      .description(description)
      .action((orgId: string) =>
        withApp(async (app) => {
          const { commandOrganization, operatorCommands } = await organizations();
          const context = { newId: app.newId, wallNow: app.clock.now() };
          await app.database.transaction(
            (queryable) => commandOrganization(queryable, context, orgId, command as OperatorCommand),
            'system',
          );
          print(`Organization ${orgId} is now ${operatorCommands[command as OperatorCommand].to}.`);
        }),
      );
  }
}

const commandDescriptions: Record<OperatorCommand, string> = {
  approve: 'activate a self-registered organization',
  suspend: 'make an organization read-only until it is reinstated',
  reinstate: 'end a suspension',
};

/** Requires a valid name, with the same rule as the API. */
export function requireName(name: string, longest: number): void {
  if (name.trim() === '' || name.length > longest)
    throw new Error(`--name must have 1 to ${longest} characters and must not be blank`);
}
