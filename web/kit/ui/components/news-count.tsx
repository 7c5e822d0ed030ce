import { VisuallyHidden } from '@mantine/core'
import { badge } from '../../../../rules/badge.ts'
import classes from './news-count.module.css'

/** How many messages are new in what it stands beside; nothing where none are. */
export function NewsCount({ count }: { count: number }) {
  const news = badge(count)
  if (news === null) return null
  return (
    <span className={classes.count}>
      {news}
      <VisuallyHidden> новых</VisuallyHidden>
    </span>
  )
}
