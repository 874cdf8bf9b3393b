import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import type { ValuesFor } from '../platform/database/rows.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { requireKnownMove } from '../platform/records/moves.ts';
import {
  type CommentRow,
  encodeTicket,
  type TicketRow,
  type TicketWithComments,
  ticketColumnList,
} from './columns.ts';
import { ticketMoves } from './states.ts';

export const selectTicket = (scope: Pick<OrgScope, 'organizationId'>, id: string): Statement => ({
  name: 'select_support_ticket',
  text: `SELECT ${ticketColumnList} FROM support_ticket t WHERE t.organization_id = $1 AND t.id = $2`,
  values: [scope.organizationId, id],
});

export const findTicket = async (scope: OrgTransaction, id: string): Promise<TicketRow | undefined> =>
  (await scope.query<TicketRow>(selectTicket(scope, id)))[0];

/** Returns the comments of a ticket in order, with the names of authors who are still members. */
export const selectComments = (scope: Pick<OrgScope, 'organizationId'>, ticketId: string): Statement => ({
  name: 'select_support_comments',
  text: `SELECT c.id, c.content, c.creator_type, c.creator_id, c.creator_name, c.creation_time,
           m.name AS member_name, m.email AS member_email
         FROM support_comment c LEFT JOIN member m ON m.organization_id = c.organization_id AND m.id = c.creator_id
         WHERE c.organization_id = $1 AND c.ticket_id = $2 ORDER BY c.position`,
  values: [scope.organizationId, ticketId],
});

export const findComments = (scope: OrgTransaction, ticketId: string): Promise<CommentRow[]> =>
  scope.query<CommentRow>(selectComments(scope, ticketId));

/** Locks and returns the ticket, so that changes are serialized. */
export async function lockTicket(scope: OrgTransaction, id: string): Promise<TicketRow | undefined> {
  const { text, values } = selectTicket(scope, id);
  const rows = await scope.query<TicketRow>({
    name: 'lock_support_ticket',
    text: `${text} FOR NO KEY UPDATE`,
    values,
  });
  return rows[0];
}

const written = [
  'priority',
  'status',
  'watchers',
  'attachments',
  'comment_count',
  'due_time',
  'is_due_given',
  'close_time',
] as const;

const insert = defineStatement(
  'insert_support_ticket',
  {
    ticket: columns('support_ticket', [
      'organization_id',
      'id',
      'name',
      'description',
      'task_type',
      'creator',
      'creation_time',
      ...written,
    ]),
  },
  ({ ticket }) => ticket.insert({ last_update_time: ticket.at.creation_time }),
);

const { record } = createEntityEvents<
  TicketWithComments,
  'CREATE' | 'UPDATE' | 'CLOSE' | 'REOPEN' | 'ARCHIVE'
>('SUPPORT_TICKET', encodeTicket);

/** Writes a new ticket and its event. */
export async function createTicketRow(scope: OrgTransaction, row: TicketRow): Promise<void> {
  await scope.query(insert({ ticket: row }));
  await scope.query(record(scope, 'CREATE', row));
}

const update = defineStatement(
  'write_support_ticket',
  {
    key: columns('support_ticket', ['organization_id', 'id']),
    ticket: columns('support_ticket', [...written, 'last_update_time']),
  },
  ({ key, ticket }) => `UPDATE support_ticket t SET ${ticket.set}, sequence = t.sequence + 1
    WHERE ${key.equals('t')} RETURNING ${ticketColumnList}`,
);

export type TicketChange = Partial<
  Pick<ValuesFor<'support_ticket', (typeof written)[number]>, (typeof written)[number]>
> &
  Partial<Pick<TicketRow, 'status' | 'priority'>>;

/**
 * Writes the change of a locked ticket and its event.
 * @param comment JSON text of a new comment, which the event includes
 */
export async function changeTicket(
  scope: OrgTransaction,
  before: TicketRow,
  action: 'UPDATE' | 'CLOSE' | 'REOPEN' | 'ARCHIVE',
  change: TicketChange,
  comment?: string,
): Promise<TicketRow> {
  requireKnownMove([ticketMoves], before, change.status);
  const [row] = await scope.query<TicketRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      ticket: { ...before, ...change, last_update_time: scope.now },
    }),
  );
  if (!row) throw new Error(`support ticket ${before.id} does not exist`);
  const shown = comment === undefined ? row : { ...row, comments: `[${comment}]` };
  await scope.query(record(scope, action, shown, before));
  return row;
}

/** Inserts a comment. The caller must have locked the ticket, so that the position is unique. */
export const insertComment = insertInto('insert_support_comment', 'support_comment', [
  'organization_id',
  'id',
  'ticket_id',
  'position',
  'content',
  'creator_type',
  'creator_id',
  'creator_name',
  'creation_time',
]);

export const countTickets = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_support_tickets',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM support_ticket t WHERE t.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});

export const countComments = (scope: OrgScope, atMost: number): Statement => ({
  name: 'count_support_comments',
  text: `SELECT count(*) AS used FROM (
           SELECT FROM support_comment c WHERE c.organization_id = $1 LIMIT $2) AS counted`,
  values: [scope.organizationId, atMost],
});
