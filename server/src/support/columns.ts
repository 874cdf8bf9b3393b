import type { RowOf } from '../platform/database/rows.ts';
import type { Row } from '../platform/database/statement.ts';
import { type ColumnsOf, columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import type { SignedLinks } from '../platform/secrets/signed-links.ts';
import type { SupportTicketPriority, SupportTicketTaskType } from './records.ts';
import { linksUntil } from './rules.ts';
import type { TicketStatus } from './states.ts';

/** The columns in which the fields of a SupportTicket are stored; its comments are in a separate table. */
const ticketFields = [
  ['id', 'id', 'text'],
  ['organizationId', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['taskType', 'task_type', 'text'],
  ['priority', 'priority', 'text'],
  ['status', 'status', 'text'],
  ['creator', 'creator', 'text'],
  ['watchers', 'watchers', 'texts'],
  ['attachments', 'attachments', 'json'],
  ['dueTime', 'due_time', 'time'],
  ['closeTime', 'close_time', 'time'],
  ['creationTime', 'creation_time', 'time'],
] as const satisfies FieldsIn<'support_ticket'>;

/** A ticket with the sequence number of its last event; `attachments` is JSON text. */
export type TicketRow = RowOf<
  'support_ticket',
  ColumnsOf<typeof ticketFields> | 'comment_count' | 'is_due_given' | 'sequence',
  { status: TicketStatus; priority: SupportTicketPriority; task_type: SupportTicketTaskType }
>;

/** A ticket row with the JSON text of some of its comments. */
export type TicketWithComments = TicketRow & { comments?: string };

/** Encodes a ticket with the comments in its row. Lists omit comments; events contain only the new comment. */
export const encodeTicket = recordEncoder([...ticketFields, ['comments', 'comments', 'json']]);

export const ticketColumns = ticketFields.map(([, column]) => column);
export const ticketColumnList = `${columnList(ticketFields, 't')}, t.comment_count, t.is_due_given, t.sequence`;

/** A comment, with the author's name and address if the author is still a member. */
export type CommentRow = RowOf<
  'support_comment',
  'id' | 'content' | 'creator_type' | 'creator_id' | 'creator_name' | 'creation_time'
> & { member_name?: string | null; member_email?: string | null };

export const isOperator = ({ type }: { type: string }): boolean => type === 'SERVICE';

export function encodeComment(row: CommentRow): string {
  const isServiceEmployee = isOperator({ type: row.creator_type });
  const username = isServiceEmployee ? 'Support' : (row.creator_name ?? row.member_name ?? undefined);
  return JSON.stringify({
    id: row.id,
    comment_text: row.content,
    date: new Date(row.creation_time).toISOString(),
    creator: { id: row.creator_id, username, email: row.member_email ?? undefined, isServiceEmployee },
  });
}

export type Attachment = { id: string; title: string; mimetype: string; size: number; date: string };

export const attachmentsOf = ({ attachments }: Pick<TicketRow, 'attachments'>): Attachment[] =>
  JSON.parse(attachments);

type LinkScope = { organizationId: string; wallNow: Date };

/** Returns the JSON text of a ticket's attachments, each with a link to its content. */
export function linkedAttachments(
  links: SignedLinks,
  scope: LinkScope,
  ticket: Pick<TicketRow, 'attachments'>,
) {
  const until = linksUntil(scope.wallNow);
  const linked = attachmentsOf(ticket).map((attachment) => ({
    ...attachment,
    url: links.link({ organizationId: scope.organizationId, id: attachment.id }, until),
  }));
  return JSON.stringify(linked);
}

const withComments = (row: TicketRow, comments: readonly CommentRow[]): TicketWithComments => ({
  ...row,
  comments: `[${comments.map(encodeComment).join(',')}]`,
});

/** Encodes a ticket with all of its comments, and links to its files. */
export const encodeWhole = (
  links: SignedLinks,
  scope: LinkScope,
  row: TicketRow,
  comments: readonly CommentRow[],
): string =>
  encodeTicket({ ...withComments(row, comments), attachments: linkedAttachments(links, scope, row) } as Row);

/** Encodes a ticket with its comments but without links, for stored responses. */
export const encodeUnlinked = (row: TicketRow, comments: readonly CommentRow[]): string =>
  encodeTicket(withComments(row, comments) as Row);
