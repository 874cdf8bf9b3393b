import type { SupportTicket, WithId } from '@tradepost/sdk';
import {
  closeSupportTicket,
  createSupportTicket,
  createSupportTicketAttachment,
  getSupportTicket,
  listSupportTickets,
  reopenSupportTicket,
  updateSupportTicket,
} from '../../generated/support.ts';
import { paths } from '../../paths.ts';
import { resourcePages } from '../../ui/resource/index.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { Attachments, Comments } from './comments.tsx';

type Ticket = WithId<SupportTicket>;

const isClosed = ({ status = '' }: Ticket): boolean => /closed|archived/i.test(status);
const isArchived = ({ status = '' }: Ticket): boolean => /archived/i.test(status);

const Priority = ({ of }: { of: string | undefined }) => (
  <Badge kind={of === 'URGENT' ? 'bad' : of === 'HIGH' ? 'waiting' : 'quiet'}>{nameOf(of)}</Badge>
);

export const { ListPage, RecordPage } = resourcePages<Ticket>({
  noun: ['support ticket', 'support tickets'],
  path: paths.tickets,
  recordPath: paths.ticket,
  list: {
    operation: listSupportTickets,
    query: { order: 'desc' },
    columns: [
      { name: 'Subject', cell: ({ name }) => name, width: 'wide' },
      { name: 'Type', cell: ({ taskType }) => taskType },
      { name: 'Priority', cell: ({ priority }) => <Priority of={priority} />, width: 'narrow' },
      { name: 'Status', cell: ({ status }) => <Status of={status?.toUpperCase()} />, width: 'narrow' },
      { name: 'Due', width: 'time', cell: ({ dueTime }) => <Time at={dueTime} /> },
      { name: 'Created', width: 'time', cell: ({ creationTime }) => <Time at={creationTime} /> },
    ],
    empty: 'No support tickets. Open a ticket to ask the operator of this service for help.',
    actions: [
      {
        operation: createSupportTicket,
        label: 'New ticket',
        kind: 'primary',
        submit: 'Open the ticket',
        help: 'The operator of this service answers by mail and in the ticket.',
        fields: ['name', 'description', 'taskType', 'priority'],
        labels: { name: 'Subject', taskType: 'Type', watchers: 'Members who are notified' },
        start: { priority: 'NORMAL' },
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getSupportTicket,
    title: ({ name, id }) => name || id,
    status: ({ status }) => status?.toUpperCase(),
    facts: [
      {
        name: 'Description',
        cell: ({ description }) => <span className="whitespace-pre-wrap">{description}</span>,
      },
      { name: 'Type', cell: ({ taskType }) => taskType },
      { name: 'Priority', cell: ({ priority }) => <Priority of={priority} /> },
      { name: 'Due', cell: ({ dueTime: at }) => at && <Time at={at} /> },
      { name: 'Closed', cell: ({ closeTime: at }) => at && <Time at={at} /> },
    ],
    actions: [
      {
        operation: createSupportTicketAttachment,
        label: 'Attach a file',
        submit: 'Attach',
        help: 'PDF, DOCX, plain text, HTML or a picture. A ticket has at most 20 files.',
        reason: (of) => (isArchived(of) ? 'The ticket is archived.' : undefined),
      },
      {
        operation: updateSupportTicket,
        label: 'Edit',
        help: 'The priority determines when the ticket is due.',
        labels: { watchers: 'Members who are notified' },
        // The service requires both fields.
        preset: ({ priority = 'NORMAL', watchers = [] }) => ({ priority, watchers }),
        reason: (of) => (isArchived(of) ? 'The ticket is archived.' : undefined),
      },
      { operation: closeSupportTicket, label: 'Close', isHidden: isClosed },
      {
        operation: reopenSupportTicket,
        label: 'Reopen',
        isHidden: (of) => !isClosed(of),
        reason: (of) => (isArchived(of) ? 'The ticket is archived.' : undefined),
      },
    ],
    sections: [
      { title: 'Comments', Content: Comments },
      { title: 'Files', Content: Attachments },
    ],
    timeline: 'SUPPORT_TICKET',
  },
});
