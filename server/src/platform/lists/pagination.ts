import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../database/statement.ts';
import { invalid } from '../errors.ts';
import type { Answer, RouteRequest } from '../http/route.ts';
import { RawJson } from '../http/route.ts';
import { isIdentifier } from '../ids.ts';
import { isCursorTime, readValue, type Sort, sortNameOf, writeValue } from './sorting.ts';

/** Creates a query parameter for an integer within bounds. */
export const wholeParameter = (minimum: number, maximum: number, description: string, usual?: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be an integer from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(
      (value) => value >= minimum && value <= maximum,
      `must be an integer from ${minimum} to ${maximum}`,
    )
    .meta({
      description,
      override: { type: 'integer', minimum, maximum, ...(usual === undefined ? {} : { default: usual }) },
    });

/** Returns the parameters `limit`, `offset`, `cursor`, `count` and `order` of every list (R2). */
export const pageParameters = (defaultLimit = 1000) => ({
  limit: wholeParameter(1, 1000, 'Maximum number of rows', defaultLimit).optional(),
  offset: wholeParameter(0, 1_000_000_000, 'Number of rows to skip', 0).optional(),
  cursor: z.string().max(1500).optional().meta({
    description: 'Position after the previous page, from its Link header; cannot be combined with offset',
  }),
  count: z.enum(['true', 'false']).optional().meta({
    default: 'false',
    description: 'true: the header X-Total-Count has the total number of rows',
  }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ default: 'asc', description: 'asc: oldest first; desc: newest first' }),
});

export type PageParameters = {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  count?: 'true' | 'false' | undefined;
  order?: 'asc' | 'desc' | undefined;
  sort?: string | undefined;
};

/** The position of a row in a list. `value` is the value of the column by which the list is sorted. */
export type Position = { creationTime: string; id: string; value?: string | null };

/**
 * The part of a list to read: rows after a position, ascending or descending by (creation time, id), or by the value of
 * a column before them.
 */
export type Page = {
  limit: number;
  offset: number;
  after: Position | undefined;
  count: boolean;
  descending: boolean;
  sort?: Sort | undefined;
};

const fingerprint = (filters: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 12);

/**
 * Returns the fingerprint that binds a cursor to its filters and order. Ascending order is omitted, so that older
 * cursors stay valid.
 */
const markOf = (filters: Record<string, unknown>, descending: boolean): string =>
  fingerprint(descending ? { ...filters, order: 'desc' } : filters);

/** The parts of a cursor: creation time, id, mark, and for a sorted list the sort with the value. */
const cursorParts = /^(\S+) (\S+) (\S+)(?: (\S+) (.*))?$/s;

/**
 * Reads the requested page from a query.
 * @throws 400 for an invalid cursor, a cursor combined with an offset, or a cursor issued for different filters or a
 * different order
 */
export function pageOf(
  query: PageParameters,
  filters: Record<string, unknown>,
  defaultLimit = 1000,
  sort?: Sort,
): Page {
  const page = {
    limit: query.limit ?? defaultLimit,
    offset: query.offset ?? 0,
    count: query.count === 'true',
    descending: query.order === 'desc',
    sort,
  };
  if (query.cursor === undefined) return { ...page, after: undefined };
  const refuse = (message: string) => invalid([{ pointer: 'cursor', message }]);
  if (query.offset !== undefined) throw refuse('cannot be used together with offset');
  const text = Buffer.from(query.cursor, 'base64url').toString('utf8');
  const [, time = '', id = '', filtersThen, sortThen, written] = cursorParts.exec(text) ?? [];
  if (!isCursorTime(time) || !isIdentifier(id)) throw refuse('is not a valid cursor');
  if (sortThen !== sort?.name) throw refuse('belongs to a list with a different sort');
  if (filtersThen === markOf(filters, !page.descending)) throw refuse('belongs to a list in the other order');
  if (filtersThen !== markOf(filters, page.descending)) throw refuse('belongs to a list with other filters');
  if (!sort) return { ...page, after: { creationTime: time, id } };
  const value = readValue(sort, written ?? '');
  if (value === undefined) throw refuse('is not a valid cursor');
  return { ...page, after: { creationTime: time, id, value } };
}

/** Returns the position after a row, where the next page begins. */
export const positionOf = (row: Row): Position => ({
  creationTime: row.position_time as string,
  id: row.id as string,
  ...(row.position_value === undefined ? {} : { value: row.position_value as string | null }),
});

/** Returns the headers of a page: `Link` if there is a next page, and `X-Total-Count` if the request has `count`. */
export function pageHeaders(
  request: RouteRequest<PageParameters>,
  filters: Record<string, unknown>,
  next: Page['after'],
  total: number | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (next) {
    const mark = markOf(filters, request.query.order === 'desc');
    const sort = sortNameOf(request.query);
    const sorted = sort === undefined ? '' : ` ${sort} ${writeValue(next.value ?? null)}`;
    const cursor = `${next.creationTime} ${next.id} ${mark}${sorted}`;
    const url = new URL(request.url, 'http://local');
    url.searchParams.delete('offset');
    url.searchParams.set('cursor', Buffer.from(cursor).toString('base64url'));
    headers.link = `<${url.pathname}${url.search}>; rel="next"`;
  }
  if (total !== undefined) headers['x-total-count'] = String(total);
  return headers;
}

/**
 * Creates the response of a list: a bare array, and a `Link` header if there is a next page.
 * @param rows the rows of the page, and one more row if there is a next page
 */
export function answerPage(
  request: RouteRequest<PageParameters>,
  page: Page,
  filters: Record<string, unknown>,
  rows: Row[],
  encode: (row: Row) => string,
  total: number | undefined,
): Answer {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const next = rows.length > page.limit && last ? positionOf(last) : undefined;
  return {
    headers: pageHeaders(request, filters, next, total),
    body: new RawJson([
      ...shown.map((row, index) => `${index === 0 ? '[' : ','}${encode(row)}`),
      shown.length === 0 ? '[]' : ']',
    ]),
  };
}
