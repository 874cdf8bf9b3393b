import { selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf } from '../platform/database/rows.ts';
import type { Row } from '../platform/database/statement.ts';
import { type FieldColumn, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import { sharedAction, sharedEntityType } from './shared-words.ts';

const hasMessageIn = (status: 'PENDING' | 'FAILED') => `EXISTS (
    SELECT FROM notification_message m WHERE m.organization_id = n.organization_id
      AND m.notification_event_id = n.id AND m.status = '${status}')`;

/** The column of each field of a NotificationEvent. The status is computed instead of stored. */
const ownOfEvent = [
  ['action', 'action', 'text'],
  ['channels', 'channels', 'texts'],
  ['contactIds', 'contact_ids', 'texts'],
  ['createdBy', 'created_by', 'json'],
  ['entityID', 'entity_id', 'text'],
  ['entityName', 'entity_name', 'text'],
  ['entityStatus', 'entity_status', 'text'],
  ['entityType', 'entity_type', 'text'],
  ['eventID', 'id', 'text'],
  ['eventStatus', 'event_status', 'text'],
  ['info', 'info', 'json'],
  ['isActionItem', 'is_action_item', 'json'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['message', 'message', 'text'],
  ['organizationID', 'organization_id', 'text'],
  ['partner', 'partner', 'text'],
  ['priority', 'priority', 'text'],
  ['requireAudit', 'require_audit', 'json'],
  ['timestamp', 'creation_time', 'time'],
  ['title', 'title', 'text'],
  ['trackEvents', 'track_events', 'json'],
] as const satisfies readonly FieldColumn<ColumnOf<'notification_event'> | 'event_status'>[];
const storedOfEvent = ownOfEvent.flatMap(([, column]) => (column === 'event_status' ? [] : [column]));

/** Returns the columns of a notification event, whose status is derived from the statuses of its messages. */
export const eventColumns = `${selectList<'notification_event'>('n', storedOfEvent)},
  CASE WHEN ${hasMessageIn('PENDING')} THEN 'PENDING' WHEN ${hasMessageIn('FAILED')} THEN 'FAILED' ELSE 'DONE' END AS event_status`;

const encodeOwn = recordEncoder<'type' | (typeof ownOfEvent)[number][1]>(
  [...ownOfEvent, ['type', 'type', 'text']],
  {
    action: (action: string) => JSON.stringify(sharedAction(action)),
    entity_type: (entityType: string) => JSON.stringify(sharedEntityType(entityType)),
  },
);

/** Encodes a notification event with published words; `type` contains the exact words. */
export const encodeEvent = (row: Row): string =>
  encodeOwn({ ...row, type: `${row.action}.${row.entity_type}` });

/** The fields of `info` of a NotificationMessage. */
const infoOfMessage = [
  ['action', 'action', 'text'],
  ['ccRecipients', 'cc_recipients', 'texts'],
  ['htmlContent', 'html_content', 'text'],
  ['rccRecipients', 'bcc_recipients', 'texts'],
  ['standardFields', 'standard_fields', 'json'],
  ['subject', 'subject', 'text'],
  ['textContent', 'text_content', 'text'],
] as const satisfies FieldsIn<'notification_message'>;
/** The fields of a NotificationMessage outside `info`. */
const ownOfMessage = [
  ['attempts', 'attempts', 'number'],
  ['creationTime', 'creation_time', 'time'],
  ['errorMessage', 'last_error', 'text'],
  ['id', 'id', 'text'],
  ['info', 'info', 'json'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['notificationEventID', 'notification_event_id', 'text'],
  ['openTime', 'opened_at', 'time'],
  ['organizationID', 'organization_id', 'text'],
  ['recipient', 'recipient', 'text'],
  ['status', 'status', 'text'],
  ['type', 'type', 'text'],
] as const satisfies readonly FieldColumn<ColumnOf<'notification_message'> | 'info'>[];

export const messageColumns = selectList<'notification_message'>('m', [
  ...ownOfMessage.flatMap(([, column]) => (column === 'info' ? [] : [column])),
  ...infoOfMessage.map(([, column]) => column),
]);

const encodeInfo = recordEncoder(infoOfMessage, {
  action: (action: string) => JSON.stringify(sharedAction(action)),
});
const encodeRow = recordEncoder(ownOfMessage);

export const encodeMessage = (row: Row): string => encodeRow({ ...row, info: encodeInfo(row) });
