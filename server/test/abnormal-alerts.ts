import type { TestDatabase } from './harness.ts';

const expected = new WeakMap<TestDatabase, Set<string>>();
/** The alerts that an earlier test file of a shared database has answered for. */
const seen = new WeakMap<TestDatabase, Set<string>>();

/** An entity of the database of which a test has a marketplace show what cannot be. */
export function expectAlert(database: TestDatabase, entityId: string): void {
  expected.set(database, new Set([...(expected.get(database) ?? []), entityId]));
}

/**
 * The observations in the database that no table of moves knows, without those that were expected, and the expected ones
 * that never came: a move that is missing in a table shows as such an alert, and nothing else fails by it.
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
      // A test that takes the database away has nothing left to look at.
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
