import type { ReactNode } from 'react';

export type ShortColumn<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** Whether narrow screens omit the column, because another column shows its value there. */
  isWide?: boolean;
};

type ShortTableProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  columns: readonly ShortColumn<Row>[];
  /** Whether the table fills a card, which already has a border. */
  isFlush?: boolean;
  /** Whether rows are cards on narrow screens: the first two cells, below them the others. */
  isStacked?: boolean;
};

/** A table of the few rows that belong to a record. A table that is wider than the page scrolls separately. */
export const ShortTable = <Row,>({
  label,
  rows,
  keyOf,
  columns,
  isFlush,
  isStacked,
}: ShortTableProps<Row>) => (
  <section
    className={`overflow-x-auto ${isFlush ? '' : 'rounded-lg border border-line'}`}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
    tabIndex={0}
    aria-label={label}
  >
    <table className={`w-full ${isStacked ? 'stacked' : ''}`}>
      <thead>
        <tr className="border-b border-line bg-raised text-sm">
          {columns.map(({ name, align, isWide }) => (
            <th
              key={name}
              scope="col"
              className={`${cellLook(align, isWide)} font-medium whitespace-nowrap text-quiet`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} className="border-line not-last:border-b has-[button]:[&>td]:align-middle">
            {columns.map(({ name, cell, align, isWide }) => (
              <td key={name} className={`${cellLook(align, isWide)} min-w-28 align-top wrap-break-word`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const cellLook = (align: 'end' | undefined, isWide = false): string =>
  `px-4 py-2 ${align === 'end' ? 'text-end' : 'text-start'} ${isWide ? 'max-sm:hidden' : ''}`;
