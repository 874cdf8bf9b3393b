import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { Vault } from './encryption.ts';

/** A database column with ciphertexts. */
export type EncryptedColumn = {
  /** Table, column and, for a JSON column, the path. */
  name: string;
  /**
   * Builds the statement that selects and locks rows whose text is `encrypted` with a different key, after a position
   * and in the order of positions.
   */
  select(keyId: string, after: readonly string[], limit: number): Statement;
  /** Returns the position of a row in the order; empty texts come first. */
  position(row: Row): string[];
  /** Returns the context for which the row's text was encrypted. */
  context(row: Row): string;
  update(row: Row, encrypted: string): Statement;
};

const batchSize = 50;

/**
 * Re-encrypts all texts of other keys with the vault's current key. The work runs in the system role, in small batches,
 * each in a transaction that locks its rows. The work can be stopped and restarted, and other processes may run in the
 * meantime.
 * @returns the number of re-encrypted texts, and the columns and contexts of undecryptable texts
 */
export async function reencrypt(
  deps: { database: Database; vault: Vault; log: Logger },
  columns: readonly EncryptedColumn[],
): Promise<{ reencrypted: number; unreadable: string[] }> {
  let reencrypted = 0;
  const unreadable: string[] = [];
  for (const column of columns) {
    let after: string[] | undefined = [];
    while (after) {
      const done = await reencryptBatch(deps, column, after);
      reencrypted += done.reencrypted;
      unreadable.push(...done.unreadable);
      after = done.last;
    }
  }
  return { reencrypted, unreadable };
}

type Batch = { reencrypted: number; unreadable: string[]; last: string[] | undefined };

const reencryptBatch = (
  { database, vault, log }: { database: Database; vault: Vault; log: Logger },
  column: EncryptedColumn,
  after: readonly string[],
): Promise<Batch> =>
  database.transaction(async ({ query }) => {
    const rows = await query(column.select(vault.keyId, after, batchSize));
    const batch: Batch = { reencrypted: 0, unreadable: [], last: undefined };
    for (const row of rows) {
      const context = column.context(row);
      let plain: string;
      try {
        plain = vault.decrypt(String(row.encrypted), context);
      } catch (error) {
        log.error({ err: error, column: column.name, context }, 'a secret cannot be decrypted');
        batch.unreadable.push(`${column.name} (${context})`);
        continue;
      }
      await query(column.update(row, vault.encrypt(plain, context)));
      batch.reencrypted++;
    }
    // Only an empty batch marks the end: a batch may be short because other processes have changed rows in the
    // meantime.
    const last = rows.at(-1);
    if (last) batch.last = column.position(last);
    return batch;
  }, 'system');
