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

/** Opens a ticket. @throws 400 without a name, and for watchers that are no members */
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

/** Locks a ticket that something is to happen to. @throws 404, 400 for one that is archived */
export async function lockLiveTicket(scope: OrgTransaction, id: string): Promise<TicketRow> {
  const ticket = await lockTicket(scope, id);
  if (!ticket) throw supportErrors.support_ticket_not_found();
  if (isArchived(ticket, scope.now)) throw supportErrors.support_ticket_archived();
  return ticket;
}

/** Changes priority and watchers of a ticket; when it is due follows, unless the operator has said so. */
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

/** Closes a ticket, and has it archived in time. One that is closed already stays as it is, without an event. */
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

/** The change by which a closed ticket is open again. */
export const reopened = { status: firstState, close_time: null } as const;

/** Opens a closed ticket again. One that is open stays as it is, without an event. */
export async function reopenTicket(scope: OrgTransaction, id: string): Promise<TicketRow> {
  const before = await lockLiveTicket(scope, id);
  return isClosed(before.status) ? changeTicket(scope, before, 'REOPEN', reopened) : before;
}

/**
 * Writes a comment, which opens a closed ticket again: one event tells both. The operator may always answer, however many
 * comments there are.
 * @param also what changes of the ticket with it
 * @throws 400 for an empty one, and beyond the most that a ticket may have
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
    throw supportErrors.support_ticket_full(`A ticket may have ${mostComments} comments.`);
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
  // The event names nobody beside its own actor: what it shows stays when a member has left.
  await changeTicket(scope, before, action, change, encodeComment(row));
  const isPerson = actor.type === 'USER';
  return encodeComment({
    ...row,
    member_name: isPerson ? (actor.name ?? null) : null,
    member_email: isPerson ? (actor.email ?? null) : null,
  });
}
