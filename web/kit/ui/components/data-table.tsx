import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export interface Column<Row> {
  title: string
  /** Null: there is nothing to show. */
  show: (row: Row) => ReactNode
  /** Stands to the right, digit under digit. */
  numbers?: true
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Is it out of use? */
  isOff?: (row: Row) => boolean
  /** Is it the one that is shown whole beside the table? */
  isChosen?: (row: Row) => boolean
  /** Left out: there is nothing to do about a row. */
  action?: (row: Row) => ReactNode
}

/**
 * Rows for anyone who looks after them; on a phone each is a card. A table shown as blocks would lose its roles in some
 * browsers, so they are set instead.
 */
export function DataTable<Row extends { id: number | string }>({
  label,
  columns,
  rows,
  isOff,
  isChosen,
  action,
}: DataTableProps<Row>) {
  return (
    <div className={classes.table} role="table" aria-label={label}>
      <div className={classes.head} role="rowgroup">
        <div className={classes.row} role="row">
          {columns.map(({ title, numbers }) => (
            <div key={title} className={classes.title} role="columnheader" data-numbers={numbers}>
              {title}
            </div>
          ))}
          {action && (
            <div className={classes.title} role="columnheader">
              <VisuallyHidden>Действия</VisuallyHidden>
            </div>
          )}
        </div>
      </div>
      <div className={classes.body} role="rowgroup">
        {rows.map((row) => (
          <div
            key={row.id}
            className={classes.row}
            role="row"
            data-off={isOff?.(row) || undefined}
            data-chosen={isChosen?.(row) || undefined}
          >
            {columns.map(({ title, show, numbers }) => (
              <div key={title} className={classes.cell} role="cell" data-title={title} data-numbers={numbers}>
                {show(row)}
              </div>
            ))}
            {action && (
              <div className={classes.action} role="cell">
                {action(row)}
              </div>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
