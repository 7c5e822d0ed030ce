import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { openLogin, openRegistration } from '../features/people/accounts/auth-dialog-state.ts'
import { useMe } from '../features/people/accounts/use-me.ts'
import { Acts, Band } from '../features/site/landing/band.tsx'
import classes from './sign-up-band.module.css'

/** The last thing of a page for visitors: how to begin. */
export function SignUpBand({ title = 'Послушайте сами', about }: { title?: string; about: string }) {
  const { user } = useMe()
  return (
    <Band tone="deep" title={title} about={about}>
      <Acts under={user ? undefined : 'Нужен только email. Карта не нужна, пробный доступ сам не станет платным.'}>
        {user ? (
          <Button component={Link} to="/feed" size="md" className={classes.light}>
            Открыть ленту
          </Button>
        ) : (
          <>
            <Button size="md" className={classes.light} onClick={openRegistration}>
              Зарегистрироваться
            </Button>
            <Button size="md" variant="outline" className={classes.outline} onClick={openLogin}>
              Войти
            </Button>
          </>
        )}
      </Acts>
    </Band>
  )
}
