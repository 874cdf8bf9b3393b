import { createHash } from 'node:crypto';
import type { OrgScope } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';

/**
 * A thing of which a marketplace lists something else than what is held here, or of which nothing is held. Both sides are
 * remembered by what is compared of them: reading it again changes nothing where both are as they were then.
 */
export type Difference = {
  externalId: string;
  /** What is listed, and what is held, as far as they are compared; undefined where nothing is held. */
  listed: unknown;
  held: unknown;
  /** Enqueues the job that reads it again. */
  reconcile: (scope: OrgScope) => Statement;
};

/** Makes the hash by which a difference is remembered. */
export const hashOf = ({ listed, held }: Pick<Difference, 'listed' | 'held'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([listed, held ?? null]))
    .digest();

/** What came of the things on a page that is imported. */
export type Imported = {
  /** How many there are now that were not known. */
  made: number;
  /** What is known already, and differs. */
  differences: readonly Difference[];
};
