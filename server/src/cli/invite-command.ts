import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { App } from '../app.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;

/** `tradepost invite`: for a person who is to enter an organization, and whom nobody in it can invite. */
export function inviteCommand(program: Command, withApp: WithApp, print: (text: string) => void): void {
  program
    .command('invite')
    .description('print a link by which somebody becomes a member, good once and for an hour')
    .option('--org <orgId>', 'the organization; may be left out where there is one only')
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
          if (!organization) throw new Error(`there is no organization ${options.org ?? 'yet'}`);
          if (named.length > 1) throw new Error('there are several organizations: name one with --org');
          const organizationId = organization.organization_id;
          const wanted = { organizationId, role, now: clock.now() } as const;
          return createJoinLink(queryable, { newId, random: randomBytes }, wanted);
        }, 'system');
        print(`${await addressOf(addresses)}${link}`);
      }),
    );
}

/** Where the reader opens the service: as an installation with the embedded database has written down, else by its settings. */
async function addressOf(addresses: App['addresses']): Promise<string> {
  const { readAddresses } = await import('./caller.ts');
  const written = await readAddresses({}).catch(() => undefined);
  return written?.baseUrl ?? addresses.baseUrl();
}
