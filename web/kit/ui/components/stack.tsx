import type { ComponentPropsWithRef, CSSProperties, ElementType, JSX } from 'react'
import classes from './stack.module.css'

/** A distance of theme.ts: 4 is `--gap-4`; `tight` is what lies between chips. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 'tight'

type Tag = keyof JSX.IntrinsicElements

interface OwnProps<As> {
  /** The element it is, `div` unless it is given. */
  as?: As
  align?: 'flex-start' | 'center' | 'baseline'
  justify?: 'center' | 'flex-end' | 'space-between'
  /** It takes what room is left beside its neighbours. */
  grow?: boolean
}

type ElementProps<As extends Tag, Own> = Own & Omit<ComponentPropsWithRef<As>, keyof Own>

export type StackProps<As extends Tag> = ElementProps<As, OwnProps<As> & { gap?: Gap }>

/** One under another: the fields of a form, the cards of a page. */
export function Stack<As extends Tag = 'div'>({ gap = 4, ...rest }: StackProps<As>) {
  return <Flex layout={classes.stack} gaps={distance(gap)} {...rest} />
}

export type RowProps<As extends Tag> = ElementProps<
  As,
  OwnProps<As> & {
    /** A pair: between lines, and between neighbours. */
    gap?: Gap | readonly [Gap, Gap]
    /** All in one line, however narrow it is. */
    nowrap?: boolean
  }
>

/** One beside another, in as many lines as it takes: buttons, tools, chips. */
export function Row<As extends Tag = 'div'>({ gap = 2, nowrap = false, ...rest }: RowProps<As>) {
  const gaps = typeof gap === 'object' ? gap.map(distance).join(' ') : distance(gap)
  return <Flex layout={nowrap ? classes.line : classes.row} gaps={gaps} {...rest} />
}

interface FlexProps extends OwnProps<Tag> {
  layout: string | undefined
  gaps: string
  className?: string | undefined
  style?: CSSProperties | undefined
}

function Flex({ layout, gaps, as = 'div', align, justify, grow, className, style, ...rest }: FlexProps) {
  const Element: ElementType = as
  return (
    <Element
      className={[layout, grow && classes.grow, className].filter(Boolean).join(' ')}
      style={{ gap: gaps, alignItems: align, justifyContent: justify, ...style }}
      {...rest}
    />
  )
}

function distance(gap: Gap): string {
  return gap === 0 ? '0' : `var(--gap-${gap})`
}
