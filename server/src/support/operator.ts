import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { encodeUnlinked } from './columns.ts';
import { addComment, closeLocked, lockLiveTicket, reopened } from './commands.ts';
import { supportErrors } from './errors.ts';
import { isClosed, operatorStates, type TicketStatus } from './states.ts';
import { changeTicket, findComments, findTicket } from './store.ts';

type ListedTicket = RowOf<
  'support_ticket',
  'organization_id' | 'id' | 'status' | 'priority' | 'due_time' | 'name'
>;

export type TicketFilter = {
  organizationId?: string | undefined;
  status?: TicketStatus | undefined;
  /** The maximum number of listed tickets. */
  limit: number;
  /** The id of the ticket after which the list continues. */
  after?: string | undefined;
};

/**
 * Lists the open tickets of all organizations, or the tickets in one state, by due time, in the system role. An index
 * provides the order up to the limit.
 * @throws AppError if the ticket in `after` does not exist
 */
export async function listEveryTicket(
  queryable: Queryable,
  { organizationId, status, limit, after }: TicketFilter,
): Promise<ListedTicket[]> {
  const place = after === undefined ? undefined : await placeOf(queryable, after);
  const [state, name] =
    status === undefined
      ? [`t.status NOT IN ('CLOSED', 'ARCHIVED')`, 'open']
      : ['t.status = $5', 'one_state'];
  const later = place
    ? '(t.due_time, t.id) > ($3::timestamptz, $4)'
    : '$3::text IS NULL AND $4::text IS NULL';
  return queryable.query<ListedTicket>({
    name: `list_support_tickets_in_${name}_${place ? 'after' : 'first'}`,
    text: `SELECT t.organization_id, t.id, t.status, t.priority, t.due_time, t.name
           FROM support_ticket t JOIN organization o ON o.organization_id = t.organization_id
           WHERE o.status <> 'DELETED' AND ($1::text IS NULL OR t.organization_id = $1) AND ${state} AND ${later}
           ORDER BY t.due_time, t.id LIMIT $2`,
    values: [
      organizationId ?? null,
      limit,
      place?.due_time ?? null,
      place?.id ?? null,
      ...(status === undefined ? [] : [status]),
    ],
  });
}

/** Returns the list position of a ticket. @throws AppError */
async function placeOf(
  queryable: Queryable,
  id: string,
): Promise<RowOf<'support_ticket', 'id' | 'due_time'>> {
  const [row] = await queryable.query<RowOf<'support_ticket', 'id' | 'due_time'>>({
    name: 'find_place_of_support_ticket',
    text: 'SELECT t.id, t.due_time FROM support_ticket t WHERE t.id = $1 LIMIT 1',
    values: [id],
  });
  if (!row) throw supportErrors.support_ticket_not_found();
  return row;
}

/** Returns the ticket with its comments, as JSON text. @throws AppError if the ticket does not exist */
export async function showTicket(scope: OrgTransaction, id: string): Promise<string> {
  await requireOrganization(scope);
  const ticket = await findTicket(scope, id);
  if (!ticket) throw supportErrors.support_ticket_not_found();
  return encodeUnlinked(ticket, await findComments(scope, id));
}

/** Adds a comment in the name of the service. */
export async function answerTicket(scope: OrgTransaction, id: string, text: string): Promise<void> {
  await requireOrganization(scope);
  await addComment(scope, id, { comment_text: text });
}

/**
 * Sets the status of a ticket. A ticket that already has the status is unchanged.
 * @throws AppError, Error for an unknown status
 */
export async function moveTicket(scope: OrgTransaction, id: string, wanted: string): Promise<void> {
  const status = requireState(wanted);
  await requireOrganization(scope);
  const before = await lockLiveTicket(scope, id);
  if (before.status === status) return;
  if (isClosed(status)) await closeLocked(scope, before);
  else if (isClosed(before.status)) await changeTicket(scope, before, 'REOPEN', { ...reopened, status });
  else await changeTicket(scope, before, 'UPDATE', { status });
}

/** Parses a status, ignoring case. @throws Error with the list of valid statuses */
export function requireState(wanted: string): TicketStatus {
  const status = operatorStates.find((known) => known === wanted.toUpperCase().replaceAll('_', ' '));
  if (!status) throw new Error(`the status must be one of ${operatorStates.join(', ')}`);
  return status;
}

/** Sets the due time of a ticket, which then no longer depends on the priority. */
export async function setDueTime(scope: OrgTransaction, id: string, dueTime: Date): Promise<void> {
  await requireOrganization(scope);
  const before = await lockLiveTicket(scope, id);
  await changeTicket(scope, before, 'UPDATE', { due_time: dueTime.toISOString(), is_due_given: true });
}

/** Requires that the organization exists and is not deleted. @throws Error */
async function requireOrganization(scope: OrgTransaction): Promise<void> {
  const found = await scope.query({
    name: 'find_organization_of_ticket',
    text: `SELECT o.organization_id FROM organization o WHERE o.organization_id = $1 AND o.status <> 'DELETED'`,
    values: [scope.organizationId],
  });
  if (found.length === 0) throw new Error(`there is no organization ${scope.organizationId}`);
}
