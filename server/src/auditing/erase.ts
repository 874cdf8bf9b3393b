import type { Database } from '../platform/database/database.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import type { NewId } from '../platform/ids.ts';
import { systemScope } from './operator-scope.ts';

/**
 * Erases the two records of an entry permanently. The entry with its position and hashes is kept, and a new entry
 * records the erasure.
 * @throws Error if the entry does not exist or is already erased
 */
export const eraseEvent = (
  deps: { database: Database; newId: NewId },
  organizationId: string,
  eventId: string,
): Promise<void> =>
  deps.database.transaction(async (queryable) => {
    const scope = await systemScope(queryable, deps.newId, organizationId);
    const [event] = await scope.query<RowOf<'event', 'event_type' | 'entity_id' | 'sequence'>>({
      name: 'erase_event',
      text: `UPDATE event SET payload = '{}', before = CASE WHEN before IS NOT NULL THEN '{}'::json END, erased_at = $3
             WHERE organization_id = $1 AND id = $2 AND erased_at IS NULL
             RETURNING event_type, entity_id, sequence`,
      values: [organizationId, eventId, scope.now],
    });
    if (!event) throw new Error(`the entry ${eventId} does not exist or has already been erased`);
    const entry = {
      id: eventId,
      eventType: event.event_type,
      entityId: event.entity_id,
      sequence: event.sequence,
    };
    await scope.query(
      recordEvent(scope, {
        entityType: 'AUDITING_EVENT',
        entityId: eventId,
        sequence: 1,
        action: 'ERASE',
        payload: JSON.stringify({ ...entry, erasedTime: scope.now.toISOString() }),
        before: JSON.stringify(entry),
      }),
    );
  }, 'system');
