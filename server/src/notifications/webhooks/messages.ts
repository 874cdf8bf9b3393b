import { selectList } from '../../platform/database/define-statement.ts';

/**
 * The SQL that copies the state of changed deliveries to their notification messages. Every statement that changes
 * deliveries ends with this part, after a CTE with the name `changed` that returns {@link changedColumns}.
 */
export const updateMessages = `
  UPDATE notification_message m SET status = c.status, attempts = c.attempts, last_error = c.last_error,
    last_update_time = clock_timestamp() + o.clock_offset_ms * interval '1 millisecond'
  FROM changed c JOIN organization o ON o.organization_id = c.organization_id
  WHERE m.organization_id = c.organization_id AND m.id = c.id`;

/** The columns of `webhook_delivery d` from which its message is updated. */
export const changedColumns = selectList<'webhook_delivery'>('d', [
  'organization_id',
  'id',
  'status',
  'attempts',
  'last_error',
]);
