import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { answerOf } from '@tradepost/sdk';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failure, Loading } from './states.tsx';
import styles from './table.module.css';

export type Column<Row> = { name: string; cell: (row: Row) => ReactNode };
type Query = Record<string, string | undefined>;

type TableProps<Row> = {
  label: string;
  /** By what the rows are kept. */
  queryKey: readonly unknown[];
  /** Reads the page of a query; the first is asked for by an empty one. */
  read: (next: Query, signal: AbortSignal) => Promise<readonly Row[]>;
  columns: readonly Column<Row>[];
  /** What stands there when there is no row. */
  empty: ReactNode;
};

const rowHeight = 40;

/** A list of any length: pages are read as they come into view, and only the rows in view are on the page. */
export function Table<Row extends { id: string }>({
  label,
  queryKey,
  read,
  columns,
  empty,
}: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey,
      queryFn: ({ pageParam, signal }) => read(pageParam, signal),
      initialPageParam: {} as Query,
      getNextPageParam: (page) => answerOf(page)?.next,
    });
  const rows = data?.pages.flat() ?? [];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - 20) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, last, rows.length, fetchNextPage]);

  if (isPending) return <Loading />;
  if (error && rows.length === 0) return <Failure error={error} again={() => void refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {error && <Failure error={error} again={() => void refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too */}
      <section ref={frame} className={styles.frame} tabIndex={0} aria-label={label}>
        <table aria-label={label} aria-rowcount={hasNextPage ? -1 : rows.length + 1} className={styles.table}>
          <thead className={styles.block}>
            <tr aria-rowindex={1} className={styles.head}>
              {columns.map(({ name }, at) => (
                <th key={name} scope="col" className={cellClass(at)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            className={styles.body}
            ref={(element) => {
              if (element) element.style.height = `${virtual.getTotalSize()}px`;
            }}
          >
            {items.map(({ index, start }) => (
              <Line
                key={rows[index]?.id}
                row={rows[index] as Row}
                index={index}
                start={start}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

type LineProps<Row> = { row: Row; index: number; start: number; columns: readonly Column<Row>[] };

const Line = <Row,>({ row, index, start, columns }: LineProps<Row>) => (
  <tr aria-rowindex={index + 2} className={styles.line} style={{ transform: `translateY(${start}px)` }}>
    {columns.map(({ name, cell }, at) => (
      <td key={name} className={cellClass(at)}>
        {cell(row)}
      </td>
    ))}
  </tr>
);

const cellClass = (at: number): string => `${styles.cell} ${at === 0 ? styles.first : ''}`;
