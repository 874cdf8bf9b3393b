import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { jsonLine, oneField, printableJson } from './printed.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;
/** A status as somebody wrote it, which may be none. */
type Typed = string;
type ListOptions = { org?: string; status?: Typed; limit: string; after?: string; json?: boolean };
type InTicket<T> = (support: typeof import('../support/index.ts'), scope: OrgTransaction) => Promise<T>;

/** Loaded when a command runs: what only lists the commands does not wait for it. */
const support = () => import('../support/index.ts');

const ofOrganization = ['--org <orgId>', 'the organization that asks'] as const;

/** `tradepost ticket …`: what an operator does with support tickets. */
export function ticketCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('ticket').description('support tickets of organizations');
  /** In a transaction of the organization, in the name of the service. */
  const inOrganization = (org: string, work: InTicket<void>) =>
    withApp(async ({ database, newId }) => {
      const { createInOrganization } = await import('../platform/access/scope.ts');
      const own = await support();
      await createInOrganization(database, newId)(org, newId('req'), (scope) => work(own, scope));
    });
  listCommand(group, withApp, print);
  group
    .command('show <ticketId>')
    .description('a ticket with its comments, as JSON')
    .requiredOption(...ofOrganization)
    .action((ticketId: string, { org }: { org: string }) =>
      inOrganization(org, async ({ showTicket }, scope) =>
        print(printableJson(await showTicket(scope, ticketId))),
      ),
    );
  group
    .command('comment <ticketId> <text>')
    .description('answer; a closed ticket is open again')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, text: string, { org }: { org: string }) => {
      await inOrganization(org, ({ answerTicket }, scope) => answerTicket(scope, ticketId, text));
      print(`${ticketId} is answered.`);
    });
  group
    .command('status <ticketId> <status>')
    .description('OPEN, IN_PROGRESS, IN_REVIEW, BLOCKED or CLOSED')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, typed: string, { org }: { org: string }) => {
      const wanted = (await support()).requireState(typed);
      await inOrganization(org, ({ moveTicket }, scope) => moveTicket(scope, ticketId, wanted));
      print(`${ticketId} is ${wanted} now.`);
    });
  group
    .command('due <ticketId> <time>')
    .description('when it is to be solved: an RFC 3339 time; its priority says so no more')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, time: string, { org }: { org: string }) => {
      const { millisecondsOf } = await import('../platform/records/fields.ts');
      const at = millisecondsOf(time);
      if (at === undefined) throw new Error('the time must be an RFC 3339 time with an offset, or a date');
      const due = new Date(at);
      await inOrganization(org, ({ setDueTime }, scope) => setDueTime(scope, ticketId, due));
      print(`${ticketId} is due at ${due.toISOString()} now.`);
    });
}

function listCommand(group: Command, withApp: WithApp, print: Print): void {
  group
    .command('list')
    .description(
      'organization, id, status, priority, due time and name of each that is open, what is due first; 100 of them, and ' +
        'those after the last one with --after',
    )
    .option('--org <orgId>', 'of this organization only')
    .option('--status <status>', 'those in this status: OPEN, IN_PROGRESS, IN_REVIEW, BLOCKED or CLOSED')
    .option('--limit <number>', 'how many, 1 to 1000', '100')
    .option('--after <ticketId>', 'those after this one')
    .option('--json', 'print JSON')
    .action(async ({ org, status, limit, after, json }: ListOptions) => {
      const { listEveryTicket, requireState } = await support();
      if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1000)
        throw new Error('--limit must be a whole number from 1 to 1000');
      const filter = {
        organizationId: org,
        status: status === undefined ? undefined : requireState(status),
        limit: Number(limit),
        after,
      };
      await withApp(async ({ database }) => {
        const rows = await database.transaction((queryable) => listEveryTicket(queryable, filter), 'system');
        if (json) return print(jsonLine(rows));
        for (const row of rows)
          print(
            [row.organization_id, row.id, row.status, row.priority, row.due_time, oneField(row.name)].join(
              '\t',
            ),
          );
      });
    });
}
