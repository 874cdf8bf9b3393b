import type { ReactNode } from 'react';
import styles from './rows.module.css';

type RowsProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  columns: readonly { name: string; cell: (row: Row) => ReactNode }[];
};

/** A table of the few rows that belong to a record. Where it is wider than the page it is scrolled by itself. */
export const Rows = <Row,>({ label, rows, keyOf, columns }: RowsProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
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
