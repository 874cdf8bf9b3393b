import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../database/statement.ts';
import { invalid } from '../errors.ts';
import type { Answer, RouteRequest } from '../http/route.ts';
import { RawJson } from '../http/route.ts';
import { isIdentifier } from '../ids.ts';

/** An integer in a query string, within bounds. */
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

/** `limit`, `offset`, `cursor`, `count` and `order`, which every list takes (R2). */
export const pageParameters = (defaultLimit = 1000) => ({
  limit: wholeParameter(1, 1000, 'How many rows at most', defaultLimit).optional(),
  offset: wholeParameter(0, 1_000_000_000, 'How many rows to pass over', 0).optional(),
  cursor: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Where the last page ended, from its Link header; not together with offset' }),
  count: z.enum(['true', 'false']).optional().meta({
    default: 'false',
    description: 'true: the header X-Total-Count tells how many rows there are in all',
  }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ default: 'asc', description: 'asc: the oldest first; desc: the newest first' }),
});

export type PageParameters = {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  count?: 'true' | 'false' | undefined;
  order?: 'asc' | 'desc' | undefined;
};

/** The part of a list to read: rows behind the position in (creation time, id) order, or in the same backwards. */
export type Page = {
  limit: number;
  offset: number;
  after: { creationTime: string; id: string } | undefined;
  count: boolean;
  descending: boolean;
};

/** RFC 3339 in UTC, to the microsecond: as finely as the database tells times apart. */
const positionTime = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** A day that the calendar does not have is read as another one here, and refused by the database. */
const isPositionTime = (text: string): boolean => {
  const milliseconds = positionTime.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text.slice(0, 19));
};

const fingerprint = (filters: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 12);

/** A cursor belongs to its filters and to its order; those of the usual one are as they were before there was another. */
const markOf = (filters: Record<string, unknown>, descending: boolean): string =>
  fingerprint(descending ? { ...filters, order: 'desc' } : filters);

/** @throws 400 for a cursor with an offset, of other filters or the other order, or that is none of ours */
export function pageOf(query: PageParameters, filters: Record<string, unknown>, defaultLimit = 1000): Page {
  const page = {
    limit: query.limit ?? defaultLimit,
    offset: query.offset ?? 0,
    count: query.count === 'true',
    descending: query.order === 'desc',
  };
  if (query.cursor === undefined) return { ...page, after: undefined };
  const refuse = (message: string) => invalid([{ pointer: 'cursor', message }]);
  if (query.offset !== undefined) throw refuse('cannot be used together with offset');
  const [time, id, filtersThen] = Buffer.from(query.cursor, 'base64url').toString('utf8').split(' ');
  if (!time || !isPositionTime(time) || !id || !isIdentifier(id)) throw refuse('is not one of ours');
  if (filtersThen === markOf(filters, !page.descending)) throw refuse('belongs to a list in the other order');
  if (filtersThen !== markOf(filters, page.descending)) throw refuse('belongs to a list with other filters');
  return { ...page, after: { creationTime: time, id } };
}

/** Answers the position behind a row, where a list goes on. */
export const positionOf = (row: Row): NonNullable<Page['after']> => ({
  creationTime: row.position_time as string,
  id: row.id as string,
});

/** The headers of a page: where the next begins, when there is one, and how many rows there are when asked for. */
export function pageHeaders(
  request: RouteRequest<PageParameters>,
  filters: Record<string, unknown>,
  next: Page['after'],
  total: number | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (next) {
    const cursor = `${next.creationTime} ${next.id} ${markOf(filters, request.query.order === 'desc')}`;
    const url = new URL(request.url, 'http://local');
    url.searchParams.delete('offset');
    url.searchParams.set('cursor', Buffer.from(cursor).toString('base64url'));
    headers.link = `<${url.pathname}${url.search}>; rel="next"`;
  }
  if (total !== undefined) headers['x-total-count'] = String(total);
  return headers;
}

/**
 * The answer of a list: a bare array, and a Link to the next page when there is one.
 * @param rows one more than the limit when there is a next page
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
