import { Avatar } from '@mantine/core'
import type { User } from '../../../../contract/people/accounts.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './profile-head.module.css'
import { RoleList } from './role-list.tsx'

/** Who this is. */
export function ProfileHead({ user }: { user: User }) {
  const since = new Date(user.createdAt).toLocaleDateString('ru', {
    month: 'long',
    year: 'numeric',
    timeZone: user.timeZone,
  })
  return (
    <div className={classes.head}>
      <Avatar name={user.username} color="sea" variant="filled" size={72} radius={36} alt="" />
      <div className={classes.words}>
        <div className={classes.name}>{user.username}</div>
        <div className={typography.note}>Аккаунт создан: {since}</div>
        <RoleList codes={user.role} className={classes.roles} />
      </div>
    </div>
  )
}
