import { hash } from 'node:crypto';
import { canonicalHash } from '../../platform/http/idempotency.ts';
import { createIds } from '../../platform/ids.ts';
import type { Customer, ReportedGroup } from './shape.ts';

/**
 * Hashes the content of a group (R60). Two groups are equal if they have the same entitlement, the same time
 * if a time was given, and the same quantities. Other fields are ignored.
 * @returns hexadecimal digits, because a thousand buffers per call would cost more than the hashing
 */
export function contentHash({ entitlementId, usedAt, names, quantities, billable }: ReportedGroup): string {
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

/** Concatenates the hashes of a call’s groups in order. */
export const joinHashes = (hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex');

/** Hashes a call with SHA-256: the hashes of its groups, in order. */
export const callHash = (joined: Buffer): Buffer => hash('sha256', joined, 'buffer');

/**
 * Hashes the content of a line of a file. The hash is independent of line ends, quotes, and the order of
 * columns and rows.
 */
export const lineHash = (customer: Customer | undefined, reported: ReportedGroup): string =>
  hash(
    'sha256',
    `${customer ? JSON.stringify([customer.customerId, customer.productId ?? null]) : ''}\n${contentHash(reported)}`,
    'hex',
  );

/**
 * Computes the id of a line without an id. Lines with equal content and ordinal get the same id in every file
 * and for every caller.
 * @param ordinal number of equal lines before this line in its file
 * @param key idempotency key; equal content with a different key counts as new usage
 */
export const idByLine = (line: string, ordinal: number, key: string | undefined): string =>
  idByKey(key === undefined ? '' : `key ${key}`, `csv ${line}`, ordinal);

/**
 * Computes the id of a group without an id in a call with an idempotency key. Repeats of the call result in
 * the same ids.
 */
export const idByKey = (principalId: string, key: string, index: number): string =>
  createIds(() => hash('sha256', `${principalId}\n${key}\n${index}`, 'buffer').subarray(0, 16))('urg');
