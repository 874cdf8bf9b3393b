import {
  columns,
  defineStatement,
  insertInto,
  rows,
  selectList,
} from '../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { eventOf } from '../platform/events/event-lookup.ts';
import { type ChainEntry, columnsToHash, type HashedEvent, hashedColumns } from './chain.ts';
import type { ChainPosition, Signature } from './key.ts';

/** An SQL condition: at least one event has no position. */
export const eventsAreUnsealed =
  '(SELECT true FROM unsealed_event u ORDER BY u.organization_id LIMIT 1) IS TRUE';

/**
 * Lists the organizations with unsealed events. The statement skips from one organization to the next, so its
 * cost does not depend on the number of events.
 */
export async function organizationsToSeal({ query }: Queryable): Promise<string[]> {
  const waiting = await query<RowOf<'unsealed_event', 'organization_id'>>({
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
  return waiting.map((row) => row.organization_id);
}

/** Acquires the lock for extending an organization's chain; waits if another transaction has the lock. */
export async function acquireSealingLock({ query }: Queryable, organizationId: string): Promise<void> {
  await query({
    name: 'take_sealing_lock',
    text: 'SELECT pg_advisory_xact_lock(72394410, hashtext($1))',
    values: [organizationId],
  });
}

/**
 * Tries to acquire the lock for extending an organization's chain; returns false immediately if another transaction has
 * the lock.
 */
export async function tryAcquireSealingLock({ query }: Queryable, organizationId: string): Promise<boolean> {
  const [row] = await query<{ locked: boolean }>({
    name: 'try_sealing_lock',
    text: 'SELECT pg_try_advisory_xact_lock(72394410, hashtext($1)) AS locked',
    values: [organizationId],
  });
  return row?.locked === true;
}

/** An event without a position. */
export type UnsealedEvent = HashedEvent & RowOf<'unsealed_event', 'ordinal'> & { now: string };

export async function selectUnsealed(
  { query }: Queryable,
  organizationId: string,
  limit: number,
): Promise<{ now: string; events: UnsealedEvent[] }> {
  const events = await query<UnsealedEvent>({
    name: 'select_unsealed_events',
    text: `SELECT u.ordinal, clock_timestamp() AS now, ${hashedColumns('e')}
           FROM (
             SELECT organization_id, ordinal, event_id FROM unsealed_event
             WHERE organization_id = $1 ORDER BY ordinal LIMIT $2) u
           JOIN ${eventOf('u', columnsToHash)} ORDER BY u.ordinal`,
    values: [organizationId, limit],
  });
  return { now: String(events[0]?.now), events };
}

const insertAll = defineStatement(
  'insert_event_seals',
  {
    trail: columns('event_seal', ['organization_id']),
    seals: rows('event_seal', [
      'position',
      'event_id',
      'header_hash',
      'payload_hash',
      'before_hash',
      'chain_hash',
    ]),
  },
  ({ trail, seals }) =>
    `${seals.insert('s', { organization_id: trail.at.organization_id })} FROM ${seals.unnest('s')}`,
);

export async function insertSeals(
  { query }: Queryable,
  organizationId: string,
  seals: readonly (ChainEntry & { chainHash: Buffer })[],
): Promise<void> {
  await query(
    insertAll({
      trail: { organization_id: organizationId },
      seals: seals.map((seal) => ({
        position: seal.position,
        event_id: seal.eventId,
        header_hash: seal.headerHash,
        payload_hash: seal.payloadHash,
        before_hash: seal.beforeHash,
        chain_hash: seal.chainHash,
      })),
    }),
  );
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

export type SignedRow = ChainPosition & Signature;

const signedColumns = [
  'organization_id',
  'position',
  'chain_hash',
  'signed_at',
  'key_id',
  'signature',
] as const satisfies readonly (ColumnOf<'audit_head'> & ColumnOf<'audit_checkpoint'>)[];
type StoredRow = RowOf<'audit_head' | 'audit_checkpoint', (typeof signedColumns)[number]>;

const signedRow = (row: StoredRow): SignedRow => ({
  organizationId: row.organization_id,
  position: row.position,
  chainHash: row.chain_hash,
  signedAt: row.signed_at,
  keyId: row.key_id,
  signature: row.signature,
});

const insertRow = {
  audit_head: insertInto('insert_audit_head', 'audit_head', signedColumns),
  audit_checkpoint: insertInto('insert_audit_checkpoint', 'audit_checkpoint', signedColumns),
};

/** Inserts a signed head or checkpoint. */
export async function insertSigned(
  { query }: Queryable,
  table: keyof typeof insertRow,
  signed: ChainPosition,
  { keyId, signature }: Signature,
): Promise<void> {
  await query(
    insertRow[table]({
      organization_id: signed.organizationId,
      position: signed.position,
      chain_hash: signed.chainHash,
      signed_at: signed.signedAt,
      key_id: keyId,
      signature,
    }),
  );
}

/** Reads the last signed position, which is a head or a checkpoint. */
export async function lastSigned(
  queryable: Queryable,
  organizationId: string,
): Promise<SignedRow | undefined> {
  const [head, checkpoint] = await Promise.all([
    lastSignedRow(queryable, 'audit_head', organizationId),
    lastSignedRow(queryable, 'audit_checkpoint', organizationId),
  ]);
  return head && (!checkpoint || head.position >= checkpoint.position) ? head : checkpoint;
}

export const lastHead = (queryable: Queryable, organizationId: string) =>
  lastSignedRow(queryable, 'audit_head', organizationId);

export const lastCheckpoint = (queryable: Queryable, organizationId: string) =>
  lastSignedRow(queryable, 'audit_checkpoint', organizationId);

async function lastSignedRow(
  { query }: Queryable,
  table: 'audit_head' | 'audit_checkpoint',
  organizationId: string,
): Promise<SignedRow | undefined> {
  const [row] = await query<StoredRow>({
    name: `last_${table}`,
    text: `SELECT ${selectList<typeof table>('a', signedColumns)} FROM ${table} a
           WHERE a.organization_id = $1 ORDER BY a.position DESC LIMIT 1`,
    values: [organizationId],
  });
  return row && signedRow(row);
}

/** Selects the signed heads after a position, oldest first, each with the stored chain hash at its position. */
export async function selectHeads(
  { query }: Queryable,
  organizationId: string,
  after: number,
  limit: number,
): Promise<(SignedRow & { standing: Buffer | undefined })[]> {
  const heads = await query<StoredRow & { standing: Buffer | null }>({
    name: 'select_audit_heads',
    text: `SELECT ${selectList<'audit_head'>('h', signedColumns)}, s.chain_hash AS standing
           FROM audit_head h
           LEFT JOIN event_seal s ON s.organization_id = h.organization_id AND s.position = h.position
           WHERE h.organization_id = $1 AND h.position > $2 ORDER BY h.position LIMIT $3`,
    values: [organizationId, after, limit],
  });
  return heads.map((row) => ({
    ...signedRow(row),
    standing: row.standing ?? undefined,
  }));
}

/**
 * Deletes signed heads that are older than a day, except the last head of each hour, which is kept permanently.
 * Heads older than four days are not examined again.
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
