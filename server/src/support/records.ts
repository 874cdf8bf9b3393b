import type { z } from 'zod';
import {
  byDefault,
  closedEnum,
  codeText,
  fieldOf,
  flag,
  idText,
  integer,
  list,
  longest,
  mailText,
  nameText,
  openEnum,
  record,
  shortText,
  texts,
  time,
  urlText,
} from '../platform/records/fields.ts';
import { ticketStates } from './states.ts';

/** The maximum length of a description or a comment, in characters; longer texts are attached as files. */
export const longestComment = 10_000;

export const SupportTicketPriority = closedEnum('SupportTicketPriority', 'Urgency of a ticket.', [
  'LOW',
  'NORMAL',
  'HIGH',
  'URGENT',
]);
export type SupportTicketPriority = z.infer<typeof SupportTicketPriority>;

export const SupportTicketTaskType = closedEnum('SupportTicketTaskType', 'Type of request.', [
  'Task',
  'Bug',
  'Feature Request',
]);
export type SupportTicketTaskType = z.infer<typeof SupportTicketTaskType>;

const thumbnails = {
  thumbnail_large: urlText('Unused: thumbnails are not supported.'),
  thumbnail_medium: urlText('Unused: thumbnails are not supported.'),
  thumbnail_small: urlText('Unused: thumbnails are not supported.'),
};

export const SupportTicketAttachment = record('SupportTicketAttachment', 'A file of a support ticket.', {
  date: time('When the file was attached.'),
  id: idText('Identifier.'),
  mimetype: codeText('Media type, detected from its first bytes.'),
  size: integer('Number of bytes.'),
  ...thumbnails,
  title: nameText('File name for the download.'),
  url: urlText('Download link that needs no token and expires after one to two hours; omitted in lists.'),
});

export const SupportTicketUser = record('SupportTicketUser', 'Author of a comment.', {
  email: mailText('E-mail address, if the author is a member.'),
  id: idText('Identifier of the member or API client.'),
  isServiceEmployee: flag('Whether the author is the operator of the service.'),
  profilePicture: urlText('Not used.'),
  username: nameText('Name, if known.'),
});

const SupportTicketFrame = record('SupportTicketFrame', 'Embedded content of a comment; not stored.', {
  id: idText('Identifier.'),
  url: urlText('URL.'),
});

const SupportTicketImage = record('SupportTicketImage', 'A picture in a comment; not stored.', {
  extension: codeText('File name extension.'),
  id: idText('Identifier.'),
  name: nameText('Name.'),
  ...thumbnails,
  title: nameText('Title.'),
  type: codeText('Type.'),
  url: urlText('URL.'),
});

const SupportTicketCommentDetail = record('SupportTicketCommentDetail', 'A part of a comment.', {
  attachment: fieldOf(SupportTicketAttachment, 'Not stored: files are attached to the ticket.'),
  frame: fieldOf(SupportTicketFrame, 'Not stored.'),
  image: fieldOf(SupportTicketImage, 'Not stored: pictures are attached to the ticket.'),
  text: shortText('The text of the part.', longestComment),
  type: openEnum('Type of the part.', ['text']),
});

export const SupportTicketComment = record('SupportTicketComment', 'A comment on a support ticket.', {
  comment: list(SupportTicketCommentDetail, 'Parts. Their texts are used when comment_text is empty.'),
  comment_text: shortText('The comment.', longestComment),
  creator: fieldOf(SupportTicketUser, 'Author.'),
  date: time('Creation time.'),
  id: idText('Identifier.'),
});
export type SupportTicketComment = z.infer<typeof SupportTicketComment>;

const watchers = texts(
  'Members notified of the ticket in addition to the recipients of its notification scopes. Accepts ids and e-mail ' +
    'addresses; responses contain ids.',
  longest.mail,
);

export const SupportTicket = record(
  'SupportTicket',
  'A request of the organization to the operator of the service.',
  {
    attachments: list(SupportTicketAttachment, 'Attached files, at most 20.'),
    closeTime: time('When the ticket was closed. A closed ticket is archived 30 days later.'),
    comments: list(SupportTicketComment, 'Comments, oldest first; omitted in lists.'),
    creationTime: time('Creation time.'),
    creator: idText('Member or API client that opened the ticket.'),
    description: shortText('Description.', longestComment),
    dueTime: time('Due time: derived from the priority, unless the operator has set it.'),
    id: idText('Identifier.'),
    name: nameText('Subject; required.'),
    organizationId: idText('Organization that opened the ticket.'),
    priority: byDefault(SupportTicketPriority, 'NORMAL'),
    status: openEnum('Status.', ticketStates),
    taskType: byDefault(SupportTicketTaskType, 'Task'),
    watchers,
  },
);
export type SupportTicket = z.infer<typeof SupportTicket>;

export const UpdateSupportTicketRequest = record(
  'UpdateSupportTicketRequest',
  'Changes to a support ticket; both fields are required.',
  { priority: SupportTicketPriority, watchers },
);
export type UpdateSupportTicketRequest = z.infer<typeof UpdateSupportTicketRequest>;

export const ListSupportTicketsResponse = record(
  'ListSupportTicketsResponse',
  'A page of support tickets, oldest first, without their comments.',
  {
    items: list(SupportTicket, 'The tickets.'),
    nextOffset: integer('Offset of the next page; absent on the last page, and if the request has a cursor.'),
    totalCount: integer('Total number of tickets.'),
  },
);
