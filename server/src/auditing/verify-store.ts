import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import { eventOf } from '../platform/events/event-lookup.ts';
import { columnsToHash, type HashedEvent, hashedColumns } from './chain.ts';

/**
 * Starts a snapshot, so that all further statements read the same state. This must be the first statement of the
 * transaction.
 */
export async function beginSnapshot({ query }: Queryable): Promise<void> {
  await query({
    name: 'hold_snapshot',
    text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
    values: [],
  });
}

/** Lists the organizations with a current or former audit trail. */
export async function auditedOrganizations({ query }: Queryable): Promise<string[]> {
  const rows = await query<RowOf<'organization', 'organization_id'>>({
    name: 'audited_organizations',
    text: `SELECT organization_id FROM organization UNION SELECT organization_id FROM audit_head
           UNION SELECT organization_id FROM audit_checkpoint ORDER BY organization_id`,
    values: [],
  });
  return rows.map((row) => row.organization_id);
}

/** A seal with its event; `id` is null if the event is missing. */
export type SealOfEvent = RowOf<'event_seal', 'position' | 'event_id' | 'chain_hash'> & {
  sealed_header: Buffer;
  sealed_payload: Buffer;
  sealed_before: Buffer;
} & (
    | (HashedEvent & { blank: boolean; recorded: boolean | null })
    | { [K in keyof HashedEvent | 'blank' | 'recorded']: null }
  );

/**
 * Selects the seals after a position in order, each with the current hashes of its event. `blank` is true if both
 * records are empty, as after an erasure. `recorded` is true if an entry records the erasure.
 */
export const selectSeals = (
  { query }: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<SealOfEvent[]> =>
  query<SealOfEvent>({
    name: 'select_event_seals',
    text: `SELECT s.position, s.event_id, s.header_hash AS sealed_header, s.payload_hash AS sealed_payload,
             s.before_hash AS sealed_before, s.chain_hash, ${hashedColumns('e')},
             e.erased_at IS NOT NULL AND e.payload::text = '{}' AND coalesce(e.before::text, '{}') = '{}' AS blank,
             CASE WHEN e.erased_at IS NOT NULL THEN EXISTS (
               SELECT FROM event x WHERE x.organization_id = $1 AND x.entity_id = s.event_id
                 AND x.entity_type = 'AUDITING_EVENT' AND x.action = 'ERASE') END AS recorded
           FROM (
             SELECT organization_id, position, event_id, header_hash, payload_hash, before_hash, chain_hash
             FROM event_seal WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3) s
           LEFT JOIN ${eventOf('s', columnsToHash)} ORDER BY s.position`,
    values: [organizationId, after, limit],
  });

/** Selects seals at or before the checkpoint at which the chain starts; such seals are invalid. */
export const selectSealsBefore = (
  { query }: Queryable,
  organizationId: string,
  start: number,
  after: number | undefined,
  limit: number,
): Promise<RowOf<'event_seal', 'position' | 'event_id'>[]> =>
  query({
    name: 'select_seals_before_start',
    text: `SELECT position, event_id FROM event_seal
           WHERE organization_id = $1 AND position <= $2 AND ($3::bigint IS NULL OR position > $3)
           ORDER BY position LIMIT $4`,
    values: [organizationId, start, after ?? null, limit],
  });

/** Reads the chain hash at a position. */
export async function chainAt(
  { query }: Queryable,
  organizationId: string,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await query<RowOf<'event_seal', 'chain_hash'>>({
    name: 'select_chain_hash',
    text: 'SELECT chain_hash FROM event_seal WHERE organization_id = $1 AND position = $2',
    values: [organizationId, position],
  });
  return row?.chain_hash;
}

/**
 * Selects a page of events after an id. Returns the last id, and the events that are missing both in the chain and in
 * the queue.
 */
export async function selectUnplaced(
  { query }: Queryable,
  organizationId: string,
  after: string,
  limit: number,
): Promise<{ ids: string[]; last: string | undefined }> {
  const [row] = await query<{ ids: string[] | null; last: string | null }>({
    name: 'select_unplaced_events',
    text: `WITH page AS (
             SELECT e.id FROM event e WHERE e.organization_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3),
           unsealed AS (
             SELECT p.id FROM page p LEFT JOIN event_seal s ON s.organization_id = $1 AND s.event_id = p.id
             WHERE s.event_id IS NULL)
           SELECT (SELECT max(id) FROM page) AS last, (
             SELECT array_agg(n.id ORDER BY n.id) FROM unsealed n
             WHERE NOT EXISTS (
               SELECT FROM unsealed_event u WHERE u.organization_id = $1 AND u.event_id = n.id)) AS ids`,
    values: [organizationId, after, limit],
  });
  return { ids: row?.ids ?? [], last: row?.last ?? undefined };
}

export type UnsealedEvents = {
  count: number;
  /** The id of the oldest event. */
  firstEventId: string | null;
  since: string | null;
  /** The ids of missing events. */
  gone: string[];
  last: number | null;
};

/** Summarizes a page of the queue of unsealed events. */
export async function selectWaiting(
  { query }: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<UnsealedEvents> {
  const [row] = await query<UnsealedEvents & { gone: string[] | null }>({
    name: 'select_waiting_events',
    text: `WITH page AS (
             SELECT u.ordinal, u.event_id, e.creation_time, e.id IS NULL AS gone
             FROM (
               SELECT organization_id, ordinal, event_id FROM unsealed_event
               WHERE organization_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT $3) u
             LEFT JOIN ${eventOf('u', columnsToHash)})
           SELECT count(*) FILTER (WHERE NOT gone) AS count, max(ordinal) AS last,
             min(creation_time) AS since,
             (array_agg(event_id ORDER BY ordinal) FILTER (WHERE NOT gone))[1] AS "firstEventId",
             array_agg(event_id ORDER BY ordinal) FILTER (WHERE gone) AS gone
           FROM page`,
    values: [organizationId, after, limit],
  });
  return { ...(row as UnsealedEvents), gone: row?.gone ?? [] };
}
