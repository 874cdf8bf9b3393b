import type { z } from 'zod';
import {
  byDefault,
  closedEnum,
  codeText,
  flag,
  idText,
  list,
  longest,
  mailText,
  nameText,
  of,
  openEnum,
  record,
  shortText,
  texts,
  time,
  urlText,
  whole,
} from '../platform/records/fields.ts';
import { ticketStates } from './states.ts';

/** The longest that a description or a comment may be, in characters: longer ones are files. */
export const longestComment = 10_000;

export const SupportTicketPriority = closedEnum('SupportTicketPriority', 'How urgent a ticket is.', [
  'LOW',
  'NORMAL',
  'HIGH',
  'URGENT',
]);
export type SupportTicketPriority = z.infer<typeof SupportTicketPriority>;

export const SupportTicketTaskType = closedEnum('SupportTicketTaskType', 'What a ticket asks for.', [
  'Task',
  'Bug',
  'Feature Request',
]);
export type SupportTicketTaskType = z.infer<typeof SupportTicketTaskType>;

const thumbnails = {
  thumbnail_large: urlText('Not used: there are no thumbnails.'),
  thumbnail_medium: urlText('Not used: there are no thumbnails.'),
  thumbnail_small: urlText('Not used: there are no thumbnails.'),
};

export const SupportTicketAttachment = record('SupportTicketAttachment', 'A file of a support ticket.', {
  date: time('When it was attached.'),
  id: idText('Identifier.'),
  mimetype: codeText('What it holds, as its first bytes tell.'),
  size: whole('Number of bytes.'),
  ...thumbnails,
  title: nameText('Name that it is downloaded with.'),
  url: urlText(
    'Where anybody can download it without a token, for an hour at least and two at most; lists are without it.',
  ),
});

export const SupportTicketUser = record('SupportTicketUser', 'Who wrote a comment.', {
  email: mailText('E-mail address, of a member.'),
  id: idText('Identifier of the member or API client.'),
  isServiceEmployee: flag('Whether it is an answer of the operator of the service.'),
  profilePicture: urlText('Not used.'),
  username: nameText('Name, as far as there is one.'),
});

const SupportTicketFrame = record('SupportTicketFrame', 'Something that a comment embeds; it is not kept.', {
  id: idText('Identifier.'),
  url: urlText('Address.'),
});

const SupportTicketImage = record('SupportTicketImage', 'A picture in a comment; it is not kept.', {
  extension: codeText('Ending of its name.'),
  id: idText('Identifier.'),
  name: nameText('Name.'),
  ...thumbnails,
  title: nameText('Title.'),
  type: codeText('What it is.'),
  url: urlText('Address.'),
});

const SupportTicketCommentDetail = record('SupportTicketCommentDetail', 'A part of a comment.', {
  attachment: of(SupportTicketAttachment, 'Not kept: files are attached to the ticket.'),
  frame: of(SupportTicketFrame, 'Not kept.'),
  image: of(SupportTicketImage, 'Not kept: pictures are attached to the ticket.'),
  text: shortText('The text of the part.', longestComment),
  type: openEnum('Kind of part.', ['text']),
});

export const SupportTicketComment = record('SupportTicketComment', 'A comment on a support ticket.', {
  comment: list(
    SupportTicketCommentDetail,
    'Parts, whose texts are the comment where it has no text itself.',
  ),
  comment_text: shortText('The comment.', longestComment),
  creator: of(SupportTicketUser, 'Who wrote it.'),
  date: time('When it was written.'),
  id: idText('Identifier.'),
});
export type SupportTicketComment = z.infer<typeof SupportTicketComment>;

const watchers = texts(
  'Members that are told of the ticket beside those that its notification scopes name: ids, or e-mail addresses where ' +
    'they are sent.',
  longest.mail,
);

export const SupportTicket = record(
  'SupportTicket',
  'What the organization asks the operator of the service.',
  {
    attachments: list(SupportTicketAttachment, 'Its files, at most 20.'),
    closeTime: time('When it was closed; 30 days later it is archived.'),
    comments: list(SupportTicketComment, 'Its comments, in their order; lists are without them.'),
    creationTime: time('When it was opened.'),
    creator: idText('Who opened it.'),
    description: shortText('What it is about.', longestComment),
    dueTime: time('When it is to be solved: by its priority, unless the operator says otherwise.'),
    id: idText('Identifier.'),
    name: nameText('What it is about, in a few words; required.'),
    organizationId: idText('Organization that asks.'),
    priority: byDefault(SupportTicketPriority, 'NORMAL'),
    status: openEnum('How far it is.', ticketStates),
    taskType: byDefault(SupportTicketTaskType, 'Task'),
    watchers,
  },
);
export type SupportTicket = z.infer<typeof SupportTicket>;

export const UpdateSupportTicketRequest = record(
  'UpdateSupportTicketRequest',
  'What may change of a support ticket; both are required.',
  { priority: SupportTicketPriority, watchers },
);
export type UpdateSupportTicketRequest = z.infer<typeof UpdateSupportTicketRequest>;

export const ListSupportTicketsResponse = record(
  'ListSupportTicketsResponse',
  'A page of support tickets, in the order in which they were opened, without their comments.',
  {
    items: list(SupportTicket, 'The tickets.'),
    nextOffset: whole(
      'Offset of the next page; absent on the last one, and where the page was asked for by a cursor.',
    ),
    totalCount: whole('How many tickets there are in all.'),
  },
);
