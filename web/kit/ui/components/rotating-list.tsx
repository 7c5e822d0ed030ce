import { useId, type ReactNode } from 'react'
import { PauseButton } from './pause-button.tsx'
import classes from './rotating-list.module.css'
import { Row, Stack } from './stack.tsx'
import { rotated, useRotation } from '../hooks/use-rotation.ts'
import typography from '../typography.module.css'

export interface RotatingListProps<Thing> {
  title: string
  things: readonly Thing[]
  /** A number of them at once. */
  shown: number
  /** The list takes this many pixels, so that nothing below moves when another one comes; left out: they are all of one height. */
  room?: number
  note?: string
  children: (thing: Thing) => ReactNode
}

/** A few things at a time, and another one now and then. Stands still for anyone who wants it so, and when there are no others. */
export function RotatingList<Thing>({ title, things, shown, room, note, children }: RotatingListProps<Thing>) {
  const heading = useId()
  const { newest, paused, toggle, still } = useRotation(shown)
  const moves = things.length > shown && !still
  return (
    <Stack as="section" gap={3} aria-labelledby={heading}>
      <Row align="center" justify="space-between">
        <h2 id={heading} className={typography.heading}>
          {title}
        </h2>
        {moves && <PauseButton paused={paused} onToggle={toggle} className={classes.pause} />}
      </Row>
      <Stack as="ul" gap={3} className={classes.list} style={moves ? { minHeight: room } : undefined}>
        {rotated(things, moves ? newest : shown - 1, shown).map(({ thing, number }) => (
          <li key={number} data-fresh={(moves && number === newest) || undefined}>
            {children(thing)}
          </li>
        ))}
      </Stack>
      {note !== undefined && <p className={typography.small}>{note}</p>}
    </Stack>
  )
}
