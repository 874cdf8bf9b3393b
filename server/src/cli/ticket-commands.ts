import type { Command } from 'commander';
import type { App } from '../app.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { jsonLine, oneField, printableJson } from './printed.ts';

type WithApp = (work: (app: App) => Promise<void>) => Promise<void>;
type Print = (text: string) => void;
/** A status entered by the operator, which may be invalid. */
type StatusInput = string;
type ListOptions = { org?: string; status?: StatusInput; limit: string; after?: string; json?: boolean };
type TicketWork<T> = (support: typeof import('../support/index.ts'), scope: OrgTransaction) => Promise<T>;

/** Modules that are loaded only when a command runs, so that help output is fast. */
const support = () => import('../support/index.ts');

const ofOrganization = ['--org <orgId>', 'organization of the ticket'] as const;

/** Adds `tradepost ticket …`, the operator's commands for support tickets. */
export function ticketCommands(program: Command, withApp: WithApp, print: Print): void {
  const group = program.command('ticket').description('support tickets');
  /** Runs the work in a transaction of the organization, with the service as the actor. */
  const inOrganization = (org: string, work: TicketWork<void>) =>
    withApp(async ({ database, newId }) => {
      const { createInOrganization } = await import('../platform/access/scope.ts');
      const own = await support();
      await createInOrganization(database, newId)(org, newId('req'), (scope) => work(own, scope));
    });
  listCommand(group, withApp, print);
  group
    .command('show <ticketId>')
    .description('print a ticket with its comments, as JSON')
    .requiredOption(...ofOrganization)
    .action((ticketId: string, { org }: { org: string }) =>
      inOrganization(org, async ({ showTicket }, scope) =>
        print(printableJson(await showTicket(scope, ticketId))),
      ),
    );
  group
    .command('comment <ticketId> <text>')
    .description('comment on a ticket; a closed ticket is reopened')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, text: string, { org }: { org: string }) => {
      await inOrganization(org, ({ answerTicket }, scope) => answerTicket(scope, ticketId, text));
      print(`Comment added to ${ticketId}.`);
    });
  group
    .command('status <ticketId> <status>')
    .description('set the status: OPEN, IN_PROGRESS, IN_REVIEW, BLOCKED or CLOSED')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, typed: string, { org }: { org: string }) => {
      const wanted = (await support()).requireState(typed);
      await inOrganization(org, ({ moveTicket }, scope) => moveTicket(scope, ticketId, wanted));
      print(`${ticketId} now has the status ${wanted}.`);
    });
  group
    .command('due <ticketId> <time>')
    .description('set the due time (RFC 3339), which overrides the due time that follows from the priority')
    .requiredOption(...ofOrganization)
    .action(async (ticketId: string, time: string, { org }: { org: string }) => {
      const { millisecondsOf } = await import('../platform/records/fields.ts');
      const at = millisecondsOf(time);
      if (at === undefined) throw new Error('the time must be an RFC 3339 time with an offset, or a date');
      const due = new Date(at);
      await inOrganization(org, ({ setDueTime }, scope) => setDueTime(scope, ticketId, due));
      print(`${ticketId} is now due at ${due.toISOString()}.`);
    });
}

function listCommand(group: Command, withApp: WithApp, print: Print): void {
  group
    .command('list')
    .description(
      'list open tickets, earliest due first: organization, id, status, priority, due time and name',
    )
    .option('--org <orgId>', 'only this organization')
    .option('--status <status>', 'only this status: OPEN, IN_PROGRESS, IN_REVIEW, BLOCKED or CLOSED')
    .option('--limit <number>', 'page size, 1 to 1000', '100')
    .option('--after <ticketId>', 'only tickets after this ticket, for the next page')
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
