import type { Queryable, Row, Statement } from '../platform/database/statement.ts';
import { eventOf, hashedColumns, type Sealed } from './chain.ts';
import type { Signature, Signed } from './key.ts';

/** Organizations with events that have no position yet: by leaping from one to the next, however many events wait. */
export async function organizationsToSeal({ query }: Queryable): Promise<string[]> {
  const rows = await query<{ organization_id: string }>({
    name: 'organizations_to_seal',
    text: `WITH RECURSIVE waiting AS (
             (SELECT u.organization_id FROM unsealed_event u ORDER BY u.organization_id LIMIT 1)
             UNION ALL
             SELECT (SELECT u.organization_id FROM unsealed_event u WHERE u.organization_id > w.organization_id
                     ORDER BY u.organization_id LIMIT 1)
             FROM waiting w WHERE w.organization_id IS NOT NULL)
           SELECT organization_id FROM waiting WHERE organization_id IS NOT NULL`,
    values: [],
  });
  return rows.map((row) => row.organization_id);
}

/** Makes this transaction the one that may move the organization's chain, once no other is. */
export async function acquireSealingLock({ query }: Queryable, organizationId: string): Promise<void> {
  await query({
    name: 'take_sealing_lock',
    text: 'SELECT pg_advisory_xact_lock(72394410, hashtext($1))',
    values: [organizationId],
  });
}

/** True when this transaction is the one that may move the organization's chain. */
export async function tryAcquireSealingLock({ query }: Queryable, organizationId: string): Promise<boolean> {
  const [row] = await query<{ locked: boolean }>({
    name: 'try_sealing_lock',
    text: 'SELECT pg_try_advisory_xact_lock(72394410, hashtext($1)) AS locked',
    values: [organizationId],
  });
  return row?.locked === true;
}

export async function selectUnsealed(
  { query }: Queryable,
  organizationId: string,
  limit: number,
): Promise<{ now: string; events: Row[] }> {
  const events = await query({
    name: 'select_unsealed_events',
    text: `SELECT u.ordinal, clock_timestamp() AS now, ${hashedColumns('e')}
           FROM (
             SELECT organization_id, ordinal, event_id FROM unsealed_event
             WHERE organization_id = $1 ORDER BY ordinal LIMIT $2) u
           JOIN ${eventOf('u')} ON true ORDER BY u.ordinal`,
    values: [organizationId, limit],
  });
  return { now: String(events[0]?.now), events };
}

export async function insertSeals(
  { query }: Queryable,
  organizationId: string,
  seals: readonly (Sealed & { chainHash: Buffer })[],
): Promise<void> {
  await query({
    name: 'insert_event_seals',
    text: `INSERT INTO event_seal (organization_id, position, event_id, header_hash, payload_hash, before_hash, chain_hash)
           SELECT $1, s.position, s.event_id, s.header_hash, s.payload_hash, s.before_hash, s.chain_hash
           FROM unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[], $7::bytea[])
             AS s (position, event_id, header_hash, payload_hash, before_hash, chain_hash)`,
    values: [
      organizationId,
      seals.map((seal) => seal.position),
      seals.map((seal) => seal.eventId),
      seals.map((seal) => seal.headerHash),
      seals.map((seal) => seal.payloadHash),
      seals.map((seal) => seal.beforeHash),
      seals.map((seal) => seal.chainHash),
    ],
  });
}

export async function deleteFromQueue(
  { query }: Queryable,
  organizationId: string,
  ordinals: readonly number[],
): Promise<void> {
  await query({
    name: 'delete_unsealed_events',
    text: 'DELETE FROM unsealed_event WHERE organization_id = $1 AND ordinal = ANY ($2::bigint[])',
    values: [organizationId, ordinals],
  });
}

export type SignedRow = Signed & Signature;

const signedRow = (row: Row): SignedRow => ({
  organizationId: row.organization_id as string,
  position: row.position as number,
  chainHash: row.chain_hash as Buffer,
  signedAt: row.signed_at as string,
  keyId: row.key_id as string,
  signature: row.signature as Buffer,
});

/** Writes down what was signed. */
export async function insertSigned(
  { query }: Queryable,
  table: 'audit_head' | 'audit_checkpoint',
  signed: Signed,
  { keyId, signature }: Signature,
): Promise<void> {
  await query({
    name: `insert_${table}`,
    text: `INSERT INTO ${table} (organization_id, position, key_id, chain_hash, signature, signed_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [signed.organizationId, signed.position, keyId, signed.chainHash, signature, signed.signedAt],
  });
}

/** The furthest place that was signed, as a head or as a checkpoint. */
export async function lastSigned(
  queryable: Queryable,
  organizationId: string,
): Promise<SignedRow | undefined> {
  const [head, checkpoint] = await Promise.all([
    last(queryable, 'audit_head', organizationId),
    last(queryable, 'audit_checkpoint', organizationId),
  ]);
  return head && (!checkpoint || head.position >= checkpoint.position) ? head : checkpoint;
}

export const lastHead = (queryable: Queryable, organizationId: string) =>
  last(queryable, 'audit_head', organizationId);

export const lastCheckpoint = (queryable: Queryable, organizationId: string) =>
  last(queryable, 'audit_checkpoint', organizationId);

async function last(
  { query }: Queryable,
  table: 'audit_head' | 'audit_checkpoint',
  organizationId: string,
): Promise<SignedRow | undefined> {
  const [row] = await query({
    name: `last_${table}`,
    text: `SELECT organization_id, position, chain_hash, signed_at, key_id, signature FROM ${table}
           WHERE organization_id = $1 ORDER BY position DESC LIMIT 1`,
    values: [organizationId],
  });
  return row && signedRow(row);
}

/** The signed heads after a position, oldest first, each with the chain as it stands at its place. */
export async function selectHeads(
  { query }: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<(SignedRow & { standing: Buffer | undefined })[]> {
  const rows = await query({
    name: 'select_audit_heads',
    text: `SELECT h.organization_id, h.position, h.chain_hash, h.signed_at, h.key_id, h.signature,
             s.chain_hash AS standing
           FROM audit_head h
           LEFT JOIN event_seal s ON s.organization_id = h.organization_id AND s.position = h.position
           WHERE h.organization_id = $1 AND h.position > $2 ORDER BY h.position LIMIT $3`,
    values: [organizationId, after, limit],
  });
  return rows.map((row) => ({
    ...signedRow(row),
    standing: (row.standing as Buffer | null) ?? undefined,
  }));
}

/**
 * Of signed heads, the last of each hour is kept for good: the others go when they are a day old. Those that were
 * passed over for three days more stay too.
 */
export const thinHeads: Statement = {
  name: 'thin_audit_heads',
  text: `DELETE FROM audit_head WHERE ctid = ANY (ARRAY(
           SELECT h.ctid FROM audit_head h
           WHERE h.signed_at < clock_timestamp() - interval '1 day' AND h.signed_at > clock_timestamp() - interval '4 days'
             AND date_trunc('hour', h.signed_at) = (
               SELECT date_trunc('hour', later.signed_at) FROM audit_head later
               WHERE later.organization_id = h.organization_id AND later.position > h.position
               ORDER BY later.position LIMIT 1)
           LIMIT 10000))`,
  values: [],
};
