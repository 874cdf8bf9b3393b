import { hash } from 'node:crypto';
import { canonicalHash } from '../../platform/http/idempotency.ts';
import { createIds } from '../../platform/ids.ts';
import type { Reported } from './shape.ts';

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
 * Makes the identifier that a line without one has in a file: the same whoever sends the file once more. With an idempotency
 * key another file may have the same content and count anew.
 */
export const idByLine = (fileHash: string, key: string | undefined, line: number): string =>
  idByKey(key === undefined ? '' : `key ${key}`, `csv ${fileHash}`, line);

/** Makes the identifier that a group without one has in a call with an idempotency key: the same in each repeat. */
export const idByKey = (principalId: string, key: string, index: number): string =>
  createIds(() => hash('sha256', `${principalId}\n${key}\n${index}`, 'buffer').subarray(0, 16))('urg');
