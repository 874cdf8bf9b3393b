import { z } from 'zod';
import { wholeParameter } from '../lists/pagination.ts';
import type { Filter, FilterColumns } from './filter.ts';
import { maximumLength, parseFilter } from './parse.ts';
import { parseSort, type Sort } from './sort.ts';

const defaultSize = 20;

/**
 * Returns the query parameters `page_size`, `page_number`, `q` and `s`, which newer lists use instead of limit and
 * offset.
 */
export const pageNumberParameters = (columns: FilterColumns) => {
  const names = Object.keys(columns).join(', ');
  return {
    page_size: wholeParameter(1, 1000, 'Maximum number of rows on a page', defaultSize).optional(),
    page_number: wholeParameter(1, 1_000_000, 'Page number, starting at 1', 1).optional(),
    q: z
      .string()
      .max(maximumLength)
      .optional()
      .meta({
        description:
          'Filter in prefix form, with the operators = != < <= > >= in like ilike is-null and or not, such as ' +
          `(or (= column 'value') (is-null column)). Columns: ${names}`,
      }),
    s: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: `Sort order: column:asc,column:desc or -column,column. Columns: ${names}` }),
  };
};

export type PageNumberParameters = {
  page_size?: number | undefined;
  page_number?: number | undefined;
  q?: string | undefined;
  s?: string | undefined;
};

/** The page of a list to read. An undefined sort selects the list's default order. */
export type NumberedPage = {
  size: number;
  number: number;
  filter: Filter | undefined;
  sort: Sort | undefined;
};

/** @throws 400 for an invalid filter or sort order */
export const pageNumberOf = (query: PageNumberParameters, columns: FilterColumns): NumberedPage => ({
  size: query.page_size ?? defaultSize,
  number: query.page_number ?? 1,
  filter: query.q === undefined ? undefined : parseFilter(query.q, columns),
  sort: query.s === undefined ? undefined : parseSort(query.s, columns),
});

/** Returns the response record of a newer list. */
export const numberedPage = <I extends z.ZodType>(id: string, description: string, item: I) =>
  z
    .object({
      data: z.array(item).meta({ description: 'The rows of this page' }),
      page_number: z.int().meta({ description: 'Page number, starting at 1' }),
      page_size: z.int().meta({ description: 'Maximum number of rows on a page' }),
      total_count: z.int().meta({ description: 'Total number of rows on all pages' }),
    })
    .meta({ id, description });
