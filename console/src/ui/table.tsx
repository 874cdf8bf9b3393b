import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useRef } from 'react';
import { type ReadPage, useKnown, usePages } from './pages.ts';
import { Failure, Loading } from './states.tsx';
import styles from './table.module.css';

export type Column<Row> = { name: string; cell: (row: Row) => ReactNode };

type TableProps<Row> = {
  label: string;
  /** The cache key of the rows. */
  queryKey: readonly unknown[];
  read: ReadPage<Row>;
  columns: readonly Column<Row>[];
  /** The content shown when there are no rows. */
  empty: ReactNode;
};

/** The row height, as in the CSS: two and a half times the user's font size. */
const rowHeight = 2.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** The number of rows loaded before and after the visible rows. */
const ahead = 20;

/**
 * A list of any length. Pages are loaded when they come into view, and only the rows in view are rendered. Distant
 * pages are removed and loaded again when needed. During loading, the list keeps its length, and rows keep their space.
 */
export function Table<Row extends { id: string }>({
  label,
  queryKey,
  read,
  columns,
  empty,
}: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const known = useKnown(queryKey);
  const virtual = useVirtualizer({
    count: known.rows,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const { row, error, again } = usePages(queryKey, known, read, [first - ahead, last + ahead]);

  if (known.rows === 0 && error) return <Failure error={error} again={again} />;
  if (known.rows === 0) return known.isWhole ? empty : <Loading />;
  // A row that moves to another page may briefly be on both pages.
  const shown = new Set<string>();
  const keyOf = (index: number): string => {
    const id = row(index)?.id;
    const key = id === undefined || shown.has(id) ? `${index}` : id;
    shown.add(key);
    return key;
  };
  return (
    <>
      {error && <Failure error={error} again={again} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard */}
      <section ref={frame} className={styles.frame} tabIndex={0} aria-label={label}>
        <table
          aria-label={label}
          aria-rowcount={known.isWhole ? known.rows + 1 : -1}
          className={styles.table}
        >
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
              if (!element) return;
              element.style.height = `${virtual.getTotalSize()}px`;
              element.style.paddingTop = `${items[0]?.start ?? 0}px`;
            }}
          >
            {items.map(({ index }) => (
              <Line key={keyOf(index)} row={row(index)} index={index} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

type LineProps<Row> = {
  /** The row; undefined while loading. */
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
};

/** Rows have no inline position, because a separate style for each row would make rendering ten times slower. */
const LineOf = <Row,>({ row, index, columns }: LineProps<Row>) => (
  <tr aria-rowindex={index + 2} className={styles.line}>
    {columns.map(({ name, cell }, at) => (
      <td key={name} className={cellClass(at)}>
        {row === undefined ? at === 0 && 'Loading …' : cell(row)}
      </td>
    ))}
  </tr>
);

/** Scrolling renders only the rows that come into view. */
const Line = memo(LineOf) as typeof LineOf;

const cellClass = (at: number): string => `${styles.cell} ${at === 0 ? styles.first : ''}`;
