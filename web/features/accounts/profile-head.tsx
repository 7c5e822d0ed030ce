import { Avatar } from '@mantine/core'
import type { User } from '../../../contract/accounts.ts'
import classes from './profile-head.module.css'
import { roleTitles } from './role-titles.ts'

/** Who this is. */
export function ProfileHead({ user }: { user: User }) {
  const since = new Date(user.createdAt).toLocaleDateString('ru', {
    month: 'long',
    year: 'numeric',
    timeZone: user.timeZone,
  })
  const roles = roleTitles(user.role)
  return (
    <div className={classes.head}>
      <Avatar name={user.username} color="sea" variant="filled" size={72} radius={36} alt="" />
      <div className={classes.words}>
        <div className={classes.name}>{user.username}</div>
        <div className={classes.note}>Аккаунт создан: {since}</div>
        {roles.length > 0 && (
          <ul className={classes.roles} aria-label="Роли">
            {roles.map((role) => (
              <li key={role}>{role}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
