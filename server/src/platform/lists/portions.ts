import type { Row, Statement } from '../database/statement.ts';
import { type Answer, type Batch, Portions, portionBytes, RawJson } from '../http/route.ts';
import { sizeOf } from './list-query.ts';

/** Returns the column names of a select list. */
const namesOf = (select: string): string[] => {
  const names: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of `${select},`) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) {
      names.push(/(\w+)\s*$/.exec(part)?.[1] as string);
      part = '';
    } else part += character;
  }
  return names;
};

/**
 * Builds the SQL before and after a statement that reads a page in its order. The page then ends with the first row
 * whose `bytes_so_far`, the running total of bytes, reaches `portionBytes`. This row contains the ids of the whole page
 * in `page_ids`. The window has no ORDER BY and keeps the order of the subquery.
 */
export function cutByBytes(select: string): { before: string; behind: string } {
  const names = namesOf(select)
    .map((name) => `"${name}"`)
    .join(', ');
  return {
    before: `SELECT ${names}, bytes_so_far, CASE WHEN bytes_so_far >= ${portionBytes} THEN page_ids END AS page_ids FROM (
      SELECT ${names}, bytes, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) AS bytes_so_far,
        array_agg(id) OVER () AS page_ids FROM (
        SELECT ${names}, ${sizeOf(namesOf(select))} AS bytes FROM (`,
    behind: `) page) sized) running WHERE bytes_so_far - bytes < ${portionBytes}`,
  };
}

/** Whether rows may have been truncated at `portionBytes`. */
export const isCut = (rows: readonly Row[], wanted: number): boolean =>
  rows.length < wanted && Number(rows.at(-1)?.bytes_so_far ?? 0) >= portionBytes;

/** A page of a list whose order the caller chooses. */
export type OrderedPage = {
  /** Reads the page, truncated at `portionBytes`. */
  rows: Statement;
  /** Counts the rows on all pages. */
  count: Statement;
  /** Reads the rows with these ids in the order of the ids, truncated at `portionBytes`. */
  byIds: (ids: readonly string[]) => Statement;
  /** The numbers of rows to return and to read. One more row is read to detect whether there is a next page. */
  shown: number;
  wanted: number;
  encode: (row: Row) => string;
  /** Returns the JSON before and after the rows. */
  frame: (hasNext: boolean, total: number) => { before: string; behind: string };
};

/**
 * Builds the batch that returns a page in the caller's order. A long page is sent in portions while it is read. The
 * first read determines the ids of the page, so that rows added or reordered in the meantime do not shift the page. A
 * row deleted in the meantime is omitted.
 */
export const orderedBatch = (page: OrderedPage): Batch => ({
  statements: [page.rows, page.count],
  respond: ([rows = [], counted]) => {
    const total = Number(counted?.[0]?.total);
    if (isCut(rows, page.wanted)) return longPage(page, rows, total);
    const { before, behind } = page.frame(rows.length > page.shown, total);
    return { body: new RawJson(before + textOf(page, rows.slice(0, page.shown)) + behind) };
  },
});

const textOf = ({ encode }: OrderedPage, rows: readonly Row[]): string => rows.map(encode).join(',');

function longPage(page: OrderedPage, rows: readonly Row[], total: number): Answer {
  const ids = (rows.at(-1) as Row).page_ids as string[];
  const { before, behind } = page.frame(ids.length > page.shown, total);
  let left = ids.slice(rows.length, page.shown);
  const begun = before + textOf(page, rows.slice(0, page.shown));
  if (left.length === 0) return { body: new RawJson(begun + behind) };
  const next = (): Batch | undefined => {
    if (left.length === 0) return undefined;
    return {
      statements: [page.byIds(left)],
      respond: ([portion = []]): Answer => {
        left = isCut(portion, left.length) ? left.slice(left.indexOf(portion.at(-1)?.id as string) + 1) : [];
        const more = portion.map((row) => `,${page.encode(row)}`).join('');
        return { body: new RawJson(left.length === 0 ? more + behind : more) };
      },
    };
  };
  return { body: new Portions(begun, next) };
}
