import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Queryable, Row, Statement } from '../platform/database/statement.ts';
import type { NewMessage } from './channels.ts';
import type { Notification, SealedEvent } from './translate.ts';

/** Organizations with sealed events that were not dispatched yet. */
export async function organizationsToDispatch({ query }: Queryable, limit: number): Promise<string[]> {
  const rows = await query<{ organization_id: string }>({
    name: 'organizations_to_tell',
    text: `SELECT organization_id FROM notification_feed WHERE newest_position > told_position
           ORDER BY organization_id LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => row.organization_id);
}

/** Acquires the organization's dispatch lock, which lets this transaction move the cursor; waits for it. */
export async function acquireDispatchLock(scope: OrgTransaction): Promise<void> {
  await scope.query({
    name: 'take_telling_lock',
    text: 'SELECT pg_advisory_xact_lock(72394411, hashtext($1))',
    values: [scope.organizationId],
  });
}

/** Acquires the organization's dispatch lock, which lets it move the cursor, or answers false at once. */
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

/** Reads how far the organization's events were dispatched, and how far they are sealed. */
export async function readCursor(scope: OrgTransaction): Promise<{ dispatched: number; sealed: number }> {
  const [row] = await scope.query(selectCursor(scope));
  return { dispatched: Number(row?.told_position ?? 0), sealed: Number(row?.newest_position ?? 0) };
}

export const sealedColumns = `s.position, e.id, e.entity_type, e.entity_id, e.sequence, e.action, e.change, e.payload,
  e.before, e.actor_type, e.actor_id, e.actor_email, e.actor_name, e.audited, e.creation_time`;

export const selectSealed = (scope: OrgScope, after: number, limit: number): Statement => ({
  name: 'select_untold_events',
  text: `SELECT ${sealedColumns} FROM (
           SELECT organization_id, position, event_id FROM event_seal
           WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3) s
         JOIN event e ON e.organization_id = s.organization_id AND e.id = s.event_id
         ORDER BY s.position`,
  values: [scope.organizationId, after, limit],
});

/** Reads the next sealed events after a position, in the order of their positions. */
export const selectUndispatched = async (
  scope: OrgTransaction,
  after: number,
  limit: number,
): Promise<SealedEvent[]> => (await scope.query(selectSealed(scope, after, limit))).map(toSealedEvent);

export const toSealedEvent = (row: Row): SealedEvent => ({
  position: Number(row.position),
  id: row.id as string,
  entityType: row.entity_type as string,
  entityId: row.entity_id as string,
  sequence: row.sequence as number,
  action: row.action as string,
  change: (row.change as string | null) ?? undefined,
  payload: row.payload as string,
  before: (row.before as string | null) ?? undefined,
  actor: {
    type: row.actor_type as string,
    id: (row.actor_id as string | null) ?? undefined,
    email: (row.actor_email as string | null) ?? undefined,
    name: (row.actor_name as string | null) ?? undefined,
  },
  audited: row.audited as boolean,
  creationTime: row.creation_time as string,
});

export const moveCursor = (scope: OrgTransaction, position: number): Statement => ({
  name: 'move_notification_cursor',
  text: 'UPDATE notification_feed SET told_position = $2 WHERE organization_id = $1 AND told_position < $2',
  values: [scope.organizationId, position],
});

/**
 * Inserts notification events.
 * @param channels by which each is sent, in the order of the notifications
 */
export const insertNotifications = (
  scope: OrgTransaction,
  notifications: readonly Notification[],
  channels: readonly (readonly string[])[],
): Statement => ({
  name: 'insert_notification_events',
  text: `INSERT INTO notification_event (organization_id, id, position, entity_type, entity_id, action, entity_name,
           entity_status, partner, product_id, title, message, priority, is_action_item, require_audit, created_by,
           contact_ids, channels, info, creation_time, last_update_time)
         SELECT $1, n.id, n.position, n.entity_type, n.entity_id, n.action, n.entity_name, n.entity_status, n.partner,
           n.product_id, n.title, n.message, n.priority, n.is_action_item, n.require_audit, n.created_by::jsonb,
           ARRAY(SELECT jsonb_array_elements_text(n.contact_ids::jsonb)),
           ARRAY(SELECT jsonb_array_elements_text(n.channels::jsonb)), n.info::jsonb, n.creation_time, n.creation_time
         FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
             $10::text[], $11::text[], $12::text[], $13::text[], $14::boolean[], $15::boolean[], $16::text[],
             $17::text[], $18::text[], $19::text[], $20::timestamptz[])
           AS n (id, position, entity_type, entity_id, action, entity_name, entity_status, partner, product_id, title,
             message, priority, is_action_item, require_audit, created_by, contact_ids, channels, info, creation_time)`,
  values: [
    scope.organizationId,
    notifications.map(({ id }) => id),
    notifications.map(({ position }) => position),
    notifications.map(({ entityType }) => entityType),
    notifications.map(({ entityId }) => entityId),
    notifications.map(({ action }) => action),
    notifications.map(({ entityName }) => entityName ?? null),
    notifications.map(({ entityStatus }) => entityStatus ?? null),
    notifications.map(({ partner }) => partner ?? null),
    notifications.map(({ productId }) => productId ?? null),
    notifications.map(({ title }) => title),
    notifications.map(({ message }) => message),
    notifications.map(({ priority }) => priority),
    notifications.map(({ isActionItem }) => isActionItem),
    notifications.map(({ requireAudit }) => requireAudit),
    notifications.map(({ createdBy }) => JSON.stringify(createdBy)),
    notifications.map(({ notice }) => JSON.stringify(notice?.contactIds ?? [])),
    channels.map((names) => JSON.stringify(names)),
    notifications.map(({ info }) => JSON.stringify(info)),
    notifications.map(({ timestamp }) => timestamp),
  ],
});

export const insertMessages = (
  scope: OrgTransaction,
  type: string,
  messages: readonly NewMessage[],
  /** A test message belongs to no event. */
  { withoutEvent = false } = {},
): Statement => ({
  name: 'insert_notification_messages',
  text: `INSERT INTO notification_message (organization_id, id, notification_event_id, type, recipient, action,
           contact_id, cc_recipients, bcc_recipients, subject, text_content, html_content, standard_fields,
           creation_time, last_update_time)
         SELECT $1, m.id, m.event_id, $2, m.recipient, m.action, m.contact_id,
           ARRAY(SELECT jsonb_array_elements_text(m.cc::jsonb)), ARRAY(SELECT jsonb_array_elements_text(m.bcc::jsonb)),
           m.subject, m.text_content, m.html_content, m.standard_fields::jsonb, $3, $3
         FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
             $12::text[], $13::text[], $14::text[])
           AS m (id, event_id, recipient, action, contact_id, cc, bcc, subject, text_content, html_content,
             standard_fields)`,
  values: [
    ...[scope.organizationId, type, scope.now],
    messages.map(({ id }) => id),
    messages.map(({ notification }) => (withoutEvent ? null : notification.id)),
    messages.map(({ recipient }) => recipient),
    messages.map(({ notification }) => notification.action),
    messages.map(({ contactId }) => contactId ?? null),
    messages.map(({ cc }) => JSON.stringify(cc ?? [])),
    messages.map(({ bcc }) => JSON.stringify(bcc ?? [])),
    messages.map(({ subject }) => subject ?? null),
    messages.map(({ text }) => text ?? null),
    messages.map(({ html }) => html ?? null),
    messages.map(({ standardFields }) => (standardFields ? JSON.stringify(standardFields) : null)),
  ],
});

/** Sets how the delivery of a message went, in the transaction of whoever delivers it. */
export const markMessage = (
  scope: OrgTransaction,
  id: string,
  outcome: { status: 'PENDING' | 'DONE' | 'FAILED'; attempts: number; error?: string | undefined },
): Statement => ({
  name: 'mark_notification_message',
  text: `UPDATE notification_message SET status = $3, attempts = $4, last_error = $5, last_update_time = $6
         WHERE organization_id = $1 AND id = $2`,
  values: [
    ...[scope.organizationId, id, outcome.status, outcome.attempts],
    ...[outcome.error?.slice(0, 500) ?? null, scope.now],
  ],
});
