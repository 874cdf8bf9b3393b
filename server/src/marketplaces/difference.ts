import { createHash } from 'node:crypto';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';

/**
 * A marketplace record that is missing from our records or has different values. Both sides are stored as
 * hashes of the compared values; the record is read again only after a hash has changed.
 */
export type Difference = {
  externalId: string;
  /** The listed and the stored values that are compared; undefined if no record is stored. */
  listed: unknown;
  held: unknown;
  /** Enqueues the job that reads the record again. */
  reconcile: (scope: OrgScope) => Statement;
};

/** Computes the hash that identifies a difference. */
export const hashOf = ({ listed, held }: Pick<Difference, 'listed' | 'held'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([listed, held ?? null]))
    .digest();

/** Results of importing one page of a list. */
export type ImportResult = {
  /** Number of added records. */
  made: number;
  /** Marketplace records that differ from our records. */
  differences: readonly Difference[];
};
