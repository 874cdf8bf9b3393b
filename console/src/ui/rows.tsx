import type { ReactNode } from 'react';
import styles from './rows.module.css';

type RowsProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  columns: readonly { name: string; cell: (row: Row) => ReactNode }[];
};

/** A table of the few rows that belong to a record. A table that is wider than the page scrolls separately. */
export const Rows = <Row,>({ label, rows, keyOf, columns }: RowsProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
  <section className={styles.frame} tabIndex={0} aria-label={label}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)}>
            {columns.map(({ name, cell }) => (
              <td key={name}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
