import { selected } from '../../platform/database/define-statement.ts';

/**
 * Copies the state of changed deliveries to their notification messages: a delivery is one. The last part of each
 * statement that changes deliveries; the rows that are `RETURNING` {@link changedColumns} are called `changed` before
 * it.
 */
export const updateMessages = `
  UPDATE notification_message m SET status = c.status, attempts = c.attempts, last_error = c.last_error,
    last_update_time = clock_timestamp() + o.clock_offset_ms * interval '1 millisecond'
  FROM changed c JOIN organization o ON o.organization_id = c.organization_id
  WHERE m.organization_id = c.organization_id AND m.id = c.id`;

/** The columns of `webhook_delivery d` by which its message is updated. */
export const changedColumns = selected<'webhook_delivery'>('d', [
  'organization_id',
  'id',
  'status',
  'attempts',
  'last_error',
]);
