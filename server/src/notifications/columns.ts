import type { Row } from '../platform/database/statement.ts';
import { recordEncoder } from '../platform/records/encode.ts';

const hasMessageIn = (status: 'PENDING' | 'FAILED') => `EXISTS (
    SELECT FROM notification_message m WHERE m.organization_id = n.organization_id
      AND m.notification_event_id = n.id AND m.status = '${status}')`;

/** The columns of a notification event; its status follows from those of its messages. */
export const eventColumns = `n.organization_id, n.id, n.entity_type, n.entity_id, n.action, n.entity_name,
  n.entity_status, n.partner, n.title, n.message, n.priority, n.is_action_item, n.require_audit, n.created_by,
  n.contact_ids, n.channels, n.info, n.track_events, n.creation_time, n.last_update_time,
  CASE WHEN ${hasMessageIn('PENDING')} THEN 'PENDING' WHEN ${hasMessageIn('FAILED')} THEN 'FAILED' ELSE 'DONE' END AS event_status`;

export const encodeEvent = recordEncoder([
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
]);

export const messageColumns = `m.organization_id, m.id, m.notification_event_id, m.type, m.recipient, m.action,
  m.cc_recipients, m.bcc_recipients, m.subject, m.text_content, m.html_content, m.standard_fields, m.status,
  m.attempts, m.last_error, m.opened_at, m.creation_time, m.last_update_time`;

const encodeInfo = recordEncoder([
  ['action', 'action', 'text'],
  ['ccRecipients', 'cc_recipients', 'texts'],
  ['htmlContent', 'html_content', 'text'],
  ['rccRecipients', 'bcc_recipients', 'texts'],
  ['standardFields', 'standard_fields', 'json'],
  ['subject', 'subject', 'text'],
  ['textContent', 'text_content', 'text'],
]);
const encodeRow = recordEncoder([
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
]);

export const encodeMessage = (row: Row): string => encodeRow({ ...row, info: encodeInfo(row) });
