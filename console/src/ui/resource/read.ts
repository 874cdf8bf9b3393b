import { answerOf } from '@tradepost/sdk';
import { keys } from '../../organization.ts';
import { callOperation } from '../operation/call.ts';
import type { Operation, Params } from '../operation/operation.ts';
import { nextOfRows, type Query, type ReadPage } from '../pages.ts';

/** The pause before a record is read again that will change soon without an event. */
export const unfinishedMs = 3_000;

/** Returns the cache key of a read. The noun is the operation's SDK group, by which events refetch data. */
export const readKey = (orgId: string, { group, id }: Operation, params: Params, query: object = {}) =>
  keys.list(orgId, group, { id, params, query });

/** Creates the function that reads the pages of a list operation. */
export function pageReader<Row>(
  orgId: string,
  operation: Operation,
  params: Params,
  query: Readonly<Record<string, unknown>>,
  limit: number,
): ReadPage<Row> {
  const isNumbered = operation.id === 'queryAuditingEvents' || operation.id === 'listOfferSets';
  const size = isNumbered ? { page_size: limit } : operation.isPaged ? { limit } : {};
  return async (next, signal) => {
    const answer = await callOperation(orgId, operation, {
      params,
      query: { ...size, ...query, ...next },
      signal,
    });
    return rowsOf<Row>(answer, next);
  };
}

type Numbered = { nextOffset?: number; page_number?: number; page_size?: number; total_count?: number };

/** Returns the rows of a page: the response, or its only list. */
function rowsOf<Row>(answer: unknown, asked: Query): readonly Row[] {
  if (Array.isArray(answer)) return answer;
  const rows = (Object.values(Object(answer)).find(Array.isArray) ?? []) as Row[];
  const next = answerOf(answer)?.next ?? nextQuery(Object(answer) as Numbered, asked);
  if (next) nextOfRows.set(rows, next);
  return rows;
}

function nextQuery(answer: Numbered, asked: Query): Query | undefined {
  const { nextOffset, page_number: number = 0, page_size: size = 0, total_count: total = 0 } = answer;
  if (nextOffset !== undefined && nextOffset !== null) return { ...asked, offset: String(nextOffset) };
  return number * size < total ? { ...asked, page_number: String(number + 1) } : undefined;
}
