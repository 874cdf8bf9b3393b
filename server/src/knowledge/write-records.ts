import type { OrgTransaction } from '../platform/access/scope.ts';
import { readIndexCursor } from './feed-store.ts';
import { type Passage, type PassageSource, passagesOf, type SearchedRecord } from './passages.ts';
import { replacePassages } from './replace-passages.ts';
import { acquireIndexLock } from './store.ts';
import type { RecordType } from './types.ts';

/**
 * The number of passages after which a statement is sent. A statement may exceed this number by the passages of one
 * record.
 */
const writtenAtOnce = 500;
/** The maximum number of records in memory, because even a record of a short type may have a megabyte. */
const mostLoaded = 25;
/**
 * The number of passages after which a transaction ends. A transaction may exceed this number by one statement. On a
 * busy database, writing this number of passages takes seconds.
 */
export const mostWritten = 2000;

export type WriteResult = {
  /** The number of passages that were written or removed. */
  passages: number;
  /** The remaining ids. */
  left: readonly string[];
  /** Whether jobs were enqueued. */
  enqueued: boolean;
};

/**
 * Writes the passages of records in their current state, in order, under the index lock. Only a few records are read at
 * a time, because records may be long.
 * @param most the number of passages after which no further record is started; the first record is always written
 */
export async function writeRecords(
  scope: OrgTransaction,
  source: PassageSource,
  ids: readonly string[],
  most = mostWritten,
): Promise<WriteResult> {
  const found: string[] = [];
  const loaded = Math.min(source.atOnce, mostLoaded);
  let begun = 0;
  let written = 0;
  let read: string[] = [];
  let passages: Passage[] = [];
  const write = async () => {
    written += await replacePassages(scope, source.type, read, passages);
    [read, passages] = [[], []];
  };
  for (let first = 0; first < ids.length && written < most; first += loaded) {
    const some = ids.slice(first, first + loaded);
    const records = new Map((await source.load(scope, some)).map((record) => [record.id, record]));
    for (const id of some) {
      if (written >= most) break;
      begun++;
      read.push(id);
      const record = records.get(id);
      if (!record) continue;
      found.push(id);
      passages.push(...passagesOf(record));
      if (passages.length >= writtenAtOnce) await write();
    }
  }
  await write();
  const further = source.further?.(scope, found) ?? [];
  await Promise.all(further.map((statement) => scope.query(statement)));
  return { passages: written, left: ids.slice(begun), enqueued: further.length > 0 };
}

/**
 * Writes the passages of a record whose text was read outside of a transaction.
 * @param find reads, under the index lock, whether the record still exists
 */
export async function writeTexts(
  scope: OrgTransaction,
  type: RecordType,
  find: () => Promise<SearchedRecord | undefined>,
): Promise<void> {
  await acquireIndexLock(scope);
  const record = (await readIndexCursor(scope)).isDeleted ? undefined : await find();
  if (record) await replacePassages(scope, type, [record.id], passagesOf(record));
}
