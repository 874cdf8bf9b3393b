import type { OrgScope } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** The condition for messages that wait for a digest. The index `notification_message_gathered` has it, too. */
const waits = `m.gathered_for IS NOT NULL AND m.digest_mail_id IS NULL AND m.status = 'PENDING'`;

/** A message in a digest, with its event. */
export type GatheredMessage = RowOf<'notification_message', 'id' | 'subject' | 'action' | 'standard_fields'> &
  RowOf<'notification_event', 'entity_type' | 'entity_id'>;

/** Reads the members for whom messages wait, each with the time of the oldest message. */
export const selectGathering = (scope: OrgScope): Statement => ({
  name: 'members_with_gathered_messages',
  text: `SELECT m.gathered_for, min(m.creation_time) AS since FROM notification_message m
         WHERE m.organization_id = $1 AND ${waits} GROUP BY m.gathered_for ORDER BY m.gathered_for`,
  values: [scope.organizationId],
});

/** Assigns the oldest waiting messages of a member to a digest and returns them in the order of their events. */
export const takeGathered = (
  scope: OrgScope,
  memberId: string,
  mailId: string,
  limit: number,
): Statement => ({
  name: 'take_gathered_messages',
  text: `WITH next AS (
           SELECT m.organization_id, m.id, m.subject, m.action, m.standard_fields, e.entity_type, e.entity_id, e.position
           FROM notification_message m JOIN notification_event e
             ON e.organization_id = m.organization_id AND e.id = m.notification_event_id
           WHERE m.organization_id = $1 AND m.gathered_for = $2 AND ${waits}
           ORDER BY e.position, m.id LIMIT $4),
         taken AS (
           UPDATE notification_message m SET digest_mail_id = $3, last_update_time = $5 FROM next
           WHERE m.organization_id = $1 AND m.id = next.id RETURNING m.id)
         SELECT next.id, next.subject, next.action, next.standard_fields, next.entity_type, next.entity_id
         FROM next JOIN taken ON taken.id = next.id ORDER BY next.position, next.id`,
  values: [scope.organizationId, memberId, mailId, limit, scope.now],
});

/** Marks the waiting messages of a former member as FAILED. */
export const markLost = (scope: OrgScope, memberId: string): Statement => ({
  name: 'fail_messages_of_former_member',
  text: `UPDATE notification_message m SET status = 'FAILED', last_error = 'The member has left the organization.',
           last_update_time = $3
         WHERE m.organization_id = $1 AND m.gathered_for = $2 AND ${waits}`,
  values: [scope.organizationId, memberId, scope.now],
});

/** Marks the waiting messages of deleted organizations as FAILED, in the system role. */
export const endGatheredMessages: Statement = {
  name: 'end_ownerless_gathered_messages',
  text: `UPDATE notification_message m SET status = 'FAILED', last_error = 'the organization was deleted'
         FROM organization o
         WHERE o.status = 'DELETED' AND m.organization_id = o.organization_id AND ${waits}`,
  values: [],
};
