import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { Row } from '../../../kit/ui/components/stack.tsx'
import { askToComeIn, closeAuthDialog, openLogin, openRegistration } from './auth-dialog-state.ts'

/** Stands where only someone signed in may look, and opens the login dialog by itself (spec §8 UNAUTHORIZED). */
export function SignInNotice({ children }: { children: string }) {
  useEffect(() => {
    askToComeIn()
    // Someone who signs out on this page sees the notice for a moment on their way home: the dialog goes with it.
    return closeAuthDialog
  }, [])
  return <SignInState title={errors.UNAUTHORIZED.message}>{children}</SignInState>
}

/** The page for those who are not signed in, with both ways in. */
export function SignInState({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      picture="locked"
      level={1}
      title={title}
      action={
        <Row nowrap>
          <Button onClick={openLogin}>Войти</Button>
          <Button variant="default" onClick={openRegistration}>
            Регистрация
          </Button>
        </Row>
      }
    >
      {children}
    </EmptyState>
  )
}
