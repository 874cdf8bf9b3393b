import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Row, Statement } from '../database/statement.ts';
import type { Vault } from './encryption.ts';

/** A column of the database that holds ciphertext. */
export type EncryptedColumn = {
  /** Table and column, and the path in it if it is JSON. */
  name: string;
  /**
   * Answers rows with `encrypted` that another key encrypted, after a position, in the order of positions, and locks
   * them.
   */
  select(keyId: string, after: readonly string[], limit: number): Statement;
  /** The row's position in the order; empty texts stand before all. */
  position(row: Row): string[];
  /** The context that the text was encrypted for. */
  context(row: Row): string;
  update(row: Row, encrypted: string): Statement;
};

const batchSize = 50;

/**
 * Encrypts anew, with the vault's own key, whatever another key encrypted: as the system, a few rows at a go, each go
 * a transaction that locks its rows. It may be stopped and begun again, and programs may run beside it.
 * @returns how many texts were encrypted anew, and where one lies that no key decrypts
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
        log.error({ err: error, column: column.name, context }, 'a secret cannot be opened');
        batch.unreadable.push(`${column.name} (${context})`);
        continue;
      }
      await query(column.update(row, vault.encrypt(plain, context)));
      batch.reencrypted++;
    }
    // Fewer than asked for may be rows that somebody changed meanwhile; only none is the end.
    const last = rows.at(-1);
    if (last) batch.last = column.position(last);
    return batch;
  }, 'system');
