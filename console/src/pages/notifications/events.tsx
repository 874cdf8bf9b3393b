import type { NotificationEvent, WithId } from '@tradepost/sdk';
import { listNotificationEvents } from '../../generated/notificationEvents.ts';
import { EntityLink } from '../../ui/resource/entity-link.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';

type Event = WithId<NotificationEvent>;

export const { ListPage } = resourcePages<Event>({
  noun: ['event', 'events'],
  list: {
    operation: listNotificationEvents,
    title: 'Event log',
    filters: [
      { name: 'priorities', label: 'Priority', options: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
      { name: 'startDate', label: 'From' },
      { name: 'endDate', label: 'To' },
    ],
    columns: [
      { name: 'Event', cell: ({ title, message }) => <span title={message}>{title || message}</span> },
      { name: 'Message', cell: ({ message }) => message, width: 'wide' },
      {
        name: 'Record',
        cell: ({ entityType, entityID, entityName }, { orgId }) => (
          <EntityLink orgId={orgId} type={entityType} id={entityID} name={entityName} isBare />
        ),
      },
      {
        name: 'Priority',
        width: 'narrow',
        cell: ({ priority }) => (
          <Badge kind={priority === 'HIGH' || priority === 'CRITICAL' ? 'waiting' : 'quiet'}>
            {nameOf(priority)}
          </Badge>
        ),
      },
      { name: 'Messages', cell: ({ eventStatus }) => <Status of={eventStatus} />, width: 'narrow' },
      { name: 'Time', width: 'time', cell: ({ timestamp }) => <Time at={timestamp} /> },
    ],
    empty: 'No events in these days. Tradepost creates an event for each change that concerns people.',
  },
});
