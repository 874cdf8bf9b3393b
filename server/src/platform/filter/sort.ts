import { type FilterColumns, quoteForMessage, refusal } from './filter.ts';

export type Sort<Name extends string = string> = readonly { column: Name; descending: boolean }[];

/**
 * Parses a sort order such as `creation_time:desc,id:asc` or `-creation_time,id`.
 * @throws 400 on the parameter `s`, with the position of the error and the list of columns
 */
export function parseSort(text: string, columns: FilterColumns): Sort {
  const refuse = refusal('s', text, columns);
  const sort: { column: string; descending: boolean }[] = [];
  let at = 0;
  for (const part of text.split(',')) {
    const match = /^\s*(-?)([^\s:,-]+)(?::(asc|desc))?\s*$/.exec(part);
    const [, minus, column, direction] = match ?? [];
    if (column === undefined || (minus && direction))
      throw refuse(
        at,
        `${quoteForMessage(part)} is not of the form column, -column, column:asc or column:desc`,
      );
    if (!Object.hasOwn(columns, column)) throw refuse(at, `unknown column ${quoteForMessage(column)}`);
    if (sort.some((other) => other.column === column)) throw refuse(at, `${column} is named twice`);
    sort.push({ column, descending: minus === '-' || direction === 'desc' });
    at += part.length + 1;
  }
  return sort;
}
