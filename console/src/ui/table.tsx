import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { none } from './none.tsx';
import { type ReadPage, useKnown, usePages } from './pages.ts';
import { Failure, Loading } from './states.tsx';

type Width = keyof typeof widths;

export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** A less important second line of the cell. Each row of a list with such a column has the height of two lines. */
  second?: (row: Row) => ReactNode;
  /** `end` for amounts and other numbers. */
  align?: 'end';
  /**
   * The share of the width: `wide` for names, `name` for long names, `narrow` for short words; by default between them. The other widths are
   * fixed, so that these contents are never cut.
   */
  width?: Width;
  /** The name under which the service sorts by this column; without it, the column cannot be sorted. */
  sort?: string;
  /** Whether the column is hidden until the user chooses it. */
  isHidden?: boolean;
};

type TableProps<Row> = {
  label: string;
  /** The cache key of the rows. */
  queryKey: readonly unknown[];
  read: ReadPage<Row>;
  columns: readonly Column<Row>[];
  /** The content shown when there are no rows. */
  empty: ReactNode;
};

/** The user's font size, on which the row height in the CSS depends. */
const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** On phones, a row is a card; `styles.css` defines the layout. */
const phone = matchMedia('(width < 40rem)');
const followPhone = (run: () => void) => {
  phone.addEventListener('change', run);
  return () => phone.removeEventListener('change', run);
};
/** The widths of the facts that cards show first. A card with more than two of them has a third line. */
const facts = ['amount', 'marketplace', 'state', 'day', 'time'];
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
  const isPhone = useSyncExternalStore(followPhone, () => phone.matches);
  const isTall = columns.filter(({ width = '' }) => facts.includes(width)).length > 2;
  const isDouble = columns.some(({ second }) => second);
  const virtual = useVirtualizer({
    count: known.rows,
    getScrollElement: () => frame.current,
    estimateSize: () => rem * (isPhone ? (isTall ? 5.5 : 4) : isDouble ? 3.25 : 2.5),
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row height depends on the width of the window
  useLayoutEffect(() => virtual.measure(), [virtual, isPhone, isTall, isDouble]);
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
      <section
        ref={frame}
        // The list keeps its position itself.
        className="max-h-[max(12rem,calc(100vh-13rem))] overflow-auto rounded-lg border border-line bg-surface [overflow-anchor:none]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        <table
          aria-label={label}
          aria-rowcount={known.isWhole ? known.rows + 1 : -1}
          className={`list block w-full sm:min-w-max ${isTall ? 'tall' : ''} ${isDouble ? 'double' : ''}`}
        >
          <thead className="sticky top-0 z-1 block">
            <tr
              aria-rowindex={1}
              className="flex h-9 items-center gap-3 border-b border-line bg-raised px-4 text-sm text-quiet"
            >
              {columns.map((column, at) => (
                <Heading
                  key={column.name}
                  column={column as Column<never>}
                  className={cellLook(column as Column<never>, at)}
                />
              ))}
            </tr>
          </thead>
          <tbody
            className="block"
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

type Search = Record<string, string | undefined>;
type HeadingProps = { column: Column<never>; className: string };

/** Returns the query of the order in the address, if one of the columns has it. */
export const sortOf = (columns: readonly { sort?: string }[], { sort, order }: Search) =>
  columns.some((column) => column.sort && column.sort === sort)
    ? { sort, order: order === 'desc' ? order : 'asc' }
    : {};

/**
 * The heading of a column, which sorts the list if the service can: ascending, then descending, then in the usual order.
 * The order is in the address.
 */
function Heading({ column: { name, sort }, className }: HeadingProps) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  if (sort === undefined)
    return (
      <th scope="col" className={`font-medium ${className}`}>
        {name}
      </th>
    );
  const isSorted = search.sort === sort;
  const isDescending = search.order === 'desc';
  const next = !isSorted ? { sort } : isDescending ? {} : { sort, order: 'desc' };
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
      className={`font-medium ${className}`}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
        onClick={() =>
          void navigate({
            to: '.',
            search: ({ sort: _, order, ...before }: Search) => ({ ...before, ...next }),
            replace: true,
          } as never)
        }
      >
        {name}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
    </th>
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
  <tr
    aria-rowindex={index + 2}
    // The content of a row does not affect other rows, so rows that come into view are laid out alone.
    className="flex h-10 items-center gap-3 border-b border-line px-4 contain-strict hover:bg-raised"
  >
    {columns.map((column, at) => {
      const content = row === undefined ? at === 0 && <Pending /> : column.cell(row);
      const second = row && column.second?.(row);
      return (
        <td key={column.name} data-name={column.name} className={cellLook(column as Column<never>, at)}>
          {content === '–' ? none : content}
          {second && <span className="second truncate text-sm text-quiet sm:block"> {second}</span>}
        </td>
      );
    })}
  </tr>
);

/** Scrolling renders only the rows that come into view. */
const Line = memo(LineOf) as typeof LineOf;

const Pending = () => (
  <span className="skeleton block h-3 w-2/3">
    <span className="sr-only">Loading …</span>
  </span>
);

/**
 * A cell has one line. A long name is a link as wide as its visible part, and the clip margin leaves room for its focus
 * ring.
 */
const cell =
  'overflow-clip text-ellipsis whitespace-nowrap [overflow-clip-margin:4px] [&>a]:inline-block [&>a]:max-w-full [&>a]:overflow-clip [&>a]:align-bottom [&>a]:text-ellipsis';
const widths = {
  name: 'min-w-75 basis-0 grow-2',
  wide: 'min-w-36 basis-0 grow-2',
  narrow: 'min-w-16 basis-0 grow-[0.7]',
  usual: 'min-w-22 basis-0 grow',
  amount: 'w-32 shrink-0',
  day: 'w-25 shrink-0',
  marketplace: 'w-32 shrink-0',
  state: 'w-34 shrink-0',
  time: 'w-44 shrink-0',
} as const;

const cellLook = ({ align, width }: Column<never>, at: number): string =>
  `${cell} ${widths[width ?? (at === 0 ? 'wide' : 'usual')]} ${width ?? ''} ${align === 'end' ? 'text-end tabular-nums' : 'text-start'} ${at === 0 ? 'grow [&>a]:font-medium [&>a]:text-ink' : ''}`;
