import type { Database } from '../platform/database/database.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { createVault } from '../platform/secrets/encryption.ts';
import { type AuditKey, createAuditKey, endorses } from './key.ts';

const insertKey = insertInto(
  'keep_audit_key',
  'audit_key',
  ['endorsed_by', 'key_id', 'public_key', 'signature'],
  { after: 'ON CONFLICT DO NOTHING' },
);

/**
 * Stores the public keys of previous master keys, signed with the current key, so that old signatures can be verified
 * after the previous keys have been removed from the configuration. A repeat has no effect.
 */
export async function keepEarlierKeys(
  database: Database,
  key: AuditKey,
  otherMasterKeys: readonly string[],
): Promise<void> {
  if (otherMasterKeys.length === 0) return;
  const others = otherMasterKeys.map((masterKey) => createAuditKey(createVault(masterKey)));
  await database.transaction(async ({ query }) => {
    for (const { keyId, publicKey } of others)
      await query(
        insertKey({
          endorsed_by: key.keyId,
          key_id: keyId,
          public_key: publicKey,
          signature: key.endorse(publicKey),
        }),
      );
  }, 'system');
}

/** Lists the trusted public keys: the current key, and all keys that a trusted key has signed. */
export async function trustedPublicKeys(database: Database, key: AuditKey): Promise<string[]> {
  const rows = await database.transaction(
    ({ query }) =>
      query<RowOf<'audit_key', 'endorsed_by' | 'key_id' | 'public_key' | 'signature'>>({
        name: 'select_audit_keys',
        text: 'SELECT endorsed_by, key_id, public_key, signature FROM audit_key ORDER BY endorsed_by, key_id',
        values: [],
      }),
    'system',
  );
  const trusted = new Map([[key.keyId, key.publicKey]]);
  // The loop includes entries that are added during the iteration.
  for (const [keyId, publicKey] of trusted)
    for (const row of rows)
      if (row.endorsed_by === keyId && endorses(publicKey, row.public_key, row.signature))
        trusted.set(row.key_id, row.public_key);
  return [...trusted.values()];
}
