import { createHash } from 'node:crypto';
import { selectList } from '../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';

/**
 * The event columns that the header hash covers, in this order: all columns except the two records, which may be
 * erased, derived columns, and columns that an erasure sets. `change` repeats data from events of other records.
 */
export const headerColumns = [
  'organization_id',
  'id',
  'entity_type',
  'entity_id',
  'sequence',
  'action',
  'actor_type',
  'actor_id',
  'actor_email',
  'actor_name',
  'request_id',
  'creation_time',
  'audited',
] as const satisfies readonly ColumnOf<'event'>[];

/** The event columns that the header hash covers. */
export type EventHeader = RowOf<'event', (typeof headerColumns)[number]>;
/** An event as selected with `hashedColumns`. */
export type HashedEvent = EventHeader & { payload_hash: Buffer; before_hash: Buffer };

/** Returns the select list of an event's header columns and of its records' hashes, for `headerHash`. */
export const hashedColumns = (alias: string): string =>
  [
    selectList<'event'>(
      alias,
      headerColumns.filter((column) => column !== 'creation_time'),
    ),
    // Microseconds are the precision of the database.
    `to_char(${alias}.creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS creation_time`,
    `sha256(convert_to(${alias}.payload::text, 'UTF8')) AS payload_hash`,
    `sha256(convert_to(coalesce(${alias}.before::text, ''), 'UTF8')) AS before_hash`,
  ].join(', ');

/** The event columns that `hashedColumns` reads. */
export const columnsToHash = [...headerColumns, 'payload', 'before', 'erased_at'] as const;

/** Computes SHA-256 over a JSON array of the header's columns. The JSON text is unique for each header. */
export const headerHash = (event: EventHeader): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(headerColumns.map((column) => event[column] ?? null)))
    .digest();

/** Computes the initial hash of an organization's chain. */
export const genesis = (organizationId: string): Buffer =>
  createHash('sha256').update(`tradepost audit chain of ${organizationId}`).digest();

export type ChainEntry = {
  position: number;
  eventId: string;
  headerHash: Buffer;
  payloadHash: Buffer;
  beforeHash: Buffer;
};

/** Computes the chain hash of an event from the previous chain hash and the event's position, id and hashes. */
export function chainHash(previous: Buffer, sealed: ChainEntry): Buffer {
  const position = Buffer.alloc(8);
  position.writeBigUInt64BE(BigInt(sealed.position));
  return createHash('sha256')
    .update(previous)
    .update(position)
    .update(createHash('sha256').update(sealed.eventId).digest())
    .update(sealed.headerHash)
    .update(sealed.payloadHash)
    .update(sealed.beforeHash)
    .digest();
}
