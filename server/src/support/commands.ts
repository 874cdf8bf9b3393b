import { findPeople } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { archiveJob } from './archive-job.ts';
import { type CommentRow, encodeComment, isOperator, type TicketRow } from './columns.ts';
import { supportErrors } from './errors.ts';
import type { SupportTicket, SupportTicketComment, UpdateSupportTicketRequest } from './records.ts';
import {
  archiveTimeOf,
  dueTimeOf,
  isArchived,
  mostComments,
  requireChange,
  requireName,
  textOf,
  watchersIn,
} from './rules.ts';
import { firstState, isClosed } from './states.ts';
import { changeTicket, createTicketRow, insertComment, lockTicket, type TicketChange } from './store.ts';

const resolveWatchers = async (
  scope: OrgTransaction,
  given: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> => (given.length === 0 ? [] : watchersIn(given, await findPeople(scope), before));

/** Opens a ticket. @throws 400 without a name, or for watchers who are not members */
export async function createTicket(scope: OrgTransaction, given: SupportTicket): Promise<TicketRow> {
  const { priority = 'NORMAL' } = given;
  const row: TicketRow = {
    id: scope.newId('tic'),
    organization_id: scope.organizationId,
    name: requireName(given),
    description: given.description || null,
    task_type: given.taskType ?? 'Task',
    priority,
    status: firstState,
    creator: scope.actor.id,
    watchers: await resolveWatchers(scope, given.watchers ?? []),
    attachments: '[]',
    comment_count: 0,
    due_time: dueTimeOf(priority, scope.now).toISOString(),
    is_due_given: false,
    close_time: null,
    creation_time: scope.now.toISOString(),
    sequence: 1,
  };
  await createTicketRow(scope, row);
  return row;
}

/** Locks a ticket for a change. @throws 404, 400 for an archived ticket */
export async function lockLiveTicket(scope: OrgTransaction, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(scope, id);
  if (!ticket) throw supportErrors.support_ticket_not_found();
  if (isArchived(ticket, scope.now)) throw supportErrors.support_ticket_archived();
  return ticket;
}

/** Changes a ticket's priority and watchers. The due time follows the priority, unless set by the operator. */
export async function updateTicket(
  scope: OrgTransaction,
  id: string,
  given: UpdateSupportTicketRequest,
): Promise<TicketRow> {
  const { priority, watchers } = requireChange(given);
  const before = await lockLiveTicket(scope, id);
  const due = dueTimeOf(priority, new Date(before.creation_time)).toISOString();
  return changeTicket(scope, before, 'UPDATE', {
    priority,
    watchers: await resolveWatchers(scope, watchers, before.watchers),
    due_time: before.is_due_given || priority === before.priority ? before.due_time : due,
  });
}

/** Closes a ticket and schedules its archiving. A ticket that is already closed is unchanged, without an event. */
export async function closeTicket(scope: OrgTransaction, id: string): Promise<TicketRow> {
  const before = await lockLiveTicket(scope, id);
  return isClosed(before.status) ? before : closeLocked(scope, before);
}

export async function closeLocked(scope: OrgTransaction, before: TicketRow): Promise<TicketRow> {
  const closeTime = scope.now.toISOString();
  const at = archiveTimeOf(scope.now);
  await scope.query(enqueue(scope, archiveJob, { ticketId: before.id, closeTime }, { at }));
  return changeTicket(scope, before, 'CLOSE', { status: 'CLOSED', close_time: closeTime });
}

/** The change that reopens a closed ticket. */
export const reopened = { status: firstState, close_time: null } as const;

/** Reopens a closed ticket. An open ticket is unchanged, without an event. */
export async function reopenTicket(scope: OrgTransaction, id: string): Promise<TicketRow> {
  const before = await lockLiveTicket(scope, id);
  return isClosed(before.status) ? changeTicket(scope, before, 'REOPEN', reopened) : before;
}

/**
 * Writes a comment, which reopens a closed ticket. A single event records both changes. The limit on comments does not
 * apply to the operator.
 * @param also further changes to the ticket
 * @throws 400 for an empty comment, and beyond the limit
 */
export async function addComment(
  scope: OrgTransaction,
  ticketId: string,
  given: SupportTicketComment,
  also: Pick<TicketChange, 'attachments'> = {},
): Promise<string> {
  const content = textOf(given);
  const before = await lockLiveTicket(scope, ticketId);
  const { actor } = scope;
  const position = before.comment_count + 1;
  if (position > mostComments && !isOperator(actor))
    throw supportErrors.support_ticket_full(`The ticket has reached its comment limit (${mostComments}).`);
  const row: CommentRow = {
    id: scope.newId('tcm'),
    content,
    creator_type: actor.type,
    creator_id: actor.id,
    creator_name: actor.type === 'API_CLIENT' ? (actor.name ?? null) : null,
    creation_time: scope.now.toISOString(),
  };
  const comment = { ...row, organization_id: scope.organizationId, ticket_id: ticketId, position };
  await scope.query(insertComment(comment));
  const change = { ...also, comment_count: position, ...(isClosed(before.status) ? reopened : {}) };
  const action = isClosed(before.status) ? 'REOPEN' : 'UPDATE';
  // The comment in the event omits the author's name and address, because events are kept after a member has left.
  await changeTicket(scope, before, action, change, encodeComment(row));
  const isPerson = actor.type === 'USER';
  return encodeComment({
    ...row,
    member_name: isPerson ? (actor.name ?? null) : null,
    member_email: isPerson ? (actor.email ?? null) : null,
  });
}
