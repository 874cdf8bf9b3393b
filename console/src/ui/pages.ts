import { type QueryClient, skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '@tradepost/sdk';

export type Query = Readonly<Record<string, string | undefined>>;
/** Reads the page of a query; the first is asked for by an empty one. */
export type Read<Row> = (query: Query, signal: AbortSignal) => Promise<readonly Row[]>;

/** Where a page begins: how it is asked for, and at which row of the list. */
type Start = { query: Query; row: number };

/**
 * What stays of a list when its pages go: where those begin that were read once, how many rows there are up to the end
 * of the last of them, and whether that is the end of the list.
 */
export type Known = { starts: readonly Start[]; rows: number; isWhole: boolean };
export const nothingKnown: Known = { starts: [{ query: {}, row: 0 }], rows: 0, isWhole: false };

/** What is known once a page was read: how many rows it has, and what is asked for next. */
export function learn(known: Known, at: number, rows: number, next: Query | undefined): Known {
  const start = known.starts[at];
  // The list has become shorter while the page was read.
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

/** The page that a row is on, or would be: the last that begins at it or before. */
export function pageOfRow({ starts }: Known, row: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle]?.row ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many pages are kept on each side of the one that was read last; others are read again when they come into view. */
export const keptPages = 6;

const keyOfKnown = (queryKey: readonly unknown[]) => [...queryKey, 'known'];

/** How a page is read and kept. Pages far from it go: a list may have any length, the memory of a browser has not. */
export const pageQuery = <Row>(
  client: QueryClient,
  queryKey: readonly unknown[],
  at: number,
  read: Read<Row>,
) => ({
  queryKey: [...queryKey, at],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Row[]> => {
    const known = () => client.getQueryData<Known>(keyOfKnown(queryKey)) ?? nothingKnown;
    const start = known().starts[at];
    if (!start) return [];
    const rows = await read(start.query, signal);
    const next = answerOf(rows)?.next;
    const before = known();
    client.setQueryData(keyOfKnown(queryKey), learn(before, at, rows.length, next));
    // Rows came or went: what was read from another place on may lack some, or have some twice.
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

/** What is known of the list that is kept by a key. */
export const useKnown = (queryKey: readonly unknown[]): Known =>
  useQuery({
    queryKey: keyOfKnown(queryKey),
    queryFn: skipToken,
    initialData: nothingKnown,
    structuralSharing: false,
  }).data ?? nothingKnown;

export type Pages<Row> = {
  /** The row at a place of the list; undefined while it is read. */
  row(at: number): Row | undefined;
  error: Error | undefined;
  again(): void;
};

/** The pages that rows are on: read, and read anew when they have changed. */
export function usePages<Row>(
  queryKey: readonly unknown[],
  known: Known,
  read: Read<Row>,
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
