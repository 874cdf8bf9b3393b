import { numberedPage } from '../platform/filter/index.ts';
import {
  closedEnum,
  codeText,
  exactWhole,
  fieldOf,
  freeForm,
  idText,
  integer,
  mailText,
  nameText,
  record,
  time,
} from '../platform/records/fields.ts';

export const AuditingEventStatus = closedEnum(
  'AuditingEventStatus',
  'PENDING until the entry has its position in the chain, then AUDITED; FAILED and DONE are unused.',
  ['AUDITED', 'PENDING', 'FAILED', 'DONE'],
);

export const AuditingActor = record('AuditingActor', 'Actor of a change, as known at that time', {
  entityType: codeText('API_CLIENT, USER, or SERVICE for the service itself'),
  entityId: idText('Id of the API client or user'),
  email: mailText('E-mail address of the user'),
  name: nameText('Name of the API client or user'),
});

export const AuditingEventBody = record('AuditingEventBody', 'A change and its actor', {
  entityType: codeText('Type of the record: OFFER, ENTITLEMENT …'),
  entityId: idText('Id of the record'),
  action: codeText('Action: CREATE, UPDATE, ACCEPT …'),
  sequence: integer('Number of the event among the record’s events, starting at 1'),
  actor: fieldOf(AuditingActor, 'Actor of the change'),
  requestId: idText('Id of the request or job that made the change'),
  before: freeForm(
    'The record before the change; absent for a new record, empty if erased. Secrets are masked',
  ),
  after: freeForm('The record after the change; empty if erased. Secrets are masked'),
  position: exactWhole('Position in the organization’s chain; absent while the entry is PENDING'),
});

export const AuditingEvent = record('AuditingEvent', 'An entry of the audit trail', {
  body: fieldOf(AuditingEventBody, 'The change'),
  creationTime: time('Time of the change'),
  eventType: codeText('Action and type of record, such as CREATE.OFFER'),
  id: idText('Id of the entry'),
  lastUpdateTime: time('Time of the change, or of the erasure of its records'),
  organizationID: idText('Id of the organization'),
  status: AuditingEventStatus,
});

export const AuditingEventPage = numberedPage(
  'AuditingEventPage',
  'A page of the audit trail',
  AuditingEvent,
);
