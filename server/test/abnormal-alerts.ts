import type { TestDatabase } from './harness.ts';

const expected = new WeakMap<TestDatabase, Set<string>>();
/** Alerts that earlier test files on a shared database have already checked. */
const seen = new WeakMap<TestDatabase, Set<string>>();

/** Declares that a test makes a marketplace report an impossible state of this entity. */
export function expectAlert(database: TestDatabase, entityId: string): void {
  expected.set(database, new Set([...(expected.get(database) ?? []), entityId]));
}

/**
 * Lists unexpected alerts about observed states that no state table allows, and expected alerts that are
 * missing. Only such an alert reveals a transition that is missing in a state table.
 */
export async function unexpectedAlerts(database: TestDatabase): Promise<string[]> {
  const { rows } = await database
    .query(
      `SELECT e.id, e.entity_type, e.entity_id, e.payload ->> 'status' AS status, e.payload ->> 'observedStatus' AS observed
       FROM event e WHERE e.action = 'ABNORMAL_ALERT'
         -- What a caller reported that cannot be: no marketplace, and no table of moves, has a part in it.
         AND e.entity_type <> 'USAGE_RECORD_GROUP' ORDER BY e.creation_time`,
    )
    .catch((error: { code?: string }) => {
      // A test that dropped its database has no alerts to check.
      if (error.code === '3D000') return { rows: [] };
      throw error;
    });
  const known = expected.get(database) ?? new Set();
  const before = seen.get(database) ?? new Set();
  seen.set(database, new Set(rows.map(({ id }) => id)));
  expected.delete(database);
  const unknown = rows
    .filter(({ id }) => !before.has(id))
    .filter((row) => !known.has(row.entity_id))
    .map(
      (row) =>
        `ABNORMAL_ALERT of ${row.entity_type} ${row.entity_id}, ${row.status}: ${row.observed ?? 'no move'}`,
    );
  const missing = [...known].filter((id) => !rows.some((row) => row.entity_id === id));
  return [...unknown, ...missing.map((id) => `no ABNORMAL_ALERT of ${id}, which was expected`)];
}
