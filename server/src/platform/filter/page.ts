import { z } from 'zod';
import { wholeParameter } from '../lists/pagination.ts';
import type { Filter, FilterColumns } from './filter.ts';
import { maximumLength, parseFilter } from './parse.ts';
import { parseSort, type Sort } from './sort.ts';

const defaultSize = 20;

/** `page_size`, `page_number`, `q` and `s`, which the newer lists take in place of limit and offset. */
export const pageNumberParameters = (columns: FilterColumns) => {
  const names = Object.keys(columns).join(', ');
  return {
    page_size: wholeParameter(1, 1000, 'How many rows at most', defaultSize).optional(),
    page_number: wholeParameter(1, 1_000_000, 'Which page; the first is 1', 1).optional(),
    q: z
      .string()
      .max(maximumLength)
      .optional()
      .meta({
        description:
          'Which rows: a filter in prefix form of = != < <= > >= in like ilike is-null and or not, such as ' +
          `(or (= column 'value') (is-null column)). Columns: ${names}`,
      }),
    s: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: `In which order: column:asc,column:desc or -column,column. Columns: ${names}` }),
  };
};

export type PageNumberParameters = {
  page_size?: number | undefined;
  page_number?: number | undefined;
  q?: string | undefined;
  s?: string | undefined;
};

/** The part of a list to read; an undefined sort is the list's own. */
export type NumberedPage = {
  size: number;
  number: number;
  filter: Filter | undefined;
  sort: Sort | undefined;
};

/** @throws 400 for a filter or an order that cannot be read */
export const pageNumberOf = (query: PageNumberParameters, columns: FilterColumns): NumberedPage => ({
  size: query.page_size ?? defaultSize,
  number: query.page_number ?? 1,
  filter: query.q === undefined ? undefined : parseFilter(query.q, columns),
  sort: query.s === undefined ? undefined : parseSort(query.s, columns),
});

/** The record that a newer list answers. */
export const numberedPage = <I extends z.ZodType>(id: string, description: string, item: I) =>
  z
    .object({
      data: z.array(item).meta({ description: 'The rows of this page' }),
      page_number: z.int().meta({ description: 'Which page this is; the first is 1' }),
      page_size: z.int().meta({ description: 'How many rows a page has at most' }),
      total_count: z.int().meta({ description: 'How many rows there are on all pages' }),
    })
    .meta({ id, description });
