import type { ReactNode } from 'react'
import classes from './fact.module.css'

export interface FactProps {
  name: string
  /** Smaller, under the fact itself. */
  note?: string
  children: ReactNode
}

/** One number of a list of them, a `dl`, with its name above it. */
export function Fact({ name, note, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  )
}
