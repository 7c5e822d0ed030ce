import type { ComponentPropsWithRef } from 'react'
import classes from './card.module.css'

/** A part of a page that lies on its ground. */
export function Card({ className, ...rest }: ComponentPropsWithRef<'section'>) {
  return <section className={className === undefined ? classes.card : `${classes.card} ${className}`} {...rest} />
}
