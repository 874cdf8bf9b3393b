import type { Command } from 'commander';
import type { App } from '../app.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;

/** `tradepost usage …`: what an operator does with reported usage. */
export function usageCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('usage').description('the usage of each organization');
  group
    .command('verify')
    .description(
      'rebuild the sums of usage from its records, and find where ledgers, amounts, terms and invoices differ; the exit status is 1 then',
    )
    .option('--org <orgId>', 'of this organization only')
    .option('--json', 'print JSON, one line for each difference')
    .action(({ org, json }: { org?: string; json?: boolean }) =>
      withApp(async (app) => {
        const [{ verifyUsage }, { verifyInvoices }, { listEveryOrganization }, { createInOrganization }] =
          await Promise.all([
            import('../metering/index.ts'),
            import('../billing/index.ts'),
            import('../organizations/index.ts'),
            import('../platform/access/scope.ts'),
          ]);
        const inOrganization = createInOrganization(app.database, app.newId);
        const every = () => app.database.transaction(listEveryOrganization, 'system');
        const ids = org ? [org] : (await every()).map(({ organization_id: id }) => id);
        let wrong = 0;
        for (const id of ids) {
          const differences = await inOrganization(id, app.newId('req'), async (scope) => [
            ...(await verifyUsage(scope)),
            ...(await verifyInvoices(scope)),
          ]);
          wrong += differences.length;
          if (!json)
            print(`${id}: ${differences.length > 0 ? `${differences.length} WRONG` : 'nothing is wrong'}`);
          for (const { check, of, expected, found } of differences)
            print(
              json
                ? JSON.stringify({ organizationId: id, check, of, expected, found })
                : `  ${of}: ${check}: expected ${expected}, found ${found}`,
            );
        }
        if (wrong > 0) process.exitCode = 1;
      }),
    );
}
