import type { ReactNode } from 'react';

export type ShortColumn<Row> = { name: string; cell: (row: Row) => ReactNode; align?: 'end' };

type ShortTableProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  columns: readonly ShortColumn<Row>[];
  /** Whether the table fills a card, which already has a border. */
  isFlush?: boolean;
};

/** A table of the few rows that belong to a record. A table that is wider than the page scrolls separately. */
export const ShortTable = <Row,>({ label, rows, keyOf, columns, isFlush }: ShortTableProps<Row>) => (
  <section
    className={`overflow-x-auto ${isFlush ? '' : 'rounded-lg border border-line'}`}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
    tabIndex={0}
    aria-label={label}
  >
    <table className="w-full">
      <thead>
        <tr className="border-b border-line bg-raised text-sm">
          {columns.map(({ name, align }) => (
            <th
              key={name}
              scope="col"
              className={`${cellLook(align)} font-medium whitespace-nowrap text-quiet`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} className="border-line not-last:border-b">
            {columns.map(({ name, cell, align }) => (
              <td key={name} className={`${cellLook(align)} min-w-28 align-top wrap-break-word`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const cellLook = (align: 'end' | undefined): string =>
  `px-4 py-2 ${align === 'end' ? 'text-end' : 'text-start'}`;
