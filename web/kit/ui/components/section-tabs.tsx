import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './section-tabs.module.css'
import { Row } from './stack.tsx'

export interface SectionTabsProps {
  tabs: readonly { name: string; title: string }[]
  current: string
}

/** The sections of a page, each with an address of its own; the first is the page without one. Where they are too many they scroll. */
export function SectionTabs({ tabs, current }: SectionTabsProps) {
  const shown = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <Row as="nav" gap={1} nowrap className={classes.tabs} aria-label="Разделы">
      {tabs.map(({ name, title }, at) => (
        <Link
          key={name}
          ref={name === current ? shown : undefined}
          to={at === 0 ? '?' : `?tab=${name}`}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </Row>
  )
}
