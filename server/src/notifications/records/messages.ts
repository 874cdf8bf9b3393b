import {
  byDefault,
  closedEnum,
  idText,
  list,
  longest,
  map,
  of,
  openEnum,
  record,
  text,
  texts,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { allNotificationScopes } from '../notification-scopes.ts';
import { NotificationEvent, notificationChannels, notificationEventActions } from './events.ts';

export const NotificationMessageInfo = record('NotificationMessageInfo', 'What a message says.', {
  action: openEnum('What happened.', notificationEventActions),
  ccRecipients: texts('Addresses that got a copy.', longest.mail),
  customFields: map('Fields of the sender’s own.'),
  htmlContent: text('Content as HTML.'),
  rccRecipients: texts('Addresses that got a hidden copy.', longest.mail),
  standardFields: map('What the content was made of.'),
  subject: text('Subject.'),
  textContent: text('Content as text.'),
});

export const NotificationMessage = record(
  'NotificationMessage',
  'What was sent, or is to be, to one recipient by one channel.',
  {
    attempts: whole('How often sending was tried.'),
    creationTime: time('When it was made.'),
    errorMessage: text('Why the last try failed.'),
    id: idText('Identifier.'),
    info: of(NotificationMessageInfo, 'What it says.'),
    lastUpdateTime: time('When its state last changed.'),
    notificationEventID: idText('Event that it is about.'),
    openTime: time('When its recipient first opened it, as far as that is known.'),
    organizationID: idText('Organization that sends it.'),
    recipient: text('Who it is for: an address.'),
    status: openEnum('How far sending has come.', ['PENDING', 'DONE', 'FAILED']),
    type: openEnum('The channel.', notificationChannels),
  },
);

export const NotificationTemplateParams = record(
  'NotificationTemplateParams',
  'Templates to look at before they are used.',
  {
    audience: closedEnum(
      'NotificationAudience',
      'Who reads the mail: a buyer sees nothing of the seller’s own.',
      ['MEMBERS', 'BUYERS'],
    ),
    recipients: texts('Addresses of members that get the test; the caller’s when absent.', longest.mail),
    scope: byDefault(openEnum('The scope.', allNotificationScopes), 'CREATE.OFFER'),
    subjectOverride: text('Subject instead of the configured one.'),
    templateOverride: text('Content instead of the configured one, as HTML with {{ placeholders }}.'),
  },
);

const page = (what: string) => ({
  nextOffset: whole('Offset of the next page; absent on the last one.'),
  totalCount: whole(`How many ${what} there are in all.`),
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
