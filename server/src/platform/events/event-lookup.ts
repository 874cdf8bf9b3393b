import { selected } from '../database/define-statement.ts';
import type { ColumnOf } from '../database/rows.ts';

/**
 * Joins the event that a row names by `event_id`, as `e`; `JOIN` or `LEFT JOIN` comes before. The first event from that
 * identifier on is looked up, for that order is one that the key alone has: while the database knows nothing yet of how
 * many events an organization has, all indexes that begin with the organization seem to cost the same, and by another one
 * each lookup reads all of its events.
 * @param columns must have `id` among them
 */
export const eventOf = (row: string, columns: readonly ColumnOf<'event'>[]): string =>
  `LATERAL (
     SELECT ${selected<'event'>('v', columns)} FROM event v
     WHERE v.organization_id = ${row}.organization_id AND v.id >= ${row}.event_id ORDER BY v.id LIMIT 1
   ) e ON e.id = ${row}.event_id`;
