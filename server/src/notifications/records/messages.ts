import {
  byDefault,
  closedEnum,
  fieldOf,
  idText,
  integer,
  list,
  longest,
  map,
  openEnum,
  record,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { allNotificationScopes } from '../notification-scopes.ts';
import { NotificationEvent, notificationChannels, notificationEventActions } from './events.ts';

export const NotificationMessageInfo = record('NotificationMessageInfo', 'Content of a message.', {
  action: openEnum('Action of the event.', notificationEventActions),
  ccRecipients: texts('Addresses that received a copy.', longest.mail),
  customFields: map('Custom fields of the sender.'),
  htmlContent: text('Content as HTML.'),
  rccRecipients: texts('Addresses that received a blind copy.', longest.mail),
  standardFields: map('Values from which the content was rendered.'),
  subject: text('Subject.'),
  textContent: text('Content as text.'),
});

export const NotificationMessage = record(
  'NotificationMessage',
  'A message to one recipient by one channel, sent or pending.',
  {
    attempts: integer('Number of delivery attempts.'),
    creationTime: time('Creation time.'),
    errorMessage: text('Error of the last attempt.'),
    id: idText('Identifier.'),
    info: fieldOf(NotificationMessageInfo, 'Content.'),
    lastUpdateTime: time('Time of the last change of status.'),
    notificationEventID: idText('The notification event.'),
    openTime: time('Time at which the recipient first opened the message, if known.'),
    organizationID: idText('Organization that sends the message.'),
    recipient: text('Recipient: an e-mail address or a webhook endpoint.'),
    status: openEnum('Delivery status.', ['PENDING', 'DONE', 'FAILED']),
    type: openEnum('The channel.', notificationChannels),
  },
);

export const NotificationTemplateParams = record(
  'NotificationTemplateParams',
  'Templates to preview or test.',
  {
    audience: closedEnum(
      'NotificationAudience',
      'Audience of the mail; mails to buyers contain no internal data of the seller.',
      ['MEMBERS', 'BUYERS'],
    ),
    recipients: texts('Addresses of members that receive the test; the caller’s by default.', longest.mail),
    scope: byDefault(openEnum('The notification scope.', allNotificationScopes), 'CREATE.OFFER'),
    subjectOverride: text('Subject that replaces the configured subject.'),
    templateOverride: text('Content that replaces the configured content, as HTML with {{ placeholders }}.'),
  },
);

const page = (what: string) => ({
  nextOffset: integer('Offset of the next page; absent on the last page.'),
  totalCount: integer(`Total number of ${what}.`),
});

export const ListNotificationEventsResponse = record(
  'ListNotificationEventsResponse',
  'A page of notification events, newest first.',
  { notificationEvents: list(NotificationEvent, 'The events.'), ...page('events') },
);

export const ListNotificationMessagesResponse = record(
  'ListNotificationMessagesResponse',
  'A page of notification messages, newest first.',
  { notificationMessages: list(NotificationMessage, 'The messages.'), ...page('messages') },
);
