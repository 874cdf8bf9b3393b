import type { NotificationEvent, WithId } from '@tradepost/sdk';
import { listNotificationEventsByEntity } from '../generated/notificationEvents.ts';
import { section } from './resource/index.ts';
import { Section } from './resource/section.tsx';
import { Status } from './status.tsx';
import { Time } from './time.tsx';

type Props = { orgId: string; entityType: string; entityId: string };

const notifications = section<object, WithId<NotificationEvent>>({
  title: 'Notifications',
  operation: listNotificationEventsByEntity,
  columns: [
    { name: 'Event', cell: ({ title }) => title },
    { name: 'Message', cell: ({ message }) => message },
    { name: 'Messages', cell: ({ eventStatus }) => <Status of={eventStatus} /> },
    { name: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
  ],
  empty: 'No notifications about this record yet.',
});

/** The events of one record that Tradepost sent or may send to people, newest first. */
export const RecordNotifications = ({ orgId, ...params }: Props) => (
  <Section section={notifications} orgId={orgId} params={params} record={{}} />
);
