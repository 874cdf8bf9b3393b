import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Passage } from './passages.ts';
import {
  insertPassages,
  type PassageRow,
  removeStale,
  removeUnusedWords,
  selectPassages,
  type WordUse,
} from './store.ts';
import { neededFor, type RecordType } from './types.ts';

/**
 * Replaces the passages of these records with the given passages, under the index lock. Only changed passages are
 * written; the old passages of a record without new passages are removed. Returns the number of written and removed
 * passages.
 */
export async function replacePassages(
  scope: OrgTransaction,
  type: RecordType,
  ids: readonly string[],
  passages: readonly Passage[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const wanted = byKey(passages);
  const records = ids.map((id) => ({ id, parts: wanted.get(id)?.size ?? 0 }));
  const there = await scope.query<PassageRow>(selectPassages(scope, type, records));
  const stale: PassageRow[] = [];
  const kept = new Set<Passage>();
  for (const row of there) {
    const passage = wanted.get(row.id)?.get(row.part);
    if (passage && row.needs === neededFor(type) && isSame(row, passage)) kept.add(passage);
    else stale.push(row);
  }
  const added = kept.size > 0 ? passages.filter((passage) => !kept.has(passage)) : passages;
  const fewer = stale.length > 0 ? await scope.query<WordUse>(removeStale(scope, type, stale)) : [];
  if (added.length + fewer.length > 0) {
    const unused = await scope.query<WordUse>(insertPassages(scope, type, added, fewer));
    if (unused.length > 0) await scope.query(removeUnusedWords(scope, unused));
  }
  return stale.length + added.length;
}

/** Groups passages by record and part number. */
function byKey(passages: readonly Passage[]): Map<string, Map<number, Passage>> {
  const all = new Map<string, Map<number, Passage>>();
  for (const passage of passages) {
    const own = all.get(passage.id) ?? new Map<number, Passage>();
    all.set(passage.id, own.set(passage.part, passage));
  }
  return all;
}

const isSame = (row: PassageRow, { title, headings, content }: Passage): boolean =>
  row.title === title &&
  row.content === content &&
  row.headings.length === headings.length &&
  row.headings.every((heading, index) => heading === headings[index]);
