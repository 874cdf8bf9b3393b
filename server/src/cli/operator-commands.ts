import type { Command } from 'commander';
import type { App } from '../app.ts';

/** Modules that are loaded only when a command runs, so that help output is fast. */
const organizations = () => import('../organizations/index.ts');

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Adds `tradepost secrets …`. */
export function secretCommands(program: Command, withApp: WithApp): void {
  program
    .command('secrets')
    .description('secrets that MASTER_KEY encrypts')
    .command('rotate')
    .description('encrypt all secrets with MASTER_KEY that are encrypted with a key of MASTER_KEY_PREVIOUS')
    .action(() =>
      withApp(async ({ database, vault }) => {
        const { encryptedColumns } = await organizations();
        const { createLog } = await import('../platform/observability/log.ts');
        const { reencrypt } = await import('../platform/secrets/key-rotation.ts');
        const done = await reencrypt({ database, vault, log: createLog('fatal', 2) }, encryptedColumns);
        print(`${done.reencrypted} secrets encrypted again with the key ${vault.keyId}.`);
        if (done.unreadable.length > 0)
          throw new Error(`encrypted with an unknown key: ${done.unreadable.join(', ')}`);
      }),
    );
}

/** Adds `tradepost quota …`. */
export function quotaCommands(program: Command, withApp: WithApp): void {
  const group = program.command('quota').description('quotas of organizations');
  group
    .command('set <name> <maximum>')
    .description('set a quota; an unknown name prints the valid names')
    .requiredOption('--org <orgId>', 'organization, or * for all organizations without a separate quota')
    .action(async (name: string, maximum: string, { org }: { org: string }) => {
      const names = (await import('../api.ts')).apiQuotas.map((quota) => quota.name);
      if (!names.includes(name)) throw new Error(`unknown quota ${name}; quotas: ${names.join(', ')}`);
      if (!/^\d{1,9}$/.test(maximum)) throw new Error('the maximum must be a whole number');
      await withApp(async ({ database, newId, clock }) => {
        const { setQuota } = await organizations();
        const quota = { organizationId: org, name, maximum: Number(maximum) };
        await database.transaction((queryable) => setQuota(queryable, newId, clock.now(), quota), 'system');
        print(`The quota ${name} of ${org} is set to ${maximum}; all processes apply it within a minute.`);
      });
    });
  group
    .command('list')
    .description('list the quotas set by operators: organization, name and maximum')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      withApp(async ({ database }) => {
        const { listSetQuotas } = await organizations();
        const rows = await database.transaction(listSetQuotas, 'system');
        if (options.json) return print(JSON.stringify(rows));
        for (const row of rows) print([row.organization_id, row.name, row.maximum].join('\t'));
      }),
    );
}

/** Adds `tradepost ai …`. */
export function aiCommands(program: Command, withApp: WithApp): void {
  program
    .command('ai')
    .description('AI features')
    .command('credit <cents>')
    .description('set the monthly free credit of an organization, in cents')
    .requiredOption('--org <orgId>', 'organization')
    .action(async (cents: string, { org }: { org: string }) => {
      if (!/^\d{1,9}$/.test(cents)) throw new Error('the number of cents must be a whole number');
      await withApp(async ({ database, newId }) => {
        const [{ setAiCredit }, { createInOrganization }] = await Promise.all([
          organizations(),
          import('../platform/access/scope.ts'),
        ]);
        const inOrganization = createInOrganization(database, newId);
        await inOrganization(org, newId('req'), (scope) => setAiCredit(scope, Number(cents)));
        print(`The monthly free credit of ${org} is set to ${cents} cents.`);
      });
    });
}
