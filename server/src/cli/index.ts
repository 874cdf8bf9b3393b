import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { App } from '../app.ts';
import type { Role } from '../organizations/wiring.ts';
import type { Config } from '../platform/system/config.ts';
import { service } from '../platform/version.ts';
import { auditCommands } from './audit-commands.ts';
import { eventCommands } from './event-commands.ts';
import { inviteCommand } from './invite-command.ts';
import { loginCommands } from './login-commands.ts';
import { marketplaceCommands } from './marketplace-commands.ts';
import { aiCommands, quotaCommands, secretCommands } from './operator-commands.ts';
import { organizationCommands, requireName } from './organization-commands.ts';
import { ticketCommands } from './ticket-commands.ts';
import { transferCommands } from './transfer-commands.ts';
import { usageCommands } from './usage-commands.ts';

/** Modules that are loaded only when a command runs, so that help output is fast. */
const organizations = () => import('../organizations/index.ts');

type Serve = (roles: { serve: boolean; work: boolean }) => Promise<void>;

/** Runs the command in the service's arguments. */
export async function cli(deps: { serve: Serve }): Promise<void> {
  const words = process.argv.slice(2);
  await createProgram(deps).parseAsync(words.length > 0 ? words : ['start'], { from: 'user' });
}

/** Creates the command line: `tradepost serve`, `work`, `migrate`, and the operator's commands. */
export function createProgram(deps: { serve: Serve }): Command {
  const program = new Command('tradepost')
    .description('Sell software on cloud marketplaces and directly.')
    .version(service.version);
  program
    .command('start')
    .description('serve requests and run jobs')
    .action(() => deps.serve({ serve: true, work: true }));
  program
    .command('serve')
    .description('serve requests')
    .action(() => deps.serve({ serve: true, work: false }));
  program
    .command('work')
    .description('run jobs')
    .action(() => deps.serve({ serve: false, work: true }));
  program
    .command('migrate')
    .description('apply pending database migrations')
    .action(() => withFoundation(async () => print('The database is up to date.')));
  organizationCommands(program, withApp, print);
  clientCommands(program);
  inviteCommand(program, withApp, print);
  program
    .command('keys')
    .description('signing keys of tokens')
    .command('rotate')
    .description('sign new tokens with a new key')
    .action(() => withApp(async (app) => print(await app.keys.rotate())));
  auditCommands(program, withApp, print);
  usageCommands(program, withApp, print);
  marketplaceCommands(program, withApp, print);
  quotaCommands(program, withApp);
  aiCommands(program, withApp);
  ticketCommands(program, withApp, print);
  secretCommands(program, withApp);
  transferCommands(program, withFoundation);
  eventCommands(program, print);
  loginCommands(program, print);
  return program;
}

function clientCommands(program: Command): void {
  const group = program.command('api-client').description('API clients');
  group
    .command('create')
    .description('create a client and print its secret, which is shown only once')
    .requiredOption('--org <orgId>', 'organization')
    .option('--name <name>', 'name of the client', 'API client')
    .option('--role <role>', 'ADMIN, EDITOR or VIEWER', 'EDITOR')
    .option('--type <type>', 'BEARER_TOKEN, or API_KEY for a key that needs no token', 'BEARER_TOKEN')
    .option('--json', 'print JSON')
    .action(async (options: { org: string; name: string; role: string; type: string; json?: boolean }) => {
      const role = options.role.toUpperCase();
      if (options.type !== 'BEARER_TOKEN' && options.type !== 'API_KEY')
        throw new Error('--type must be BEARER_TOKEN or API_KEY');
      const type: 'BEARER_TOKEN' | 'API_KEY' = options.type;
      if (!['ADMIN', 'EDITOR', 'VIEWER'].includes(role))
        throw new Error('--role must be ADMIN, EDITOR or VIEWER');
      requireName(options.name, 100);
      await withApp(async (app) => {
        const { createClient } = await organizations();
        const client = await app.database.transaction(async (queryable) => {
          const known = await queryable.query({
            name: 'organization_exists',
            text: 'SELECT organization_id FROM organization WHERE organization_id = $1',
            values: [options.org],
          });
          if (known.length === 0) throw new Error(`organization ${options.org} does not exist`);
          const input = {
            organizationId: options.org,
            name: options.name,
            role: role as Role,
            type,
            now: app.clock.now(),
          };
          return createClient(queryable, { newId: app.newId, randomBytes }, input);
        }, 'system');
        const text = `Client ${client.id}, secret ${client.secret} (shown only once).`;
        print(
          options.json
            ? JSON.stringify({ orgId: options.org, clientId: client.id, clientSecret: client.secret })
            : text,
        );
      });
    });
  group
    .command('rotate <clientId>')
    .description('create a new secret; the old secret and its tokens expire immediately or after --overlap')
    .option('--overlap <hours>', 'hours until the old secret and its tokens expire, 0 to 168', '0')
    .action((clientId: string, { overlap }: { overlap: string }) => {
      if (!/^\d{1,3}$/.test(overlap) || Number(overlap) > 168)
        throw new Error('--overlap must be a whole number from 0 to 168');
      return withApp(async (app) => {
        const { rotateClient } = await organizations();
        const secret = await rotateClient({ ...app, randomBytes }, clientId, Number(overlap));
        if (!secret) throw new Error(`client ${clientId} does not exist`);
        print(JSON.stringify({ clientId, clientSecret: secret }));
      });
    });
  group
    .command('delete <clientId>')
    .description('delete a client and revoke its secrets and tokens')
    .action((clientId: string) =>
      withApp(async (app) => {
        const { deleteClient } = await organizations();
        if (!(await deleteClient({ ...app, randomBytes }, clientId)))
          throw new Error(`client ${clientId} does not exist`);
        print(`Client ${clientId} deleted.`);
      }),
    );
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

type Tool = { config: Config; connectionString: string };

/** Prepares the configuration and log of a command. The log goes to stderr, because other programs may parse stdout. */
async function prepare() {
  const { readConfig } = await import('../platform/system/config.ts');
  const { createLog } = await import('../platform/observability/log.ts');
  const program = await import('../process/foundation.ts');
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  return { ...program, config, log: createLog(config.logLevel, 2) };
}

async function withFoundation(
  work: (tool: Tool) => Promise<void>,
  options: { schema?: boolean } = {},
): Promise<void> {
  const { openFoundation, prepareSchema, requireLogin, ...prepared } = await prepare();
  const { log } = prepared;
  const config = { ...prepared.config, migrate: 'auto' as const };
  const foundation = await openFoundation(config, log);
  try {
    if (options.schema === false) await requireLogin(config, foundation);
    else await prepareSchema(config, foundation, log);
    await work({ config, connectionString: foundation.connectionString });
  } finally {
    await foundation.embedded?.stop();
  }
}

/** Runs the work of a command with the parts of the service, even while the service is running. */
async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const { joinFoundation, prepareSchema, config, log } = await prepare();
  const foundation = await joinFoundation(config, log);
  try {
    await prepareSchema(config, foundation, log);
    const { createApp } = await import('../app.ts');
    const app = await createApp({ config, log, ...foundation });
    try {
      await work(app);
    } finally {
      await app.stop();
    }
  } finally {
    await foundation.embedded?.stop();
  }
}
