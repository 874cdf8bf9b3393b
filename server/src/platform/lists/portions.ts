import type { Row, Statement } from '../database/statement.ts';
import { type Answer, type Batch, Portions, portionBytes, RawJson } from '../http/route.ts';
import { sizeOf } from './list-query.ts';

/** The names of the columns of a select list. */
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
 * Makes what stands before and behind the text of a statement that reads a page in its order, so that the page ends
 * with the row by which the page came to `portionBytes`. Each row has in `bytes_so_far` how many there are up to it,
 * and such a last one in `page_ids` the ids of the whole page. A window without an order takes the rows as they come,
 * and leaves them so.
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

/** Says whether the rows may have ended by their bytes. */
export const isCut = (rows: readonly Row[], wanted: number): boolean =>
  rows.length < wanted && Number(rows.at(-1)?.bytes_so_far ?? 0) >= portionBytes;

/** A page in an order that callers choose. */
export type OrderedPage = {
  /** The page, cut by its bytes. */
  rows: Statement;
  /** How many rows there are on all pages. */
  count: Statement;
  /** The rows of these ids in their order, cut by their bytes. */
  byIds: (ids: readonly string[]) => Statement;
  /** How many rows are shown, and how many are read: one more where that shows that there is a next page. */
  shown: number;
  wanted: number;
  encode: (row: Row) => string;
  /** What stands around the rows. */
  frame: (hasNext: boolean, total: number) => { before: string; behind: string };
};

/**
 * The batch that answers such a page. A long one is sent while it is read, in portions: which rows it has is known
 * before, so that what comes or changes its place meanwhile moves none of them. A row that goes meanwhile is left
 * out.
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
