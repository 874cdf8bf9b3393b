import { selectList } from '../database/define-statement.ts';
import type { ColumnOf } from '../database/rows.ts';

/**
 * Builds the join with the event that a row refers to by `event_id`, as `e`; the caller prepends `JOIN` or `LEFT JOIN`.
 * The query selects the first event at or after that id, an order that only the primary key provides. With a comparison
 * by equality, the planner may choose a different index that begins with the organization while statistics are missing,
 * and then read all events of the organization for each lookup.
 * @param columns must include `id`
 */
export const eventOf = (row: string, columns: readonly ColumnOf<'event'>[]): string =>
  `LATERAL (
     SELECT ${selectList<'event'>('v', columns)} FROM event v
     WHERE v.organization_id = ${row}.organization_id AND v.id >= ${row}.event_id ORDER BY v.id LIMIT 1
   ) e ON e.id = ${row}.event_id`;
