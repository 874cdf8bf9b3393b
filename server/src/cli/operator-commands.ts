import type { Command } from 'commander';
import type { App } from '../app.ts';

/** Loaded when a command runs: what only lists the commands does not wait for it. */
const organizations = () => import('../organizations/index.ts');

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** `tradepost secrets …`. */
export function secretCommands(program: Command, withApp: WithApp): void {
  program
    .command('secrets')
    .description('secrets that MASTER_KEY encrypts')
    .command('rotate')
    .description('encrypt anew, with MASTER_KEY, all that a key of MASTER_KEY_PREVIOUS encrypted')
    .action(() =>
      withApp(async ({ database, vault }) => {
        const { encryptedColumns } = await organizations();
        const { createLog } = await import('../platform/observability/log.ts');
        const { reencrypt } = await import('../platform/secrets/key-rotation.ts');
        const done = await reencrypt({ database, vault, log: createLog('fatal', 2) }, encryptedColumns);
        print(`${done.reencrypted} secrets sealed anew with the key ${vault.keyId}.`);
        if (done.unreadable.length > 0)
          throw new Error(`encrypted with a key that was not given: ${done.unreadable.join(', ')}`);
      }),
    );
}

/** `tradepost quota …`. */
export function quotaCommands(program: Command, withApp: WithApp): void {
  const group = program.command('quota').description('how much an organization may have');
  group
    .command('set <name> <maximum>')
    .description('set a maximum; a name that is none lists those that are')
    .requiredOption('--org <orgId>', 'an organization, or * for all that have no maximum of their own')
    .action(async (name: string, maximum: string, { org }: { org: string }) => {
      const names = (await import('../api.ts')).apiQuotas.map((quota) => quota.name);
      if (!names.includes(name)) throw new Error(`there is no quota ${name}; there are ${names.join(', ')}`);
      if (!/^\d{1,9}$/.test(maximum)) throw new Error('the maximum must be a whole number');
      await withApp(async ({ database, newId, clock }) => {
        const { setQuota } = await organizations();
        const quota = { organizationId: org, name, maximum: Number(maximum) };
        await database.transaction((queryable) => setQuota(queryable, newId, clock.now(), quota), 'system');
        print(`${name} of ${org} is ${maximum} now, within a minute on every process.`);
      });
    });
  group
    .command('list')
    .description('organization, name and maximum of each that was set')
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

/** `tradepost ai …`. */
export function aiCommands(program: Command, withApp: WithApp): void {
  program
    .command('ai')
    .description('use of AI features')
    .command('credit <cents>')
    .description('set how much of it is free in a month for an organization, in cents')
    .requiredOption('--org <orgId>', 'the organization')
    .action(async (cents: string, { org }: { org: string }) => {
      if (!/^\d{1,9}$/.test(cents)) throw new Error('the cents must be a whole number');
      await withApp(async ({ database, newId }) => {
        const [{ setAiCredit }, { createInOrganization }] = await Promise.all([
          organizations(),
          import('../platform/access/scope.ts'),
        ]);
        const inOrganization = createInOrganization(database, newId);
        await inOrganization(org, newId('req'), (scope) => setAiCredit(scope, Number(cents)));
        print(`${cents} cents a month are free for ${org} now.`);
      });
    });
}
