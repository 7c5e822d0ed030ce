import { useId, type ReactNode } from 'react'
import typography from '../typography.module.css'
import { Card } from './card.tsx'
import { IconTile } from './icon-tile.tsx'
import { OwnAction } from './own-action.tsx'
import { Row } from './stack.tsx'
import classes from './settings-card.module.css'

export interface SettingsCardProps {
  title: string
  children: ReactNode
}

/** A card of a page where someone sets things: a heading, and rows under it. */
export function SettingsCard({ title, children }: SettingsCardProps) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className={`${typography.heading} ${classes.title}`}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

export interface SettingsRowProps {
  /** One of a list. */
  as?: 'div' | 'li'
  icon: ReactNode
  title: string
  /** Beside the title. */
  mark?: ReactNode
  /** How it stands. */
  children?: ReactNode
  /** The one thing to do about it, and perhaps a quieter one. */
  action?: ReactNode
  /** The person alone may do that, and no one under a mask. */
  own?: boolean
  /** It does nothing at the moment. */
  resting?: boolean
}

export function SettingsRow({
  as: Element = 'div',
  icon,
  title,
  mark,
  children,
  action,
  own = false,
  resting = false,
}: SettingsRowProps) {
  const name = <h3 className={classes.name}>{title}</h3>
  return (
    // A row of a list takes the focus when the button that had it goes away.
    <Element className={classes.row} data-resting={resting || undefined} tabIndex={Element === 'li' ? -1 : undefined}>
      <IconTile size={38}>{icon}</IconTile>
      <div className={classes.words}>
        {mark === undefined ? (
          name
        ) : (
          <div className={classes.heading}>
            {name}
            {mark}
          </div>
        )}
        {children}
      </div>
      {action && <Row className={classes.action}>{own ? <OwnAction>{action}</OwnAction> : action}</Row>}
    </Element>
  )
}

/** A quieter line of a row. */
export function SettingsNote({ children }: { children: ReactNode }) {
  return <div className={typography.note}>{children}</div>
}

/** «подтверждён», «не подтверждён» */
export function StateMark({ tone, children }: { tone: 'good' | 'warn' | 'quiet'; children: ReactNode }) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  )
}
