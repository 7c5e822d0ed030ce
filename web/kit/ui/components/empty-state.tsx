import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Stack } from './stack.tsx'

type BlankPicture = 'quiet' | 'nothing-fits' | 'no-subscription' | 'failure' | 'locked' | 'lost'

export interface BlankProps {
  picture: BlankPicture
  title: string
  children?: ReactNode
  action?: ReactNode
  /** 1 where this is all there is on the page. */
  level?: 1 | 2
}

/** What stands where there is nothing to show: a picture, why it is so, and what to do next. */
export function EmptyState({ picture, title, children, action, level = 2 }: BlankProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <Stack as="section" gap={3} align="center" className={classes.blank}>
      <svg className={classes.picture} viewBox="0 0 200 120" aria-hidden="true">
        {pictures[picture]}
      </svg>
      <Title className={classes.title}>{title}</Title>
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </Stack>
  )
}

/** The sea, seen from the side: a surface, and an echo going down. */
const surface = <path className={classes.line} d="M10 34q15-9 30 0t30 0 30 0 30 0 30 0 30 0" />
const echo = (
  <g className={classes.echo}>
    <path d="M84 52a18 18 0 0 0 32 0" />
    <path d="M70 60a33 33 0 0 0 60 0" opacity="0.6" />
    <path d="M56 68a48 48 0 0 0 88 0" opacity="0.3" />
  </g>
)
const boat = <path className={classes.solid} d="M82 30h36l-7 12H89z" />

const pictures: Record<BlankPicture, ReactNode> = {
  quiet: (
    <>
      {surface}
      {boat}
      {echo}
    </>
  ),
  'nothing-fits': (
    <>
      <g className={classes.line}>
        <path d="M42 30h116l-44 44v26l-28 10V74z" />
        <path d="M62 18h76" strokeDasharray="2 9" />
      </g>
      <circle className={classes.dot} cx="66" cy="10" r="4" />
      <circle className={classes.solid} cx="100" cy="8" r="4" />
      <circle className={classes.solid} cx="134" cy="10" r="4" />
    </>
  ),
  'no-subscription': (
    <>
      {surface}
      {boat}
      <g className={classes.line} strokeDasharray="3 8">
        <path d="M100 48v48" />
        <path d="M60 96h80" />
      </g>
      <circle className={classes.dot} cx="100" cy="96" r="5" />
    </>
  ),
  failure: (
    <>
      {surface}
      {boat}
      <path className={classes.echo} d="M84 52a18 18 0 0 0 32 0" />
      <path className={classes.bad} d="m88 78 24 24m0-24-24 24" />
    </>
  ),
  locked: (
    <>
      <g className={classes.line}>
        <rect x="68" y="52" width="64" height="50" rx="10" />
        <path d="M80 52V40a20 20 0 0 1 40 0v12" />
      </g>
      <circle className={classes.dot} cx="100" cy="74" r="5" />
      <path className={classes.line} d="M100 78v10" />
    </>
  ),
  lost: (
    <>
      {surface}
      <path className={classes.solid} d="m88 26 32 4-6 12-28-6z" />
      {echo}
      <circle className={classes.dot} cx="150" cy="104" r="5" />
    </>
  ),
}
