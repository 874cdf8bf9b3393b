import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { cleanText, longestPassage, mostPassages, splitText } from './split.ts';
import type { RecordType } from './types.ts';

/** A part of a record, with its parent headings. */
export type Section = { headings: readonly string[]; text: string };

/** An indexed record: its name, and a closed list of fields that its GET returns. */
export type SearchedRecord = { id: string; title: string; sections: readonly Section[] };

/** The definition of how records of one type are read for indexing. Each slice defines its sources. */
export type PassageSource = {
  type: RecordType;
  /** The entity type of the events that announce a change of such a record. */
  entityType: string;
  /** The number of records that are read and written together, which is smaller for types with long records. */
  atOnce: number;
  /** Reads the given records, except deleted and unsearchable records. */
  load(scope: OrgTransaction, ids: readonly string[]): Promise<SearchedRecord[]>;
  /** Reads the ids of the next records, in the order of ids. */
  idsAfter(scope: OrgTransaction, after: string, limit: number): Promise<string[]>;
  /** The additional statements for types whose text is read outside of a transaction. */
  further?(scope: OrgTransaction, ids: readonly string[]): Statement[];
};

export type Passage = {
  id: string;
  part: number;
  title: string;
  headings: readonly string[];
  content: string;
};

const longestTitle = 300;
const longestHeading = 200;
const mostHeadings = 6;

/** Splits a record into passages. Every record has at least one passage, with its name. */
export function passagesOf({ id, title, sections }: SearchedRecord): Passage[] {
  const name = shortened(title, longestTitle);
  const pieces = sections.flatMap(({ headings, text }) => {
    const above = headings.slice(-mostHeadings).map((heading) => shortened(heading, longestHeading));
    const split = splitText(cleanText(text), longestPassage);
    return (split.length > 0 ? split : above.length > 0 ? [''] : []).map((content) => ({
      headings: above,
      content,
    }));
  });
  return (pieces.length > 0 ? pieces : [{ headings: [], content: '' }])
    .slice(0, mostPassages)
    .map((piece, part) => ({ id, part, title: name, ...piece }));
}

const shortened = (text: string, most: number): string =>
  Array.from(cleanText(text).replaceAll('\n', ' ')).slice(0, most).join('');

/** Returns one section with the non-empty texts of a record, one text per line. */
export const linesOf = (...texts: readonly (string | null | undefined)[]): Section[] => {
  const said = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  return said.length > 0 ? [{ headings: [], text: said.join('\n') }] : [];
};

/** Returns the texts in some fields of the items of a stored list, which is JSON text or null. */
export function textsIn(list: string | null, fields: readonly string[]): string[] {
  const items: unknown = list === null ? [] : JSON.parse(list);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null
      ? fields.flatMap((field) => {
          const text = (item as Readonly<Record<string, unknown>>)[field];
          return typeof text === 'string' ? [text] : [];
        })
      : [],
  );
}
