import { z } from 'zod';
import type { Database } from '../platform/database/database.ts';
import type { AuditKey } from './key.ts';
import { lastHead, type SignedRow } from './store.ts';
import { auditedOrganizations } from './verify-store.ts';

/** Lists the last signed head of each organization. */
export async function listHeads(database: Database, organizationId?: string): Promise<SignedRow[]> {
  const all = organizationId ? [organizationId] : await database.transaction(auditedOrganizations, 'system');
  const heads: SignedRow[] = [];
  for (const id of all) {
    const head = await database.transaction((queryable) => lastHead(queryable, id), 'system');
    if (head) heads.push(head);
  }
  return heads;
}

const KeptHeads = z.object({
  publicKey: z.string(),
  heads: z.array(
    z.object({
      organizationId: z.string(),
      position: z.int(),
      chainHash: z.string(),
      signedAt: z.string(),
      keyId: z.string(),
      signature: z.string(),
    }),
  ),
});

export const toHeadsText = ({ publicKey }: AuditKey, heads: readonly SignedRow[]): string =>
  JSON.stringify(
    {
      publicKey,
      heads: heads.map((head) => ({
        ...head,
        chainHash: head.chainHash.toString('hex'),
        signature: head.signature.toString('base64url'),
      })),
    },
    null,
    2,
  );

/** Parses the output of `toHeadsText`. @throws Error for any other text */
export function fromHeadsText(text: string): { publicKey: string; heads: SignedRow[] } {
  const { publicKey, heads } = KeptHeads.parse(JSON.parse(text));
  return {
    publicKey,
    heads: heads.map((head) => ({
      ...head,
      chainHash: Buffer.from(head.chainHash, 'hex'),
      signature: Buffer.from(head.signature, 'base64url'),
    })),
  };
}
