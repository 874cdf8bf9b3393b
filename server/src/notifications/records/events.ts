import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import { flag, list, map, of, openEnum, record, text, texts, time } from '../../platform/fields.ts';

export const entityTypes: readonly string[] = [
  'API_CLIENT',
  'AUDITING_EVENT',
  'AUTO_SHARE_TASK',
  'BUYER',
  'CONTACT',
  'CRMB_USER',
  'ENTITLEMENT',
  'ENTITLEMENT_TERM',
  'HEADLESS_ENTITLEMENTS',
  'INTEGRATION',
  'INVOICE',
  'NEW_CLIENT',
  'NOTIFICATION_MESSAGE',
  'OFFER',
  'ORGANIZATION',
  'ORGANIZATION_INFO',
  'PAYMENT_TRANSACTION',
  'PRODUCT',
  'REFERRAL',
  'REVENUE_RECORD',
  'SERVICE',
  'SUPPORT_TICKET',
  'UNPURCHASED_OFFERS',
  'USAGE_RECORD_GROUP',
  'USAGE_RECORD_REPORT',
  'USER',
  'WORKFLOW',
  'WORKFLOW_EXECUTION',
  'WORKFLOW_WEBHOOK',
];

export const EntityType = openEnum('Kind of thing that something is about.', entityTypes);
export type EntityType = z.infer<typeof EntityType>;

export const notificationEventActions = [
  'ABNORMAL_ALERT',
  'ACCEPT',
  'ADD',
  'APPROVE',
  'ARCHIVE',
  'CANCEL',
  'CHARGE',
  'CLOSE',
  'COMPLETE',
  'CREATE',
  'DELETE',
  'DISBURSE',
  'END_SOON',
  'EXPIRE',
  'EXPIRE_SOON',
  'FAIL',
  'INBOUND',
  'ISSUE',
  'MERGE',
  'METER',
  'NEW_CLIENT_SIGNUP',
  'NOTIFY',
  'NOTIFY_CONTACTS',
  'OPEN_EMAIL',
  'PENDING_ACCEPTANCE',
  'PENDING_CANCEL',
  'PENDING_PARTNER_ACTION',
  'REFUND',
  'REINSTATE',
  'REJECT',
  'REOPEN',
  'REVIEW_APPROVAL_REQUEST',
  'ROTATE_SECRET',
  'SIGN',
  'SUBMIT_APPROVAL_REQUEST',
  'SUSPEND',
  'TERMINATE',
  'TEST',
  'UPDATE',
  'VOID',
  'WEBHOOK',
] as const;

export const notificationChannels = [
  'EMAIL',
  'SLACK',
  'SMS',
  'SNS',
  'CRMA',
  'WEBHOOK',
  'SERVICE_SUPPORT',
  'VENDORM_TEAMS',
] as const;

export const LastModifiedBy = record('LastModifiedBy', 'Who made a change.', {
  email: text('E-mail address, of a person.'),
  entityId: text('Identifier of the person or API client.'),
  entityType: of(EntityType, 'Whether it was a person or an API client.'),
  name: text('Name of the person or API client.'),
});
export type LastModifiedBy = z.infer<typeof LastModifiedBy>;

export const TrackEvent = record('TrackEvent', 'Something that a recipient did with a notification.', {
  action: openEnum('What was done.', ['OPEN_EMAIL']),
  contactId: text('Contact that did it.'),
  timestamp: time('When it was done.'),
});
export type TrackEvent = z.infer<typeof TrackEvent>;

export const NotificationEvent = record(
  'NotificationEvent',
  'Something that happened and that may be told to people.',
  {
    action: openEnum('What happened.', notificationEventActions),
    ccContactIds: texts('Contacts that get a copy.'),
    channels: list(openEnum('A channel.', notificationChannels), 'Ways by which it is told.'),
    contactEmails: texts('E-mail addresses that are told.'),
    contactIds: texts('Contacts that are told.'),
    createdBy: of(LastModifiedBy, 'Who caused it.'),
    customFields: map('Fields of the sender’s own.'),
    entityID: text('Identifier of what it is about.'),
    entityName: text('Name of what it is about.'),
    entityStatus: text('State that it was in then.'),
    entityType: of(EntityType, 'Kind of thing that it is about.'),
    eventID: text('Identifier of the event.'),
    eventStatus: openEnum('How far telling has come.', ['SCHEDULED', 'PENDING', 'DONE', 'FAILED']),
    info: map(
      'Details that depend on the kind. `change` is RENEW where an UPDATE of an ENTITLEMENT is a renewal.',
    ),
    isActionItem: flag('Whether somebody has to act on it.'),
    lastUpdateTime: time('When it last changed.'),
    message: text('What happened, in words.'),
    organizationID: text('Organization that it happened in.'),
    partner: of(Partner, 'Partner that it concerns.'),
    priority: openEnum('How urgent it is.', ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
    requireAudit: flag('Whether somebody has to review it.'),
    timestamp: time('When it happened or is due.'),
    title: text('Headline.'),
    trackEvents: list(TrackEvent, 'What recipients did with it.'),
  },
);
export type NotificationEvent = z.infer<typeof NotificationEvent>;
