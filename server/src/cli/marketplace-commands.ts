import type { Command } from 'commander';
import type { App } from '../app.ts';
import { jsonLine, oneField } from './printed.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;
type Options = { organization?: string; json?: boolean };

/** Adds `tradepost marketplace …`, the operator's commands for integrations of PROD organizations. */
export function marketplaceCommands(program: Command, withApp: WithApp, print: Print): void {
  program
    .command('marketplace')
    .description('marketplaces')
    .command('check <partner>')
    .description(
      'check the permissions of an integration with read-only calls and report problems; exits with 1 if there are any',
    )
    .option(
      '--organization <orgId>',
      'organization of the integration; required if several organizations have an integration',
    )
    .option('--json', 'print JSON, one line for each check')
    .action((partner: string, { organization, json }: Options) =>
      withApp(async (app) => {
        const { checkMarketplace } = await import('../marketplaces/index.ts');
        const { adapter, settings, organizationId } = await connectedOf(
          app,
          partner.toUpperCase(),
          organization,
        );
        if (!json) print(`${partner.toUpperCase()} of ${organizationId}, read-only checks:`);
        for await (const check of checkMarketplace(adapter, settings)) {
          if (!check.passed) process.exitCode = 1;
          print(json ? jsonLine(check) : lineOf(check));
        }
      }),
    );
}

const lineOf = ({ name, passed, message }: { name: string; passed: boolean; message: string }): string =>
  [passed ? 'passed' : 'FAILED', name, message].map(oneField).join('\t').trimEnd();

/** Finds the integration to check, with its settings. */
async function connectedOf(app: App, partner: string, organization: string | undefined) {
  const [{ listConnected, readIntegrationSettings }, { createInOrganization }] = await Promise.all([
    import('../organizations/index.ts'),
    import('../platform/access/scope.ts'),
  ]);
  const connected = await app.database.transaction(
    (queryable) => listConnected(queryable, partner),
    'system',
  );
  const organizationId = organization ?? connected[0];
  if (organizationId === undefined) throw new Error(`no organization has an integration with ${partner}`);
  if (!connected.includes(organizationId))
    throw new Error(`${organizationId} has no integration with ${partner}`);
  if (organization === undefined && connected.length > 1)
    throw new Error(
      `several organizations have an integration with ${partner}; ` +
        `choose one with --organization: ${connected.join(', ')}`,
    );
  const inOrganization = createInOrganization(app.database, app.newId);
  return inOrganization(organizationId, app.newId('req'), async (scope) => {
    const adapter = app.registry.find(scope, partner);
    if (!adapter) throw new Error(`this program has no adapter for ${partner}`);
    const settings = await readIntegrationSettings(scope, app.vault, { partner, service: 'MARKETPLACE' });
    return { adapter, organizationId, settings: settings ?? { info: {}, credentials: {} } };
  });
}
