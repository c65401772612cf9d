import type { ReactNode } from 'react';
import classes from './table.module.css';

export interface Column<R> {
  readonly head: string;
  readonly cell: (row: R) => ReactNode;
  readonly isNumber?: boolean;
  /** True if the cells explain themselves to those who see them: buttons, for example. */
  readonly isHeadHidden?: boolean;
}

interface TableProps<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  /** Tells whether a row counts less than the others. */
  readonly isDim?: (row: R) => boolean;
  readonly isSelected?: (row: R) => boolean;
}

/** Shows rows and columns; on a narrow screen each row is a card, whose lines are named by the columns. */
export function Table<R>({ label, columns, rows, keyOf, isDim, isSelected }: TableProps<R>) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ head, isNumber, isHeadHidden }) => (
            <th key={head} scope="col" className={isNumber ? classes.number : undefined}>
              <span className={isHeadHidden ? classes.hidden : undefined}>{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-row={keyOf(row)}
            className={[isDim?.(row) && classes.dim, isSelected?.(row) && classes.selected].filter(Boolean).join(' ')}
          >
            {columns.map(({ head, cell, isNumber, isHeadHidden }) => (
              <td key={head} className={isNumber ? classes.number : undefined} data-label={isHeadHidden ? '' : head}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
