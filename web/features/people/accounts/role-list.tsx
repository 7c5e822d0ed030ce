import { roleTitles } from '../../../../rules/role-titles.ts'
import { rolesOf } from '../../../../rules/roles.ts'
import { Row } from '../../../kit/ui/components/stack.tsx'
import classes from './role-list.module.css'

/** What a person may do beside what everybody may; nothing at all for most. @param codes as on the wire */
export function RoleList({ codes, className }: { codes: readonly number[]; className: string | undefined }) {
  const titles = rolesOf(codes).map((role) => roleTitles[role])
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
