import { Button, Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { Later } from '../../kit/ui/later.tsx'
import { openLogin, openRegistration } from './auth-dialog-state.ts'
import classes from './account-corner.module.css'
import { useMe } from './use-me.ts'

const UserMenu = lazy(() => import('./user-menu.tsx').then((file) => ({ default: file.UserMenu })))

/** The right corner of the header: who is here, or how to come in. */
export function AccountCorner() {
  const { user, error } = useMe()
  const waiting = <Skeleton circle height={32} width={32} />
  if (user) {
    return (
      <Later waiting={waiting}>
        <UserMenu user={user} />
      </Later>
    )
  }
  if (user === undefined && !error) return waiting
  return (
    <div className={classes.buttons}>
      <Button variant="subtle" onClick={openLogin}>
        Войти
      </Button>
      <Button className={classes.registration} onClick={openRegistration}>
        Регистрация
      </Button>
    </div>
  )
}
