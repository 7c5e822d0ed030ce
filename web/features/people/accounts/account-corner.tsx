import { Button, Skeleton } from '@mantine/core'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { openLogin, openRegistration } from './auth-dialog-state.ts'
import classes from './account-corner.module.css'
import { useMe } from './use-me.ts'

const UserMenu = lazyNamed(() => import('./user-menu.tsx'), 'UserMenu')

/** The right corner of the header: who is here, or how to come in. */
export function AccountCorner() {
  const { user, error } = useMe()
  const waiting = <Skeleton circle height={32} width={32} />
  if (user) {
    return (
      <LazyBoundary waiting={waiting}>
        <UserMenu user={user} />
      </LazyBoundary>
    )
  }
  if (user === undefined && !error) return waiting
  return (
    <Row nowrap>
      <Button variant="subtle" onClick={openLogin}>
        Войти
      </Button>
      <Button className={classes.registration} onClick={openRegistration}>
        Регистрация
      </Button>
    </Row>
  )
}
