import { hash } from 'node:crypto';
import { canonicalHash } from '../../platform/http/idempotency.ts';
import { createIds } from '../../platform/ids.ts';
import type { Customer, Reported } from './shape.ts';

/**
 * Computes what a group says, for R60: two are equal when they are of the same entitlement and time, if one was given, and
 * have the same quantities. Whatever else stands beside it does not count.
 * @returns hexadecimal digits: a buffer for each of a thousand costs more than all else that is done with it
 */
export function contentHash({ entitlementId, usedAt, names, quantities, billable }: Reported): string {
  const said = billable
    ? [
        'metrics',
        entitlementId,
        usedAt ?? null,
        billable.map((item) => canonicalHash(item).toString('base64')).sort(),
      ]
    : [entitlementId, usedAt ?? null, names, quantities];
  return hash('sha256', JSON.stringify(said), 'hex');
}

/** Puts the hashes of a call's groups behind one another, in their order. */
export const joinHashes = (hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex');

/** Computes SHA-256 over what a call says: over the hashes of its groups, in their order. */
export const callHash = (joined: Buffer): Buffer => hash('sha256', joined, 'buffer');

/**
 * Hashes what a line of a file says, whatever bytes say it: other line ends, quotes, orders of columns or of rows are the
 * same line still.
 */
export const lineHash = (customer: Customer | undefined, reported: Reported): string =>
  hash(
    'sha256',
    `${customer ? JSON.stringify([customer.customerId, customer.productId ?? null]) : ''}\n${contentHash(reported)}`,
    'hex',
  );

/**
 * Computes an identifier for a line that has none. The same line has the same identifier in every file and for every caller.
 * @param ordinal the number of equal lines before it in its file
 * @param key with an idempotency key a line may have the same content and count anew
 */
export const idByLine = (line: string, ordinal: number, key: string | undefined): string =>
  idByKey(key === undefined ? '' : `key ${key}`, `csv ${line}`, ordinal);

/** Makes the identifier that a group without one has in a call with an idempotency key: the same in each repeat. */
export const idByKey = (principalId: string, key: string, index: number): string =>
  createIds(() => hash('sha256', `${principalId}\n${key}\n${index}`, 'buffer').subarray(0, 16))('urg');
