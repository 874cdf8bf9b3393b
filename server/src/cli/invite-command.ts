import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { App } from '../app.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;

/** Adds `tradepost invite`, for users who join an organization without a member's invitation. */
export function inviteCommand(program: Command, withApp: WithApp, print: (text: string) => void): void {
  program
    .command('invite')
    .description(
      'print a link for joining an organization; the link can be used once and expires after an hour',
    )
    .option('--org <orgId>', 'organization; required if there are several')
    .option('--role <role>', 'ADMIN, EDITOR or VIEWER', 'ADMIN')
    .action((options: { org?: string; role: string }) =>
      withApp(async ({ database, newId, clock, addresses }) => {
        const role = options.role.toUpperCase();
        if (role !== 'ADMIN' && role !== 'EDITOR' && role !== 'VIEWER')
          throw new Error('--role must be ADMIN, EDITOR or VIEWER');
        const { createJoinLink, listEveryOrganization } = await import('../organizations/index.ts');
        const link = await database.transaction(async (queryable) => {
          const known = await listEveryOrganization(queryable);
          const named = known.filter(
            (one) => one.status !== 'DELETED' && (!options.org || one.organization_id === options.org),
          );
          const [organization] = named;
          if (!organization)
            throw new Error(
              options.org ? `organization ${options.org} does not exist` : 'there are no organizations yet',
            );
          if (named.length > 1) throw new Error('there are several organizations; select one with --org');
          const organizationId = organization.organization_id;
          const wanted = { organizationId, role, now: clock.now() } as const;
          return createJoinLink(queryable, { newId, random: randomBytes }, wanted);
        }, 'system');
        print(`${await addressOf(addresses)}${link}`);
      }),
    );
}

/** Finds the service's URL in the credentials file of an embedded installation, otherwise in the settings. */
async function addressOf(addresses: App['addresses']): Promise<string> {
  const { readAddresses } = await import('./caller.ts');
  const written = await readAddresses({}).catch(() => undefined);
  return written?.baseUrl ?? addresses.baseUrl();
}
