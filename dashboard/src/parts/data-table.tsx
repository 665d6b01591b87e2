import type { ReactNode } from "react";
import styles from "./data-table.module.css";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Whether its cells are numbers, which stand under each other by their digits. @default false */
  number?: boolean;
}

interface DataTableProps<Row> {
  /** What the table shows. Screen readers read it aloud; the place of the table says it to everyone else. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table. It scrolls by itself where it is wider than its place, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
    <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, number = false }) => (
              <th key={header} scope="col" className={number ? "number" : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, cell, number = false }, index) =>
                index === 0 ? (
                  <th key={header} scope="row" className={styles.name}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={header} className={number ? "number" : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
