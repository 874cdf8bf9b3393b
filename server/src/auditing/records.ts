import { numberedPage } from '../platform/filter/index.ts';
import {
  closedEnum,
  codeText,
  exactWhole,
  free,
  idText,
  mailText,
  nameText,
  of,
  record,
  time,
  whole,
} from '../platform/records/fields.ts';

export const AuditingEventStatus = closedEnum(
  'AuditingEventStatus',
  'PENDING until the entry has its place in the chain, then AUDITED; FAILED and DONE are not used.',
  ['AUDITED', 'PENDING', 'FAILED', 'DONE'],
);

export const AuditingActor = record('AuditingActor', 'Who did it, as known at that time', {
  entityType: codeText('API_CLIENT, USER, or SERVICE for the service itself'),
  entityId: idText('The identifier of the client or the person'),
  email: mailText('The address of the person'),
  name: nameText('The name of the client or the person'),
});

export const AuditingEventBody = record('AuditingEventBody', 'What was changed, and by whom', {
  entityType: codeText('What kind of record it is: OFFER, ENTITLEMENT …'),
  entityId: idText('The record'),
  action: codeText('What was done: CREATE, UPDATE, ACCEPT …'),
  sequence: whole('Counts the events of the record, from 1'),
  actor: of(AuditingActor, 'Who did it'),
  requestId: idText('The request in which it was done, or the job'),
  before: free('The record before; absent when there was none. Empty when it was erased. Secrets are masked'),
  after: free('The record after. Empty when it was erased. Secrets are masked'),
  position: exactWhole('The place in the chain of the organization; absent while the event is PENDING'),
});

export const AuditingEvent = record('AuditingEvent', 'An entry of the audit trail', {
  body: of(AuditingEventBody, 'What was changed'),
  creationTime: time('When it was done'),
  eventType: codeText('The action and the kind of record, such as CREATE.OFFER'),
  id: idText('The identifier of the entry'),
  lastUpdateTime: time('When it was done, or when its records were erased'),
  organizationID: idText('The organization'),
  status: AuditingEventStatus,
});

export const AuditingEventPage = numberedPage(
  'AuditingEventPage',
  'A page of the audit trail',
  AuditingEvent,
);
