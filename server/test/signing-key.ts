import { createSigningKeys } from '../src/authentication/wiring.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createIds } from '../src/platform/ids.ts';
import { createVault } from '../src/platform/secrets/encryption.ts';

export const testMasterKey = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** Stores a token-signing key, encrypted with `testMasterKey`, in a migrated database. */
export async function addSigningKey(connectionString: string): Promise<void> {
  const database = await openDatabase({ connectionString, poolSize: 1, pipelines: 1, onError: () => {} });
  try {
    const [vault, newId] = [createVault(testMasterKey), createIds()];
    await createSigningKeys({ database, vault, newId, now: () => new Date() }).current();
  } finally {
    await database.close();
  }
}
