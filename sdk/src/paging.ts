import { answerOf } from './answers.ts';
import type { List, Query } from './calls.ts';

type Page = {
  nextOffset?: number;
  page_number?: number;
  page_size?: number;
  total_count?: number;
} & Record<string, unknown>;

/** Creates a list from its first page. `more` reads the page of a query. */
export function listOf(
  first: Promise<unknown>,
  query: Query,
  more: (query: Query) => Promise<unknown>,
): List<unknown, unknown> {
  async function* rows() {
    let asked = query;
    for (let page = await first; ; page = await more(asked)) {
      yield* rowsOf(page);
      const next = nextQuery(page, asked);
      if (next === undefined) return;
      asked = next;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: rows });
}

const rowsOf = (page: unknown): unknown[] =>
  Array.isArray(page)
    ? page
    : ((Object.values(Object(page)).find(Array.isArray) as unknown[] | undefined) ?? []);

/**
 * Returns the query of the next page: from the page's link or, for lists without links, from its offset or page number.
 */
function nextQuery(page: unknown, asked: Query): Query | undefined {
  const linked = answerOf(page)?.next;
  if (linked) return linked;
  const {
    nextOffset,
    page_number: number = 0,
    page_size: size = 0,
    total_count: total = 0,
  } = Object(page) as Page;
  if (nextOffset !== undefined) return { ...asked, offset: nextOffset };
  return number * size < total ? { ...asked, page_number: number + 1 } : undefined;
}
