import { z } from 'zod';
import type { FileDeps } from '../files/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { type Answer, RawJson, route } from '../platform/http/route.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { record, text } from '../platform/records/fields.ts';
import { attach } from './attach.ts';
import { type CommentRow, encodeUnlinked, encodeWhole, type TicketRow } from './columns.ts';
import { addComment, closeTicket, createTicket, reopenTicket, updateTicket } from './commands.ts';
import { supportErrors } from './errors.ts';
import { listTickets } from './list.ts';
import {
  ListSupportTicketsResponse,
  SupportTicket,
  SupportTicketAttachment,
  SupportTicketComment,
  UpdateSupportTicketRequest,
} from './records.ts';
import { findComments, selectComments, selectTicket } from './store.ts';

const path = '/org/{orgId}/support/ticket';
const pathOfOne = '/org/{orgId}/support/ticket/{ticketId}';
const group = 'Support';
const common = { group, response: SupportTicket, responseDescription: 'The ticket' } as const;
const notFound = supportErrors.support_ticket_not_found.definition;
const refusals = [notFound, supportErrors.support_ticket_archived.definition];
const refusalsOfFull = [...refusals, supportErrors.support_ticket_full.definition];
const condition = { of: pathOfOne, lock: lockRows(['support_ticket', 'ticketId']) };

/** The form of an upload. */
const AttachmentUpload = record('CreateSupportTicketAttachmentRequest', 'A file to attach.', {
  file: text('The file: PDF, DOCX, plain text (UTF-8), HTML, PNG, JPEG, GIF or WebP.').meta({
    override: { type: 'string', format: 'binary' },
  }),
});

/** Returns a ticket with its comments and links. The response that is stored for repeats omits the links. */
async function answer({ links }: FileDeps, scope: OrgTransaction, ticket: TicketRow): Promise<Answer> {
  const comments = await findComments(scope, ticket.id);
  return {
    body: new RawJson(encodeWhole(links, scope, ticket, comments)),
    repeatBody: new RawJson(encodeUnlinked(ticket, comments)),
  };
}

const reads = ({ links }: FileDeps) => [
  route({
    method: 'GET',
    path,
    operationId: 'listSupportTickets',
    group,
    summary: 'List support tickets',
    description: 'Lists tickets, oldest first, without comments and without links to attachments.',
    access: 'support:read',
    query: z.object(pageParameters()),
    response: ListSupportTicketsResponse,
    responseDescription: 'The tickets',
    run: { kind: 'batch', batch: listTickets },
  }),
  route({
    ...common,
    method: 'GET',
    path: pathOfOne,
    operationId: 'getSupportTicket',
    summary: 'Get a support ticket with its comments',
    access: 'support:read',
    errors: [notFound],
    run: {
      kind: 'batch',
      batch: (scope, { params }) => ({
        statements: [selectTicket(scope, params.ticketId), selectComments(scope, params.ticketId)],
        respond: ([rows, comments = []]) => {
          const row = rows?.[0];
          if (!row) throw supportErrors.support_ticket_not_found();
          const shown = encodeWhole(links, scope, row as TicketRow, comments as CommentRow[]);
          return { body: new RawJson(shown) };
        },
      }),
    },
  }),
];

const creation = (deps: FileDeps) =>
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createSupportTicket',
    summary: 'Open a support ticket',
    description:
      'Opens a ticket to the operator of the service. `name` is required. Suspended organizations and read-only roles may call this.',
    access: 'support:write',
    body: SupportTicket,
    serverSetFields: [
      'id',
      'organizationId',
      'attachments',
      'closeTime',
      'comments',
      'creationTime',
      'creator',
      'dueTime',
      'status',
    ],
    example: {
      name: 'An offer does not publish',
      description: 'It has been pending since 9:00.',
      priority: 'HIGH',
    },
    quota: 'supportTickets',
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => answer(deps, scope, await createTicket(scope, body)),
    },
  });

const changes = (deps: FileDeps) => [
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateSupportTicket',
    condition,
    summary: 'Change priority and watchers of a support ticket',
    description:
      'Both are required. Watchers must be members. The priority determines the due time: 4 hours, 1, 3 or 7 days ' +
      'after creation, unless the operator has set it.',
    access: 'support:write',
    body: UpdateSupportTicketRequest,
    requiredFields: ['priority', 'watchers'],
    example: { priority: 'URGENT', watchers: ['ann.lee@example.com'] },
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        answer(deps, scope, await updateTicket(scope, params.ticketId, body)),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: `${pathOfOne}/close`,
    operationId: 'closeSupportTicket',
    condition,
    summary: 'Close a support ticket',
    description:
      'A ticket that is already closed is unchanged. 30 days later it is archived and can no longer change.',
    access: 'support:write',
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(deps, scope, await closeTicket(scope, params.ticketId)),
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: `${pathOfOne}/reopen`,
    operationId: 'reopenSupportTicket',
    condition,
    summary: 'Reopen a closed support ticket',
    description: 'A ticket that is already open is unchanged.',
    access: 'support:write',
    errors: refusals,
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => answer(deps, scope, await reopenTicket(scope, params.ticketId)),
    },
  }),
];

const addRoutes = (deps: FileDeps) => [
  route({
    method: 'POST',
    path: `${pathOfOne}/comment`,
    operationId: 'createSupportTicketComment',
    group,
    summary: 'Comment on a support ticket',
    description:
      'The text is `comment_text`, or else the texts of `comment`. A closed ticket is reopened. A ticket has at most 500 comments.',
    access: 'support:write',
    body: SupportTicketComment,
    serverSetFields: ['id', 'date', 'creator'],
    example: { comment_text: 'It is published now. Thank you.' },
    quota: 'supportComments',
    response: SupportTicketComment,
    responseDescription: 'The comment',
    errors: refusalsOfFull,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(await addComment(scope, params.ticketId, body)),
      }),
    },
  }),
  route({
    method: 'POST',
    path: `${pathOfOne}/attachment`,
    operationId: 'createSupportTicketAttachment',
    group,
    summary: 'Attach a file to a support ticket',
    description:
      'A form (multipart/form-data) with one file. Its content must be PDF, DOCX, plain text, HTML, PNG, JPEG, GIF or ' +
      'WebP. A ticket has at most 20 attachments.',
    access: 'support:write',
    bodyFormat: { type: 'form' },
    body: AttachmentUpload,
    example: { file: '(the content)' },
    quota: 'files',
    response: z.array(SupportTicketAttachment),
    responseDescription: 'All attachments of the ticket, with links that are valid for at least an hour',
    errors: refusalsOfFull,
    run: {
      kind: 'outside',
      handle: (context, { params, upload }) => attach(deps, context, { upload, ticketId: params.ticketId }),
    },
  }),
];

export const supportRoutes = (deps: FileDeps) => [
  ...reads(deps),
  creation(deps),
  ...changes(deps),
  ...addRoutes(deps),
];
