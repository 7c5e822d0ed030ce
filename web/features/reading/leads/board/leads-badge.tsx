import { VisuallyHidden } from '@mantine/core'
import { badge } from '../../../../../rules/badge.ts'
import { plural } from '../../../../../rules/plural.ts'
import { useDueCount } from './due-leads.ts'
import classes from './leads-badge.module.css'

/** How many of the reader's leads wait for them; nothing while none does. */
export function LeadsBadge() {
  const count = useDueCount(true)
  if (count === 0) return null
  return (
    <span className={classes.badge} title="Просроченные напоминания">
      <span aria-hidden="true">{badge(count)}</span>
      <VisuallyHidden>
        , {count} {plural(count, ['просроченное напоминание', 'просроченных напоминания', 'просроченных напоминаний'])}
      </VisuallyHidden>
    </span>
  )
}
