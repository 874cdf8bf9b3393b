import type { Statement } from '../platform/database/statement.ts';
import { endGatheredMessages } from './mail/digest-store.ts';
import { sweepDeliveries } from './webhooks/index.ts';

/**
 * The retention period of notifications, longer than the maximum time of a year between a notification and its
 * occasion.
 */
const kept = '400 days';
const atOnce = 10_000;

type SweptTable = 'notification_message' | 'notification_event' | 'notice_sent';

/** Removes rows after their retention period, by the organization's clock. Each table has an index for this query. */
const sweepByClock = (table: SweptTable, condition = 'true'): Statement => ({
  name: `sweep_${table}`,
  text: `WITH gone AS (
           DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
             SELECT old.ctid FROM organization o CROSS JOIN LATERAL (
               SELECT t.ctid FROM ${table} t
               WHERE t.organization_id = o.organization_id AND ${condition} AND t.creation_time < clock_timestamp()
                 + o.clock_offset_ms * interval '1 millisecond' - interval '${kept}'
               LIMIT ${atOnce}) old
             LIMIT ${atOnce}))
           RETURNING 1)
         SELECT count(*) AS gone FROM gone`,
  values: [],
});

/** Marks pending mails of deleted organizations as FAILED and removes their text. */
const endMails: Statement = {
  name: 'end_ownerless_mails',
  text: `UPDATE outgoing_mail m SET outcome = 'FAILED', finished_at = clock_timestamp(), lease_token = NULL,
           last_error = 'the organization was deleted', body_text = NULL, body_html = NULL
         FROM organization o
         WHERE m.finished_at IS NULL AND m.sent_for = o.organization_id AND o.status = 'DELETED'
           AND m.due_at <= clock_timestamp()`,
  values: [],
};

/** The sweeps of notifications, in the system role. */
export const notificationSweeps: readonly Statement[] = [
  ...sweepDeliveries,
  endMails,
  endGatheredMessages,
  sweepByClock('notification_message', `t.status <> 'PENDING'`),
  sweepByClock('notification_event'),
  sweepByClock('notice_sent'),
];
