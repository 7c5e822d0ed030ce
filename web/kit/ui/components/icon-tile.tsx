import type { ReactNode } from 'react'
import classes from './icon-tile.module.css'

export interface IconTileProps {
  /** Its side, in pixels. */
  size: number
  shape?: 'large' | 'round'
  children: ReactNode
}

/** An icon on a square of its own, beside words or over them. */
export function IconTile({ size, shape, children }: IconTileProps) {
  return (
    <span className={classes.tile} data-shape={shape} style={{ width: size, height: size }} aria-hidden="true">
      {children}
    </span>
  )
}
