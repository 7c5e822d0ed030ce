import { useId, type ReactNode } from 'react'
import classes from './settings-card.module.css'

export interface SettingsCardProps {
  title: string
  children: ReactNode
}

/** A card of a page where somebody sets things: a heading, and rows under it. */
export function SettingsCard({ title, children }: SettingsCardProps) {
  const heading = useId()
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export interface SettingsRowProps {
  icon: ReactNode
  title: string
  /** How it stands. */
  children?: ReactNode
  /** The one thing to do about it, and perhaps a quieter one. */
  action?: ReactNode
}

export function SettingsRow({ icon, title, children, action }: SettingsRowProps) {
  return (
    <div className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.words}>
        <h3 className={classes.name}>{title}</h3>
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

/** A quieter line of a row. */
export function SettingsNote({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>
}

/** «подтверждён», «не подтверждён» */
export function StateMark({ tone, children }: { tone: 'good' | 'warn' | 'calm'; children: ReactNode }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  )
}
