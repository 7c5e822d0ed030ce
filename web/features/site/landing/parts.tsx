/** What pages for visitors are put together from. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconTile } from '../../../kit/ui/components/icon-tile.tsx'
import { ProductIcon } from '../../../kit/ui/components/product-icon.tsx'
import classes from './landing.module.css'

export interface TileProps {
  title: string
  /** By its name in `icon`. */
  icon?: string
  /** An example of what people write. */
  example?: ReactNode
  /** Where it is described at length. */
  onward?: { to: string; words: string }
  children: ReactNode
}

/** One of a few things that stand side by side. */
export function Tile({ title, icon, example, onward, children }: TileProps) {
  return (
    <li className={classes.tile}>
      {icon !== undefined && (
        <IconTile size={44}>
          <ProductIcon name={icon} size={23} />
        </IconTile>
      )}
      <h3>{title}</h3>
      <p>{children}</p>
      {example !== undefined && <p className={classes.example}>{example}</p>}
      {onward !== undefined && (
        <Link to={onward.to} className={classes.onward}>
          {onward.words} <span aria-hidden="true">→</span>
        </Link>
      )}
    </li>
  )
}

export const Tiles = ({ children }: { children: ReactNode }) => <ul className={classes.cards}>{children}</ul>

/** What holds, each in a line. */
export const Ticks = ({ children }: { children: ReactNode }) => <ul className={classes.ticks}>{children}</ul>

export interface LandingStep {
  title: string
  drawing: ReactNode
  about: string
}

/** What happens, in its order. */
export function Steps({ steps }: { steps: readonly LandingStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, drawing, about }) => (
        <li key={title}>
          {drawing}
          <h3>{title}</h3>
          <p>{about}</p>
        </li>
      ))}
    </ol>
  )
}
