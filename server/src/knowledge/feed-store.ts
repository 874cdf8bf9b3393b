import type { OrganizationStatus } from '../platform/access/organization-states.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { OuterRowOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';

/** An SQL condition: at least one sealed event has not been indexed. */
export const eventsAreUnindexed = `(
  SELECT true FROM notification_feed WHERE newest_position > indexed_position ORDER BY organization_id LIMIT 1) IS TRUE`;

/** Returns organizations with sealed events that have not been indexed. */
export async function organizationsToIndex({ query }: Queryable, limit: number): Promise<string[]> {
  const found = await query<RowOf<'notification_feed', 'organization_id'>>({
    name: 'organizations_to_index',
    text: `SELECT organization_id FROM notification_feed WHERE newest_position > indexed_position
           ORDER BY organization_id LIMIT $1`,
    values: [limit],
  });
  return found.map((row) => row.organization_id);
}

/** The last indexed position of an organization's trail; -1 if all existing records must be indexed first. */
export type IndexCursor = { indexed: number; sealed: number; isDeleted: boolean };

export async function readIndexCursor(scope: OrgTransaction): Promise<IndexCursor> {
  const [row] = await scope.query<
    OuterRowOf<'notification_feed', 'indexed_position' | 'newest_position'> &
      RowOf<'organization', 'status', { status: OrganizationStatus }>
  >({
    name: 'read_index_cursor',
    text: `SELECT f.indexed_position, f.newest_position, o.status FROM organization o
             LEFT JOIN notification_feed f ON f.organization_id = o.organization_id
           WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  return {
    indexed: row?.indexed_position ?? 0,
    sealed: row?.newest_position ?? 0,
    isDeleted: row?.status === 'DELETED',
  };
}

export const moveIndexCursor = (scope: OrgTransaction, position: number): Statement => ({
  name: 'move_index_cursor',
  text: 'UPDATE notification_feed SET indexed_position = $2 WHERE organization_id = $1 AND indexed_position < $2',
  values: [scope.organizationId, position],
});

/** The subject record of an event. */
export type ChangedRecord = { position: number; entityType: string; entityId: string };

/**
 * Reads the subject records of the next sealed events, by event position. The subject of an erasure is the record of
 * the erased event.
 */
export async function selectChangedRecords(
  scope: OrgTransaction,
  after: number,
  limit: number,
): Promise<ChangedRecord[]> {
  const rows = await scope.query<{ position: number; entity_type: string; entity_id: string }>({
    name: 'select_touched_records',
    text: `SELECT s.position, coalesce(split_part(e.payload ->> 'eventType', '.', 2), e.entity_type) AS entity_type,
             coalesce(e.payload ->> 'entityId', e.entity_id) AS entity_id
           FROM (SELECT organization_id, position, event_id FROM event_seal
             WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3) s
           JOIN LATERAL (SELECT v.id, v.entity_type, v.entity_id,
               CASE WHEN v.entity_type = 'AUDITING_EVENT' AND v.action = 'ERASE' THEN v.payload END AS payload
             FROM event v WHERE v.organization_id = s.organization_id AND v.id >= s.event_id ORDER BY v.id LIMIT 1
           ) e ON e.id = s.event_id
           ORDER BY s.position`,
    values: [scope.organizationId, after, limit],
  });
  return rows.map((row) => ({
    position: row.position,
    entityType: row.entity_type,
    entityId: row.entity_id,
  }));
}
