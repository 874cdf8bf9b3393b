import type { Command } from 'commander';
import type { App } from '../app.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;

/** Adds `tradepost usage …`, the operator's commands for reported usage. */
export function usageCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('usage').description('reported usage');
  group
    .command('verify')
    .description(
      'recompute usage from its records and report differences in ledgers, amounts, terms and invoices; ' +
        'exits with 1 if there are any',
    )
    .option('--org <orgId>', 'only this organization')
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
            print(
              `${id}: ${differences.length > 0 ? `${differences.length} DIFFERENCES` : 'no differences'}`,
            );
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
