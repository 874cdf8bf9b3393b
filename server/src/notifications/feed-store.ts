import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows, selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable, Row, Statement } from '../platform/database/statement.ts';
import { eventOf } from '../platform/events/event-lookup.ts';
import type { NewMessage } from './channels.ts';
import type { Notification, SealedEvent } from './translate.ts';

/** An SQL condition: at least one sealed event has not been dispatched. */
export const eventsAreUndispatched = `(
  SELECT true FROM notification_feed WHERE newest_position > told_position ORDER BY organization_id LIMIT 1) IS TRUE`;

/** Returns organizations with sealed events that have not been dispatched. */
export async function organizationsToDispatch({ query }: Queryable, limit: number): Promise<string[]> {
  const found = await query<RowOf<'notification_feed', 'organization_id'>>({
    name: 'organizations_to_tell',
    text: `SELECT organization_id FROM notification_feed WHERE newest_position > told_position
           ORDER BY organization_id LIMIT $1`,
    values: [limit],
  });
  return found.map((row) => row.organization_id);
}

/**
 * Acquires the organization's dispatch lock, which permits this transaction to advance the cursor; waits if another
 * transaction has the lock.
 */
export async function acquireDispatchLock(scope: OrgTransaction): Promise<void> {
  await scope.query({
    name: 'take_telling_lock',
    text: 'SELECT pg_advisory_xact_lock(72394411, hashtext($1))',
    values: [scope.organizationId],
  });
}

/** Tries to acquire the organization's dispatch lock; returns false immediately if another transaction has the lock. */
export async function tryAcquireDispatchLock(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ locked: boolean }>({
    name: 'try_telling_lock',
    text: 'SELECT pg_try_advisory_xact_lock(72394411, hashtext($1)) AS locked',
    values: [scope.organizationId],
  });
  return row?.locked === true;
}

export const selectCursor = (scope: OrgScope): Statement => ({
  name: 'read_notification_cursor',
  text: 'SELECT told_position, newest_position FROM notification_feed WHERE organization_id = $1',
  values: [scope.organizationId],
});

/** Reads the positions up to which the organization's events are dispatched and sealed. */
export async function readCursor(scope: OrgTransaction): Promise<{ dispatched: number; sealed: number }> {
  const [row] = await scope.query<RowOf<'notification_feed', 'told_position' | 'newest_position'>>(
    selectCursor(scope),
  );
  return { dispatched: row?.told_position ?? 0, sealed: row?.newest_position ?? 0 };
}

const ownOfEvent = [
  'id',
  'entity_type',
  'entity_id',
  'sequence',
  'action',
  'change',
  'payload',
  'before',
  'actor_type',
  'actor_id',
  'actor_email',
  'actor_name',
  'audited',
  'creation_time',
] as const satisfies readonly ColumnOf<'event'>[];
type SealedRow = RowOf<'event_seal', 'position'> & RowOf<'event', (typeof ownOfEvent)[number]>;

export const sealedColumns = `s.position, ${selectList<'event'>('e', ownOfEvent)}`;

export const selectSealed = (scope: OrgScope, after: number, limit: number): Statement => ({
  name: 'select_untold_events',
  text: `SELECT ${sealedColumns} FROM (
           SELECT organization_id, position, event_id FROM event_seal
           WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3) s
         JOIN ${eventOf('s', ownOfEvent)}
         ORDER BY s.position`,
  values: [scope.organizationId, after, limit],
});

/** Reads the next sealed events after a position, in the order of their positions. */
export const selectUndispatched = async (
  scope: OrgTransaction,
  after: number,
  limit: number,
): Promise<SealedEvent[]> => (await scope.query<SealedRow>(selectSealed(scope, after, limit))).map(fromRow);

const fromRow = (row: SealedRow): SealedEvent => ({
  position: row.position,
  id: row.id,
  entityType: row.entity_type,
  entityId: row.entity_id,
  sequence: row.sequence,
  action: row.action,
  change: row.change ?? undefined,
  payload: row.payload,
  before: row.before ?? undefined,
  actor: {
    type: row.actor_type,
    id: row.actor_id ?? undefined,
    email: row.actor_email ?? undefined,
    name: row.actor_name ?? undefined,
  },
  audited: row.audited,
  creationTime: row.creation_time,
});
/** @param row with the columns of `sealedColumns` */
export const toSealedEvent = (row: Row): SealedEvent => fromRow(row as SealedRow);

