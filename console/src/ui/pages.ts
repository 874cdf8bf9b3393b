import { type QueryClient, skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '@tradepost/sdk';

export type Query = Readonly<Record<string, string | undefined>>;
/** Reads the page of a query; the first page for an empty query. */
export type ReadPage<Row> = (query: Query, signal: AbortSignal) => Promise<readonly Row[]>;

/** The query of the next page, for rows that are a part of a response. */
export const nextOfRows = new WeakMap<object, Query>();

/** The start of a page: its query, and the index of its first row. */
type Start = { query: Query; row: number };

/**
 * The part of a list that is kept when its pages are removed from memory: the starts of all pages read so far, the
 * number of rows up to the end of the last page, and whether this is the end of the list.
 */
export type ListExtent = { starts: readonly Start[]; rows: number; isWhole: boolean };
export const emptyExtent: ListExtent = { starts: [{ query: {}, row: 0 }], rows: 0, isWhole: false };

/**
 * Updates the known positions after a page was read, given its number of rows and the query of the next page.
 */
export function learn(known: ListExtent, at: number, rows: number, next: Query | undefined): ListExtent {
  const start = known.starts[at];
  // The list became shorter while the page was read.
  if (!start) return known;
  const before = known.starts.slice(0, at + 1);
  const end = start.row + rows;
  if (!next) return { starts: before, rows: end, isWhole: true };
  const [after, ...further] = known.starts.slice(at + 1);
  if (!after) return { starts: [...before, { query: next, row: end }], rows: end, isWhole: false };
  const move = end - after.row;
  return {
    starts: [
      ...before,
      { query: next, row: end },
      ...further.map(({ query, row }) => ({ query, row: row + move })),
    ],
    rows: known.rows + move,
    isWhole: known.isWhole,
  };
}

/** Returns the page of a row, the last page that starts at or before the row. */
export function pageOfRow({ starts }: ListExtent, row: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle]?.row ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The number of pages kept on each side of the last read page. Other pages are read again when they come into view. */
export const keptPages = 6;

const keyOfKnown = (queryKey: readonly unknown[]) => [...queryKey, 'known'];

/** Reads and caches pages. Distant pages are removed, because lists may exceed the available memory. */
export const pageQuery = <Row>(
  client: QueryClient,
  queryKey: readonly unknown[],
  at: number,
  read: ReadPage<Row>,
) => ({
  queryKey: [...queryKey, at],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Row[]> => {
    const known = () => client.getQueryData<ListExtent>(keyOfKnown(queryKey)) ?? emptyExtent;
    const start = known().starts[at];
    if (!start) return [];
    const rows = await read(start.query, signal);
    const next = nextOfRows.get(rows) ?? answerOf(rows)?.next;
    const before = known();
    client.setQueryData(keyOfKnown(queryKey), learn(before, at, rows.length, next));
    // Rows were added or removed, so that pages read at other positions may lack rows or repeat rows.
    const after = before.starts[at + 1];
    if (next && after && JSON.stringify(after.query) !== JSON.stringify(next))
      void client.invalidateQueries({ queryKey: [...queryKey, at + 1], exact: true });
    client.removeQueries({
      queryKey,
      type: 'inactive',
      predicate: ({ queryKey: key }) => Math.abs(Number(key.at(-1)) - at) > keptPages,
    });
    return rows;
  },
});

/** Returns the positions of the list with a key. */
export const useKnown = (queryKey: readonly unknown[]): ListExtent =>
  useQuery({
    queryKey: keyOfKnown(queryKey),
    queryFn: skipToken,
    initialData: emptyExtent,
    structuralSharing: false,
  }).data ?? emptyExtent;

export type Pages<Row> = {
  /** Returns the row at an index; undefined while the row is loading. */
  row(at: number): Row | undefined;
  error: Error | undefined;
  again(): void;
};

/** Returns the pages that contain rows, read when needed and again after a change. */
export function usePages<Row>(
  queryKey: readonly unknown[],
  known: ListExtent,
  read: ReadPage<Row>,
  [firstRow, lastRow]: readonly [number, number],
): Pages<Row> {
  const client = useQueryClient();
  const [first, last] = [pageOfRow(known, firstRow), pageOfRow(known, lastRow)];
  const results = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) =>
      pageQuery(client, queryKey, first + index, read),
    ),
  });
  const failed = results.filter(({ error }) => error !== null);
  return {
    row: (at) => {
      const page = pageOfRow(known, at);
      return results[page - first]?.data?.[at - (known.starts[page]?.row ?? 0)];
    },
    error: failed[0]?.error ?? undefined,
    again: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
