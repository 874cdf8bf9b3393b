import { createHash } from 'node:crypto';
import { selected } from '../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';

/**
 * The columns of an event that its header hash is over, in this order: all but the two records, which may be erased,
 * and what is made from other columns or by an erasure. `change` repeats what events of other records say.
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

/** The columns of an event that its header hash is over. */
export type EventHeader = RowOf<'event', (typeof headerColumns)[number]>;
/** An event as `hashedColumns` select it. */
export type HashedEvent = EventHeader & { payload_hash: Buffer; before_hash: Buffer };

/** A row's columns and hashes as the statements below and `headerHash` need them. */
export const hashedColumns = (alias: string): string =>
  [
    selected<'event'>(
      alias,
      headerColumns.filter((column) => column !== 'creation_time'),
    ),
    // To the microsecond, as the database keeps it.
    `to_char(${alias}.creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS creation_time`,
    `sha256(convert_to(${alias}.payload::text, 'UTF8')) AS payload_hash`,
    `sha256(convert_to(coalesce(${alias}.before::text, ''), 'UTF8')) AS before_hash`,
  ].join(', ');

/** The columns of an event that `hashedColumns` read. */
export const columnsToHash = [...headerColumns, 'payload', 'before', 'erased_at'] as const;

/** Computes SHA-256 over a JSON array of the header's columns: no two headers have one text. */
export const headerHash = (event: EventHeader): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(headerColumns.map((column) => event[column] ?? null)))
    .digest();

/** Makes the hash that the first event of an organization follows. */
export const genesis = (organizationId: string): Buffer =>
  createHash('sha256').update(`tradepost audit chain of ${organizationId}`).digest();

export type Sealed = {
  position: number;
  eventId: string;
  headerHash: Buffer;
  payloadHash: Buffer;
  beforeHash: Buffer;
};

/** The hash of the chain up to an event: over the chain before it, its place, its id and its hashes. */
export function chainHash(previous: Buffer, sealed: Sealed): Buffer {
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
