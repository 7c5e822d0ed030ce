import { useId, type ReactNode } from 'react'
import classes from './landing.module.css'

export interface BandProps {
  /** `raised`: on a surface of its own; `deep`: white on the colour of the deep. */
  tone?: 'raised' | 'deep'
  /** What kind of thing it is about, over the heading. */
  eyebrow?: string
  title: string
  about?: ReactNode
  children?: ReactNode
}

/** A stripe of a page for visitors: its heading, a sentence, and what stands under them. */
export function Band({ tone, eyebrow, title, about, children }: BandProps) {
  const heading = useId()
  return (
    <section className={classes.band} data-tone={tone} aria-labelledby={heading}>
      <div className={classes.inner}>
        <header className={classes.head}>
          {eyebrow !== undefined && <p className={classes.eyebrow}>{eyebrow}</p>}
          <h2 id={heading} className={classes.heading}>
            {title}
          </h2>
          {about !== undefined && <p className={classes.about}>{about}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}

export interface HeroProps {
  eyebrow?: string
  title: ReactNode
  lead: ReactNode
  /** What can be done at once. */
  children?: ReactNode
  /** Beside the words, under them where the screen is narrow. */
  aside: ReactNode
}

/** What a page for visitors begins with. */
export function Hero({ eyebrow, title, lead, children, aside }: HeroProps) {
  return (
    <section className={classes.hero}>
      <div>
        {eyebrow !== undefined && <p className={classes.eyebrow}>{eyebrow}</p>}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      {aside}
    </section>
  )
}

/** Ways on, side by side; a sentence beneath. */
export function Acts({ children, under }: { children: ReactNode; under?: ReactNode }) {
  return (
    <>
      <div className={classes.acts}>{children}</div>
      {under !== undefined && <p className={classes.under}>{under}</p>}
    </>
  )
}
