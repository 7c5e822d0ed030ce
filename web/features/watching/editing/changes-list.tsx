import type { CategoryChanges } from '../../../../rules/category-changes.ts'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { categoryFieldTitles, listTitles, valueInWords } from './in-words.ts'
import classes from './changes-list.module.css'

/** What came and what went, field by field and line by line. */
export function ChangesList({ changes: { fields, lists } }: { changes: CategoryChanges }) {
  if (fields.length + lists.length === 0) return <p className={typography.muted}>Ничего не изменилось.</p>
  return (
    <Stack gap={2}>
      {fields.map(({ field, from, to }) => (
        <p key={field} className={classes.field}>
          {categoryFieldTitles[field]}: <del>{valueInWords(from)}</del> → <ins>{valueInWords(to)}</ins>
        </p>
      ))}
      {lists.map(({ list, added, removed }) => (
        <div key={list}>
          <h3 className={classes.title}>{listTitles[list]}</h3>
          <ul className={classes.lines} aria-label={listTitles[list]}>
            {added.map((line) => (
              <li key={`+${line}`} data-sign="+">
                <ins>{line}</ins>
              </li>
            ))}
            {removed.map((line) => (
              <li key={`−${line}`} data-sign="−">
                <del>{line}</del>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  )
}
