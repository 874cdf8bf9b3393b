import type { Statement } from '../platform/database/statement.ts';
import { sweepDeliveries } from './webhooks/index.ts';

/** The time for which notifications are kept: longer than any notice comes before its occasion, which is a year. */
const kept = '400 days';
const atOnce = 10_000;

type Swept = 'notification_message' | 'notification_event' | 'notice_sent';

/** Removes what is older by its organization’s clock, found by the index of each. */
const sweepByClock = (table: Swept, condition = 'true'): Statement => ({
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

/** Ends mails of organizations that were deleted: they are shown as failed, and their text goes. */
const endMails: Statement = {
  name: 'end_ownerless_mails',
  text: `UPDATE outgoing_mail m SET outcome = 'FAILED', finished_at = clock_timestamp(), lease_token = NULL,
           last_error = 'the organization was deleted', body_text = NULL, body_html = NULL
         FROM organization o
         WHERE m.finished_at IS NULL AND m.sent_for = o.organization_id AND o.status = 'DELETED'
           AND m.due_at <= clock_timestamp()`,
  values: [],
};

/** The sweeps of what notifications leave behind; they run as the system. */
export const notificationSweeps: readonly Statement[] = [
  ...sweepDeliveries,
  endMails,
  sweepByClock('notification_message', `t.status <> 'PENDING'`),
  sweepByClock('notification_event'),
  sweepByClock('notice_sent'),
];
