import { Row } from '../../../kit/ui/components/stack.tsx'
import classes from './role-list.module.css'
import { rolesInWords } from './roles-in-words.ts'

/** What a person may do beside what everybody may; nothing at all for most. */
export function RoleList({ codes, className }: { codes: readonly number[]; className: string | undefined }) {
  const titles = rolesInWords(codes)
  if (titles.length === 0) return null
  return (
    <Row as="ul" gap="tight" className={className} aria-label="Роли">
      {titles.map((title) => (
        <li key={title} className={classes.role}>
          {title}
        </li>
      ))}
    </Row>
  )
}
