import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { errors } from '../../../contract/errors.ts'
import { Blank } from '../../kit/ui/blank.tsx'
import { askToComeIn, closeAuthDialog, openLogin, openRegistration } from './auth-dialog-state.ts'
import classes from './account-corner.module.css'

/** Stands where only somebody signed in may look, and opens the login dialog by itself (spec §8 UNAUTHORIZED). */
export function SignInNotice({ children }: { children: string }) {
  useEffect(() => {
    askToComeIn()
    // Somebody who signs out on this page sees the notice for a moment on his way home: the dialog goes with it.
    return closeAuthDialog
  }, [])
  return (
    <Blank
      picture="locked"
      level={1}
      title={errors.UNAUTHORIZED.message}
      action={
        <div className={classes.buttons}>
          <Button onClick={openLogin}>Войти</Button>
          <Button variant="default" onClick={openRegistration}>
            Регистрация
          </Button>
        </div>
      }
    >
      {children}
    </Blank>
  )
}
