import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import { cleanText, longestPassage, mostPassages, splitText } from './split.ts';
import type { RecordType } from './types.ts';

/** A part of a record, below the headings that lead to it. */
export type Section = { headings: readonly string[]; text: string };

/** A record as it is searched: its name, and a closed list of what its GET shows. */
export type SearchedRecord = { id: string; title: string; sections: readonly Section[] };

/** How records of one kind are found that are to be searched. Each slice says so of its own. */
export type PassageSource = {
  type: RecordType;
  /** The kind of entity whose events say that a record has changed. */
  entityType: string;
  /** How many are read and written at once: fewer of those that may be long. */
  atOnce: number;
  /** Reads those of the records that are there and may be found; deleted ones are not. */
  load(scope: OrgTransaction, ids: readonly string[]): Promise<SearchedRecord[]>;
  /** Reads the ids of the next records after one, in the order of ids. */
  idsAfter(scope: OrgTransaction, after: string, limit: number): Promise<string[]>;
  /** What is to be done beside, where more of a record is to be read outside of a transaction. */
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

/** Divides a record into its passages, of which the first has its name, also where it says nothing else. */
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

/** One section of those texts of a record that say something, a line each. */
export const linesOf = (...texts: readonly (string | null | undefined)[]): Section[] => {
  const said = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  return said.length > 0 ? [{ headings: [], text: said.join('\n') }] : [];
};

/** The texts that the records of a stored list have in some fields: JSON text of the list, or null. */
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