export const moveCursor = (scope: OrgTransaction, position: number): Statement => ({
  name: 'move_notification_cursor',
  text: 'UPDATE notification_feed SET told_position = $2 WHERE organization_id = $1 AND told_position < $2',
  values: [scope.organizationId, position],
});

const insertEvents = defineStatement(
  'insert_notification_events',
  {
    owner: columns('notification_event', ['organization_id']),
    events: rows('notification_event', [
      'id',
      'position',
      'entity_type',
      'entity_id',
      'action',
      'entity_name',
      'entity_status',
      'partner',
      'product_id',
      'title',
      'message',
      'priority',
      'is_action_item',
      'require_audit',
      'created_by',
      'contact_ids',
      'channels',
      'info',
      'creation_time',
    ]),
  },
  ({ owner, events }) =>
    `${events.insert('n', { ...owner.at, last_update_time: 'n.creation_time' })} FROM ${events.unnest('n')}`,
);

/** Inserts notification events. @param channels the channels of each notification, in the order of the notifications */
export const insertNotifications = (
  scope: OrgTransaction,
  notifications: readonly Notification[],
  channels: readonly (readonly string[])[],
): Statement =>
  insertEvents({
    owner: { organization_id: scope.organizationId },
    events: notifications.map((notification, index) => ({
      id: notification.id,
      position: notification.position,
      entity_type: notification.entityType,
      entity_id: notification.entityId,
      action: notification.action,
      entity_name: notification.entityName,
      entity_status: notification.entityStatus,
      partner: notification.partner,
      product_id: notification.productId,
      title: notification.title,
      message: notification.message,
      priority: notification.priority,
      is_action_item: notification.isActionItem,
      require_audit: notification.requireAudit,
      created_by: JSON.stringify(notification.createdBy),
      contact_ids: notification.notice?.contactIds ?? [],
      channels: channels[index] ?? [],
      info: JSON.stringify(notification.info),
      creation_time: notification.timestamp,
    })),
  });

const insertAll = defineStatement(
  'insert_notification_messages',
  {
    common: columns('notification_message', ['organization_id', 'type', 'creation_time']),
    messages: rows('notification_message', [
      'id',
      'notification_event_id',
      'recipient',
      'action',
      'contact_id',
      'cc_recipients',
      'bcc_recipients',
      'subject',
      'text_content',
      'html_content',
      'standard_fields',
      'gathered_for',
    ]),
  },
  ({ common, messages }) =>
    `${messages.insert('m', { ...common.at, last_update_time: common.at.creation_time })} FROM ${messages.unnest('m')}`,
);

export const insertMessages = (
  scope: OrgTransaction,
  type: string,
  messages: readonly NewMessage[],
  /** A test message has no event. */
  { withoutEvent = false } = {},
): Statement =>
  insertAll({
    common: { organization_id: scope.organizationId, type, creation_time: scope.now },
    messages: messages.map((message) => ({
      id: message.id,
      notification_event_id: withoutEvent ? null : message.notification.id,
      recipient: message.recipient,
      action: message.notification.action,
      contact_id: message.contactId,
      cc_recipients: message.cc ?? [],
      bcc_recipients: message.bcc ?? [],
      subject: message.subject,
      text_content: message.text,
      html_content: message.html,
      standard_fields: message.standardFields && JSON.stringify(message.standardFields),
      gathered_for: message.gatheredFor,
    })),
  });

/** The delivery status of a message; DONE and FAILED are final. */
export type MessageStatus = 'PENDING' | 'DONE' | 'FAILED';

const mark = defineStatement(
  'mark_notification_message',
  {
    key: columns('notification_message', ['organization_id', 'id']),
    outcome: columns('notification_message', ['status', 'attempts', 'last_error', 'last_update_time']),
  },
  ({ key, outcome }) => `UPDATE notification_message m SET ${outcome.set} WHERE ${key.equals('m')}`,
);

/** Sets the outcome of a message's delivery, in the transaction of the caller. */
export const markMessage = (
  scope: OrgTransaction,
  id: string,
  outcome: { status: MessageStatus; attempts: number; error?: string | undefined },
): Statement =>
  mark({
    key: { organization_id: scope.organizationId, id },
    outcome: {
      status: outcome.status,
      attempts: outcome.attempts,
      last_error: outcome.error?.slice(0, 500),
      last_update_time: scope.now,
    },
  });
