import type { OrgTransaction } from '../platform/access/scope.ts';
import { readIndexCursor } from './feed-store.ts';
import { type Passage, type PassageSource, passagesOf, type SearchedRecord } from './passages.ts';
import { replacePassages } from './replace-passages.ts';
import { acquireIndexLock } from './store.ts';
import type { RecordType } from './types.ts';

/** Passages that are written by one statement, and some more: as many as one record has at most. */
const writtenAtOnce = 500;
/** Records that are in memory at once: of a kind that is short as a rule, one may still have a megabyte. */
const mostLoaded = 25;
/** Passages that one transaction writes, and as many more as one statement may: seconds of a busy database. */
export const mostWritten = 2000;

export type Written = {
  /** Passages that were written or removed. */
  passages: number;
  /** Records for which there was no more room: the last of those that were given. */
  left: readonly string[];
  /** Whether jobs were enqueued. */
  enqueued: boolean;
};

/**
 * Writes the passages of records as they are now, in their order, under the index lock: read a few at a time, as they may be
 * long.
 * @param most passages after which no further record is begun; the first one is written always
 */
export async function writeRecords(
  scope: OrgTransaction,
  source: PassageSource,
  ids: readonly string[],
  most = mostWritten,
): Promise<Written> {
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
 * Writes the passages of a record of which more was read outside of a transaction.
 * @param find reads, under the index lock, whether it is still there
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
