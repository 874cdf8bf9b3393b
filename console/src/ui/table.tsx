import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useRef } from 'react';
import { type Read, useKnown, usePages } from './pages.ts';
import { Failure, Loading } from './states.tsx';
import styles from './table.module.css';

export type Column<Row> = { name: string; cell: (row: Row) => ReactNode };

type TableProps<Row> = {
  label: string;
  /** By what the rows are kept. */
  queryKey: readonly unknown[];
  read: Read<Row>;
  columns: readonly Column<Row>[];
  /** What stands there when there is no row. */
  empty: ReactNode;
};

/** As in the styles: two and a half times what the reader has set as the size of text. */
const rowHeight = 2.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Rows before and behind those on the page that are read ahead. */
const ahead = 20;

/**
 * A list of any length: pages are read as they come into view, and only the rows in view are on the page. Pages that were
 * scrolled past are dropped and read again; the list keeps its length meanwhile, and rows that are being read their place.
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
  // A row that moves from one page to the next may be on both for a moment.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too */}
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
  /** Undefined while it is read. */
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
};

/** It has no place of its own: rows of as many styles as there are rows take ten times as long to draw. */
const LineOf = <Row,>({ row, index, columns }: LineProps<Row>) => (
  <tr aria-rowindex={index + 2} className={styles.line}>
    {columns.map(({ name, cell }, at) => (
      <td key={name} className={cellClass(at)}>
        {row === undefined ? at === 0 && 'Loading …' : cell(row)}
      </td>
    ))}
  </tr>
);

/** Scrolling draws the rows that come into view, and not those that were there. */
const Line = memo(LineOf) as typeof LineOf;

const cellClass = (at: number): string => `${styles.cell} ${at === 0 ? styles.first : ''}`;
